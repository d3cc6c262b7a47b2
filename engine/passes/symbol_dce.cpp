#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/ir/each_op.h"
#include "engine/passes/passes.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

/// Finds the symbols that something reachable refers to, beginning with what may not be dropped.
class SymbolLiveness {
 public:
  SymbolLiveness(const Module& module, bool oneTable)
      : module_(module), silent_(module.context().attrCount()), resolvedIn_(silent_.size()), oneTable_(oneTable) {}

  void mark(OpId table, bool hidden);
  [[nodiscard]] bool live(OpId op) const { return live_.contains(op); }
  [[nodiscard]] bool isSymbol(OpId op) const { return nameOf(op).valid() && hasTrait(module_.op(op).kind, kSymbol); }

 private:
  [[nodiscard]] AttrId nameOf(OpId op) const { return module_.attribute(op, "sym_name"); }
  [[nodiscard]] bool isPublic(OpId op) const { return visibility(op).empty() || visibility(op) == "public"; }
  [[nodiscard]] bool isPrivate(OpId op) const { return visibility(op) == "private"; }
  [[nodiscard]] std::string_view visibility(OpId op) const {
    AttrId value = module_.attribute(op, "sym_visibility");
    return value ? module_.context().attr(value).text : std::string_view();
  }
  [[nodiscard]] bool isTable(OpId op) const { return hasTrait(module_.op(op).kind, kSymbolTable); }
  /// Nothing can be found any more: with several tables only the end tells that.
  [[nodiscard]] bool allLive() const { return oneTable_ && waiting_ == 0; }
  void follow(OpId op, std::vector<OpId>& work);
  bool isSilent(AttrId attr);
  void resolveAll(OpId table, AttrId attr, std::vector<OpId>& work);
  OpId lookUp(OpId table, std::string_view name);
  void resolve(OpId from, AttrId reference, std::vector<OpId>& work);

  enum Silence : std::uint8_t { Unknown, Silent, Speaks };

  const Module& module_;
  std::vector<Silence> silent_;   ///< attributes that name no symbol, by id: nearly all
  std::vector<OpId> resolvedIn_;  ///< by attribute: the table in which its symbols were last looked up
  bool oneTable_;                 ///< all operations are in the same table
  std::size_t waiting_ = 0;       ///< symbols that may be dropped and that nothing live was seen to name
  std::unordered_set<OpId> live_;
  std::unordered_map<OpId, std::unordered_map<std::string_view, OpId>> tables_;
};

void SymbolLiveness::mark(OpId table, bool hidden) {
  std::vector<OpId> work;
  for (OpId op = module_.block(module_.entry(module_.regionOf(table))).firstOp; op; op = module_.op(op).next) {
    bool droppable = isSymbol(op) && (hidden || isPrivate(op)) && !isPublic(op);
    if (!droppable && (!isSymbol(op) || live_.insert(op).second)) work.push_back(op);
    if (droppable) ++waiting_;
  }
  while (!work.empty() && !allLive()) {
    OpId op = work.back();
    work.pop_back();
    if (isTable(op) && module_.entry(module_.regionOf(op))) mark(op, hidden || !isSymbol(op) || isPrivate(op));
    eachOp(module_, op, [&](OpId inner) {
      follow(inner, work);
      return !allLive();
    });
  }
}

bool SymbolLiveness::isSilent(AttrId attr) {
  Silence& known = silent_[attr.value];
  if (known != Unknown) return known == Silent;
  const AttrData& d = module_.context().attr(attr);
  bool speaks = d.kind == AttrKind::SymbolRef;
  for (AttrId sub : d.subs) speaks = speaks || !isSilent(sub);
  known = speaks ? Speaks : Silent;
  return !speaks;
}

void SymbolLiveness::follow(OpId op, std::vector<OpId>& work) {
  if (isSilent(module_.op(op).attrs)) return;
  OpId table = oneTable_ && op != module_.root() ? module_.root() : module_.parentOp(op);
  while (table && !isTable(table)) table = module_.parentOp(table);
  if (table) resolveAll(table, module_.op(op).attrs, work);
}

