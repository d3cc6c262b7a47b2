#include <string_view>

#include "engine/propagation/flow.h"

namespace shardlens {

namespace {

using Names = std::vector<std::string_view>;

// Symbols that attributes name, shardings and rules not looked into.
void collectSymbols(const Context& c, AttrId attr, Names& names) {
  const AttrData& data = c.attr(attr);
  switch (data.kind) {
    case AttrKind::SymbolRef: names.push_back(data.text); break;
    case AttrKind::Array:
    case AttrKind::Dictionary:
      for (AttrId sub : data.subs) collectSymbols(c, sub, names);
      break;
    default: break;
  }
}

// Visits operations as symbol uses are searched: all of a region before those in their regions, the latest region first.
template <typename Visit>
void walkUsers(const Module& m, OpId top, Visit&& visit) {
  visit(top);
  std::vector<RegionId> regions;
  auto pushAll = [&](OpId op) {
    for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) regions.push_back(m.regionOf(op, r));
  };
  pushAll(top);
  while (!regions.empty()) {
    RegionId region = regions.back();
    regions.pop_back();
    for (BlockId b = m.entry(region); b; b = m.block(b).next) {
      for (OpId o = m.block(b).firstOp; o; o = m.op(o).next) visit(o), pushAll(o);
    }
  }
}

}  // namespace

void Flow::collectCalls() {
  Context& c = module_.context();
  info_.resize(functions_.size());
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    AttrId name = module_.attribute(functions_[f], "sym_name");
    info_[f].name = name ? c.attr(name).text : std::string_view();
    byName_.emplace(info_[f].name, f);
    byOp_.emplace(functions_[f], f);
  }
  if (functions_.size() < 2) return;
  // Most dictionaries name no symbol; each is looked into once.
  std::vector<char> lookedInto(c.attrCount(), 0);
  std::unordered_map<AttrId, Names> symbolsOf;
  auto visit = [&](OpId op) {
    AttrId attrs = module_.op(op).attrs;
    if (!lookedInto[attrs.value]) {
      lookedInto[attrs.value] = 1;
      Names names;
      collectSymbols(c, attrs, names);
      if (!names.empty()) symbolsOf.emplace(attrs, std::move(names)), lookedInto[attrs.value] = 2;
    }
    if (lookedInto[attrs.value] == 1) return;
    for (std::string_view name : symbolsOf[attrs]) addUser(name, op);
  };
  for (BlockId b = module_.entry(module_.regionOf(module_.root())); b; b = module_.block(b).next) {
    for (OpId o = module_.block(b).firstOp; o; o = module_.op(o).next) walkUsers(module_, o, visit);
  }
}

void Flow::addUser(std::string_view name, OpId op) {
  auto found = byName_.find(name);
  if (found == byName_.end()) return;
  FuncInfo& info = info_[found->second];
  info.used = true;
  bool known = !info.callers.empty() && info.callers.back() == op;
  if (module_.op(op).kind == OpKind::FuncCall && !known) info.callers.push_back(op);
}

std::vector<OpId> Flow::mains() const {
  if (functions_.size() == 1) return functions_;
  std::vector<OpId> uncalled;
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    if (info_[f].name == "main") return {functions_[f]};
    if (!info_[f].used) uncalled.push_back(functions_[f]);
  }
  return uncalled;
}

OpId Flow::callee(OpId call) const {
  AttrId name = module_.attribute(call, "callee");
  auto found = name ? byName_.find(module_.context().attr(name).text) : byName_.end();
  if (found == byName_.end()) return {};
  OpId func = functions_[found->second];
  return body(func) ? func : OpId();
}

std::span<const OpId> Flow::callers(OpId func) const {
  auto found = byOp_.find(func);
  return found == byOp_.end() ? std::span<const OpId>() : std::span<const OpId>(info_[found->second].callers);
}

bool Flow::hasUsers(OpId func) const {
  auto found = byOp_.find(func);
  return found != byOp_.end() && info_[found->second].used;
}

void Flow::funcEdgeSources(OpId edge, std::vector<ValueId>& sources) const {
  sources.clear();
  ValueId operand = module_.operand(edge, 0);
  std::uint32_t index = module_.indexOf(operand);
  if (module_.isArgument(operand)) {
    for (OpId call : callers(enclosingFunc(edge))) {
      if (index < module_.op(call).operandCount) sources.push_back(module_.operand(call, index));
    }
    return;
  }
  OpId call = module_.definingOp(operand);
  OpId func = module_.op(call).kind == OpKind::FuncCall ? callee(call) : OpId();
  OpId end = func ? module_.terminator(body(func)) : OpId();
  bool returns = end && module_.op(end).kind == OpKind::FuncReturn && index < module_.op(end).operandCount;
  if (returns) sources.push_back(module_.operand(end, index));
}

OpId Flow::enclosingFunc(OpId op) const {
  while (op && module_.op(op).kind != OpKind::FuncFunc) op = module_.parentOp(op);
  return op;
}

}  // namespace shardlens
