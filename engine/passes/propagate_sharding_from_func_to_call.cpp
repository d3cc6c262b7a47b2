#include "engine/ir/each_op.h"
#include "engine/passes/call_graph.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

bool runFuncToCallSharding(const PassRun& run) {
  Module& m = run.module;
  SymbolNames symbols(m);
  MeshTable meshes(m);
  std::unordered_map<OpId, AttrId> ofFunction;
  run.setChanged(false);
  eachOp(m, m.root(), [&](OpId op) {
    if (m.op(op).kind != OpKind::FuncCall) return;
    AttrId own = m.attribute(op, "sdy.sharding");
    OpId callee = symbols.function(calleeName(m, op));
    if (!callee || (own && m.context().kind(own) == AttrKind::SdyShardingPerValue)) return;
    auto [found, fresh] = ofFunction.try_emplace(callee);
    if (fresh) found->second = funcResultShardings(m, callee, meshes);
    if (!found->second) return;
    m.setAttribute(op, "sdy.sharding", found->second);
    run.setChanged(true);
  });
  return true;
}

}  // namespace

Pass propagateShardingFromFuncToCallPass() {
  return {"sdy-propagate-sharding-from-func-to-call",
          "Gives calls without shardings those of the results of the function they call",
          PassLevel::Module,
          {},
          runFuncToCallSharding,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
