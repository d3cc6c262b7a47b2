#include "engine/passes/edge_shardings.h"
#include "engine/passes/passes.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

/// What the edge says holds for what flows into it; where it says nothing, nothing is left sharded.
void sinkSharding(Module& m, OpId edge) {
  Context& c = m.context();
  ValueId from = m.operand(edge, 0);
  AttrId before = shardingOf(m, from), now = shardingOf(m, m.result(edge));
  if (!now && before) {
    TensorSharding old = decodeSharding(c, before);
    now = replicatedSharding(c, old.dims.size(), old.mesh, false);
  }
  if (now) setSharding(m, from, now);
}

bool runSinkFuncDataFlowEdges(const PassRun& run) {
  Module& m = run.module;
  bool changed = false;
  for (OpId root : run.roots) {
    walk(m, root, [&](OpId op) {
      if (m.op(op).kind != OpKind::SdyFuncDataFlowEdge) return;
      sinkSharding(m, op);
      dissolveEdge(m, op);
      changed = true;
    });
  }
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass sinkFuncDataFlowEdgesPass() {
  return {"sdy-sink-func-data-flow-edges",
          "Hands the shardings of function edges on to arguments and call results, and removes the edges",
          PassLevel::Function,
          {},
          runSinkFuncDataFlowEdges,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
