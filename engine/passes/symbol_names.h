#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/ir/module.h"

namespace shardlens {

/// The symbols of a module by name; gives those that passes add names of their own, as the reference does: `name_N` with one count for
/// the whole pass.
class SymbolNames {
 public:
  explicit SymbolNames(Module& module);

  /// The operation that defines `name`; invalid where none does.
  [[nodiscard]] OpId find(std::string_view name) const;
  /// The function called `name`; invalid where there is none.
  [[nodiscard]] OpId function(std::string_view name) const;
  [[nodiscard]] std::string_view nameOf(OpId symbol) const;
  /// Takes a symbol in, renamed where its name is taken; one that is in no block yet goes to the end of the module. Returns its name.
  std::string_view insert(OpId symbol);
  /// False once copies of functions have made the module so large that more must not be made: calls of calls of calls can ask for copies
  /// without measure. What is not copied is shared.
  [[nodiscard]] bool hasRoom() const { return module_.opCount() < mostOps_; }
  /// Erases the symbol from the table and the module.
  void erase(OpId symbol);

 private:
  Module& module_;
  std::unordered_map<std::string_view, OpId> byName_;
  std::size_t mostOps_;
  unsigned count_ = 0;
};

}  // namespace shardlens
