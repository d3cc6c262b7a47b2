#include "engine/passes/symbol_names.h"

#include <algorithm>

namespace shardlens {

namespace {

constexpr std::size_t kMostCopied = std::size_t{1} << 21;

}  // namespace

SymbolNames::SymbolNames(Module& module) : module_(module), mostOps_(std::max(kMostCopied, 2 * module.opCount())) {
  for (OpId op = module.block(module.entry(module.regionOf(module.root()))).firstOp; op; op = module.op(op).next) {
    if (std::string_view name = nameOf(op); !name.empty()) byName_.try_emplace(name, op);
  }
}

std::string_view SymbolNames::nameOf(OpId symbol) const {
  if (!hasTrait(module_.op(symbol).kind, kSymbol)) return {};
  AttrId name = module_.attribute(symbol, "sym_name");
  return name && module_.context().kind(name) == AttrKind::String ? module_.context().attr(name).text : std::string_view();
}

OpId SymbolNames::find(std::string_view name) const {
  auto found = byName_.find(name);
  return found == byName_.end() ? OpId() : found->second;
}

OpId SymbolNames::function(std::string_view name) const {
  OpId op = find(name);
  return op && module_.op(op).kind == OpKind::FuncFunc ? op : OpId();
}

std::string_view SymbolNames::insert(OpId symbol) {
  std::string_view name = nameOf(symbol);
  if (find(name) != symbol && !byName_.try_emplace(name, symbol).second) {
    std::string base(name);
    do {
      // The context keeps the text for as long as the table needs it.
      name = module_.context().str(module_.context().str(base + "_" + std::to_string(count_++)));
    } while (!byName_.try_emplace(name, symbol).second);
    module_.setAttribute(symbol, "sym_name", module_.context().string(name));
  }
  if (!module_.op(symbol).block) module_.append(module_.entry(module_.regionOf(module_.root())), symbol);
  return name;
}

void SymbolNames::erase(OpId symbol) {
  byName_.erase(nameOf(symbol));
  module_.erase(symbol);
}

}  // namespace shardlens
