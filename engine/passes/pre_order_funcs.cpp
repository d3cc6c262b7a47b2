#include "engine/passes/call_graph.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

bool runPreOrderFuncs(const PassRun& run) {
  Module& m = run.module;
  BlockId body = m.entry(m.regionOf(m.root()));
  std::vector<OpId> order = CallGraph(m).preOrder();
  run.setChanged(order.size() > 1);
  for (OpId func : order) {
    m.unlink(func);
    m.append(body, func);
  }
  return true;
}

}  // namespace

Pass preOrderFuncsPass() {
  return {"sdy-pre-order-funcs", "Moves functions to the end of the module, callers before what they call",
          PassLevel::Module,     {},
          runPreOrderFuncs,      nullptr,
          Verified::Later};
}

}  // namespace shardlens
