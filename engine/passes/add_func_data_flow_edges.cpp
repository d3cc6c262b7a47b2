#include <algorithm>
#include <vector>

#include "engine/passes/insert_ops.h"
#include "engine/passes/passes.h"
#include "engine/propagation/flow.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

void addFuncEdge(Module& m, ValueId value, AttrId loc) {
  Context& c = m.context();
  AttrId sharding = shardingOf(m, value);
  OpId edge = createBehind(m, OpKind::SdyFuncDataFlowEdge, value, c.emptyDict(), loc);
  replaceUsesExcept(m, value, edge);
  if (sharding) m.setAttribute(edge, "sdy.sharding", encodePerValue(c, {sharding}));
}

void addArgumentEdges(Module& m, OpId func) {
  BlockId body = m.entry(m.regionOf(func));
  AttrId loc = m.location(func);
  for (std::uint32_t i = body ? m.block(body).argCount : 0; i-- > 0;) {
    if (isStaticShaped(m.context(), m.type(m.arg(body, i)))) addFuncEdge(m, m.arg(body, i), loc);
  }
}

// Each goes right behind the call, so the last one comes first.
void addResultEdges(Module& m, OpId call) {
  for (std::uint32_t i = m.op(call).resultCount; i-- > 0;) {
    if (isStaticShaped(m.context(), m.type(m.result(call, i)))) addFuncEdge(m, m.result(call, i), {});
  }
}

bool runAddFuncDataFlowEdges(const PassRun& run) {
  Module& m = run.module;
  std::vector<OpId> mains = Flow(m).mains();
  std::vector<OpId> functions, calls;
  walk(m, m.root(), [&](OpId op) {
    if (m.op(op).kind == OpKind::FuncFunc && std::ranges::find(mains, op) == mains.end()) functions.push_back(op);
    if (m.op(op).kind == OpKind::FuncCall) calls.push_back(op);
  });
  for (OpId func : functions) addArgumentEdges(m, func);
  for (OpId call : calls) addResultEdges(m, call);
  return true;
}

}  // namespace

Pass addFuncDataFlowEdgesPass() {
  return {"sdy-add-func-data-flow-edges",
          "Inserts an sdy.func_data_flow_edge for every argument of a called function and every result of a call",
          PassLevel::Module,
          {},
          runAddFuncDataFlowEdges,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
