#pragma once

#include <string_view>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// The attributes of a function's arguments or results, taken apart to be changed one by one and put back at once.
class FuncAttrs {
 public:
  enum class Of : std::uint8_t { Arguments, Results };
  FuncAttrs(const Module& module, OpId func, Of of);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] AttrId get(std::uint32_t index, std::string_view name) const;
  /// Sets or, with an invalid value, removes an attribute.
  void set(std::uint32_t index, std::string_view name, AttrId value);
  /// Writes what was changed back to the function of `module`.
  void store(Module& module);

 private:
  Context& c_;
  OpId func_;
  std::string_view name_;
  std::vector<AttrId> entries_;
  bool changed_ = false;
};

}  // namespace shardlens