/// Marks all that `attr` names; what was looked up in this table before is not looked up again.
void SymbolLiveness::resolveAll(OpId table, AttrId attr, std::vector<OpId>& work) {
  if (isSilent(attr) || resolvedIn_[attr.value] == table) return;
  resolvedIn_[attr.value] = table;
  const AttrData& d = module_.context().attr(attr);
  if (d.kind == AttrKind::SymbolRef) return resolve(table, attr, work);
  for (AttrId sub : d.subs) resolveAll(table, sub, work);
}

OpId SymbolLiveness::lookUp(OpId table, std::string_view name) {
  auto [known, isNew] = tables_.try_emplace(table);
  if (isNew && module_.entry(module_.regionOf(table))) {
    for (OpId op = module_.block(module_.entry(module_.regionOf(table))).firstOp; op; op = module_.op(op).next) {
      if (isSymbol(op)) known->second.try_emplace(module_.context().attr(nameOf(op)).text, op);
    }
  }
  auto found = known->second.find(name);
  return found == known->second.end() ? OpId() : found->second;
}

/// Marks every symbol on the way of `@a::@b`; a reference that leads nowhere marks none.
void SymbolLiveness::resolve(OpId from, AttrId reference, std::vector<OpId>& work) {
  const AttrData& d = module_.context().attr(reference);
  std::vector<OpId> path{lookUp(from, d.text)};
  for (std::size_t i = 0; i < d.subs.size() && path.back() && isTable(path.back()); ++i) {
    path.push_back(lookUp(path.back(), module_.context().attr(d.subs[i]).text));
  }
  if (!path.back() || path.size() != d.subs.size() + 1) return;
  for (OpId op : path) {
    if (!live_.insert(op).second) continue;
    work.push_back(op);
    --waiting_;
  }
}

/// The symbol tables in `root`, and whether any symbol may be dropped.
struct Tables {
  Tables(const Module& module, OpId root) {
    auto look = [&](OpId op) {
      // Neither symbols nor their tables have results.
      if (op != root && module.op(op).resultCount) return;
      std::uint32_t traits = opInfo(module.op(op).kind).traits;
      if (traits & kSymbolTable) all.push_back(op);
      droppable |= (traits & kSymbol) && module.attribute(op, "sym_visibility").valid();
    };
    if (module.symbolTablesMade() > 1) {
      eachOp(module, root, look);
      return;
    }
    // Symbols are in their table itself: no need to look at what is in them.
    look(root);
    BlockId body = module.entry(module.regionOf(root));
    for (OpId op = body ? module.block(body).firstOp : OpId(); op; op = module.op(op).next) look(op);
  }
  std::vector<OpId> all;
  bool droppable = false;
};

/// True where any was.
bool eraseDead(Module& module, const SymbolLiveness& liveness, OpId table) {
  bool any = false;
  for (BlockId b = module.entry(module.regionOf(table)); b; b = module.block(b).next) {
    for (OpId op = module.block(b).firstOp; op;) {
      OpId following = module.op(op).next;
      bool dead = liveness.isSymbol(op) && !liveness.live(op);
      if (dead) module.erase(op);
      any |= dead;
      op = following;
    }
  }
  return any;
}

bool runSymbolDce(const PassRun& run) {
  Module& module = run.module;
  bool changed = false;
  for (OpId root : run.roots) {
    if (!hasTrait(module.op(root).kind, kSymbolTable)) {
      return Verifier(module, run.diagnostics).opError(root, "was scheduled to run under SymbolDCE, but does not define a symbol table");
    }
    Tables tables(module, root);
    if (!tables.droppable) continue;
    bool nested = module.parentOp(root).valid();
    SymbolLiveness liveness(module, !nested && tables.all.size() == 1);
    AttrId visibility = module.attribute(root, "sym_visibility");
    liveness.mark(root, !nested || (visibility && module.context().attr(visibility).text == "private"));
    for (OpId table : tables.all) {
      if (table == root || !module.erased(table)) changed |= eraseDead(module, liveness, table);
    }
  }
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass symbolDcePass() {
  return {"symbol-dce",   "Erases private symbols that nothing reachable refers to", PassLevel::Any, {}, runSymbolDce, nullptr,
          Verified::Later};
}

}  // namespace shardlens
