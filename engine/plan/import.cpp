#include "engine/passes/pipeline.h"
#include "engine/plan/plan.h"

namespace shardlens {

namespace {

// Those of the whole pipeline up to propagation.
constexpr std::string_view kPasses =
    "builtin.module(sdy-import-pipeline,sdy-flatten-call-graph,symbol-dce,sdy-import-func-calls,symbol-dce,"
    "sdy-apply-sharding-constraints,sdy-sharding-group-import,sdy-pre-order-funcs)";

}  // namespace

bool importForPropagation(Module& module, Diagnostics& diagnostics) {
  Pipeline pipeline;
  std::string problem;
  if (!pipeline.parse(kPasses, &problem)) {
    diagnostics.error({}, {}, problem);
    return false;
  }
  return pipeline.run(module, false, diagnostics);
}

}  // namespace shardlens
