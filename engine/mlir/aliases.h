#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// A name that stands for an attribute, location or type in print: `#loc12`, `#map`, `!tuple`.
struct Alias {
  AttrId attr;  ///< or
  TypeId type;
  std::string_view word;     ///< without prefix and number; a literal
  std::uint32_t suffix = 0;  ///< 0: none
  bool deferred = false;     ///< may be defined behind the module
};

/// All aliases of one print, in the order of their definitions.
class Aliases {
 public:
  [[nodiscard]] const std::vector<Alias>& all() const { return all_; }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const Alias* find(AttrId attr) const { return at(byAttr_, attr.value); }
  [[nodiscard]] const Alias* find(TypeId type) const { return at(byType_, type.value); }
  static void append(std::string& out, const Alias& alias);

  void add(const Alias& alias);

 private:
  [[nodiscard]] const Alias* at(const std::vector<std::uint32_t>& index, std::uint32_t id) const {
    return id < index.size() && index[id] ? &all_[index[id] - 1] : nullptr;
  }
  std::vector<Alias> all_;
  std::vector<std::uint32_t> byAttr_, byType_;  ///< one more than the place in `all_`
};

/// Finds what gets an alias when `root` is printed, numbered and ordered as the reference does it: by how deep aliases stand in one
/// another, then by when print meets them.
Aliases collectAliases(const Module& module, OpId root, bool locations, bool genericForm);

}  // namespace shardlens
