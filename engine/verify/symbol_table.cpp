#include <unordered_map>

#include "engine/verify/infer.h"
#include "engine/verify/op_checks.h"
#include "engine/verify/structure.h"

namespace shardlens {

namespace {

bool verifyUniqueSymbols(Verifier& v, BlockId block) {
  const Module& m = v.module();
  std::unordered_map<std::string_view, OpId> seen;
  for (OpId op = m.block(block).firstOp; op; op = m.op(op).next) {
    AttrId name = m.attribute(op, "sym_name");
    if (!name || v.context().kind(name) != AttrKind::String) continue;
    std::string_view text = v.context().attr(name).text;
    auto [found, fresh] = seen.emplace(text, op);
    if (fresh) continue;
    v.error(op, "redefinition of symbol named '" + std::string(text) + "'");
    v.note(m.location(found->second), "see existing symbol definition here");
    return false;
  }
  return true;
}

/// Visits the regions of `op` breadth first from the last one on, as the reference does; nested symbol tables check their own.
bool verifySymbolUsers(Verifier& v, OpId table) {
  const Module& m = v.module();
  std::vector<RegionId> open;
  std::span<const OpChecks> checks = allChecks();
  auto push = [&](OpId op) {
    for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) open.push_back(m.regionOf(op, r));
  };
  push(table);
  while (!open.empty()) {
    RegionId region = open.back();
    open.pop_back();
    for (BlockId b = m.entry(region); b; b = m.block(b).next) {
      for (OpId op = m.block(b).firstOp; op; op = m.op(op).next) {
        const Operation& o = m.op(op);
        VerifyFn uses = checks[static_cast<std::size_t>(o.kind)].symbolUses;
        if (uses != nullptr && !uses(v, op)) return false;
        if (o.regionCount > 0 && !hasTrait(o.kind, kSymbolTable)) push(op);
      }
    }
  }
  return true;
}

}  // namespace

bool verifySymbolTable(Verifier& v, OpId op) {
  const Module& m = v.module();
  if (m.op(op).regionCount != 1) return v.opError(op, "Operations with a 'SymbolTable' must have exactly one region");
  BlockId block = m.entry(m.regionOf(op));
  if (!block || m.block(block).next) return v.opError(op, "Operations with a 'SymbolTable' must have exactly one block");
  return verifyUniqueSymbols(v, block) && verifySymbolUsers(v, op);
}

OpId Verifier::symbol(OpId from, std::string_view name) {
  OpId table = from;
  while (table && !hasTrait(module_.op(table).kind, kSymbolTable)) table = module_.op(table).block ? module_.parentOp(table) : OpId();
  if (!table) return {};
  auto [found, fresh] = symbols_.try_emplace(table.value);
  if (fresh) {
    for (OpId op = module_.block(module_.entry(module_.regionOf(table))).firstOp; op; op = module_.op(op).next) {
      AttrId symbol = module_.attribute(op, "sym_name");
      if (symbol && context().kind(symbol) == AttrKind::String) found->second.emplace(context().attr(symbol).text, op);
    }
  }
  auto entry = found->second.find(name);
  return entry == found->second.end() ? OpId() : entry->second;
}

}  // namespace shardlens
