#include "engine/passes/main_functions.h"

#include "engine/propagation/flow.h"

namespace shardlens {

std::vector<OpId> functionsOf(const Module& m) {
  std::vector<OpId> functions;
  for (OpId op = m.block(m.entry(m.regionOf(m.root()))).firstOp; op; op = m.op(op).next) {
    if (m.op(op).kind == OpKind::FuncFunc) functions.push_back(op);
  }
  return functions;
}

std::vector<OpId> mainFunctions(const Module& m) {
  std::vector<OpId> functions = functionsOf(m);
  if (functions.size() <= 1) return functions;
  for (OpId func : functions) {
    AttrId name = m.attribute(func, "sym_name");
    if (name && m.context().attr(name).text == "main") return {func};
  }
  return Flow(m).mains();
}

BlockId bodyOf(const Module& m, OpId func) { return m.op(func).regionCount ? m.entry(m.regionOf(func)) : BlockId(); }

OpId returnOf(const Module& m, OpId func) {
  BlockId body = bodyOf(m, func);
  OpId end = body ? m.terminator(body) : OpId();
  return end && m.op(end).kind == OpKind::FuncReturn ? end : OpId();
}

}  // namespace shardlens
