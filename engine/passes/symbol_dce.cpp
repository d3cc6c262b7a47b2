#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/passes/passes.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

/// Finds the symbols that something reachable refers to, beginning with what may not be dropped.
class SymbolLiveness {
 public:
  explicit SymbolLiveness(const Module& module) : module_(module), silent_(module.context().attrCount()), resolvedIn_(silent_.size()) {
    std::size_t tables = 0;
    walk(module, module.root(), [&](OpId op) { tables += isTable(op); });
    oneTable_ = tables == 1;
  }

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
  void follow(OpId op, std::vector<OpId>& work);
  bool isSilent(AttrId attr);
  void resolveAll(OpId table, AttrId attr, std::vector<OpId>& work);
  OpId lookUp(OpId table, std::string_view name);
  void resolve(OpId from, AttrId reference, std::vector<OpId>& work);

  enum Silence : std::uint8_t { Unknown, Silent, Speaks };

  const Module& module_;
  std::vector<Silence> silent_;   ///< attributes that name no symbol, by id: nearly all
  std::vector<OpId> resolvedIn_;  ///< by attribute: the table in which its symbols were last looked up
  bool oneTable_ = false;
  std::unordered_set<OpId> live_;
  std::unordered_map<OpId, std::unordered_map<std::string_view, OpId>> tables_;
};

void SymbolLiveness::mark(OpId table, bool hidden) {
  std::vector<OpId> work;
  for (OpId op = module_.block(module_.entry(module_.regionOf(table))).firstOp; op; op = module_.op(op).next) {
    bool droppable = isSymbol(op) && (hidden || isPrivate(op)) && !isPublic(op);
    if (!droppable && (!isSymbol(op) || live_.insert(op).second)) work.push_back(op);
  }
  while (!work.empty()) {
    OpId op = work.back();
    work.pop_back();
    if (isTable(op) && module_.entry(module_.regionOf(op))) mark(op, hidden || !isSymbol(op) || isPrivate(op));
    walk(module_, op, [&](OpId inner) { follow(inner, work); });
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
    if (live_.insert(op).second) work.push_back(op);
  }
}

bool hasPrivateSymbols(const Module& module, OpId root) {
  return !walk(module, root,
               [&](OpId op) { return !hasTrait(module.op(op).kind, kSymbol) || !module.attribute(op, "sym_visibility").valid(); });
}

bool run(const PassRun& run) {
  Module& module = run.module;
  run.setChanged(false);
  for (OpId root : run.roots) {
    if (!hasTrait(module.op(root).kind, kSymbolTable)) {
      return Verifier(module, run.diagnostics).opError(root, "was scheduled to run under SymbolDCE, but does not define a symbol table");
    }
    if (!hasPrivateSymbols(module, root)) continue;
    SymbolLiveness liveness(module);
    AttrId visibility = module.attribute(root, "sym_visibility");
    bool nested = module.parentOp(root).valid();
    liveness.mark(root, !nested || (visibility && module.context().attr(visibility).text == "private"));
    std::vector<OpId> dead;
    walk(module, root, [&](OpId op) {
      if (op == root || !hasTrait(module.op(op).kind, kSymbol)) return;
      OpId parent = module.parentOp(op);
      if (hasTrait(module.op(parent).kind, kSymbolTable) && liveness.isSymbol(op) && !liveness.live(op)) dead.push_back(op);
    });
    run.setChanged(!dead.empty());
    for (OpId op : dead) {
      if (!module.erased(op)) module.erase(op);
    }
  }
  return true;
}

}  // namespace

Pass symbolDcePass() {
  return {"symbol-dce", "Erases private symbols that nothing reachable refers to", PassLevel::Any, {}, run, nullptr, Verified::Later};
}

}  // namespace shardlens
