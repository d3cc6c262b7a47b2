#include "engine/passes/data_flow_edges.h"
#include "engine/passes/passes.h"
#include "engine/propagation/flow.h"

namespace shardlens {

namespace {

bool runAddDataFlowEdges(const PassRun& run) {
  std::size_t before = run.module.opCount();
  walk(run.module, run.module.root(), [&](OpId op) {
    if (flowClassOf(run.module.op(op).kind) == FlowClass::DataFlow) addDataFlowEdges(run.module, op);
  });
  run.setChanged(run.module.opCount() != before);
  return true;
}

}  // namespace

Pass addDataFlowEdgesPass() {
  return {"sdy-add-data-flow-edges",
          "Inserts an sdy.data_flow_edge wherever values flow into or out of the regions of an operation",
          PassLevel::Module,
          {},
          runAddDataFlowEdges,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
