#include "engine/passes/pipeline.h"
#include "engine/plan/plan.h"

namespace shardlens {

bool importForPropagation(Module& module, Diagnostics& diagnostics) {
  Pipeline pipeline;
  std::string problem;
  if (!pipeline.parse("builtin.module(symbol-dce)", &problem)) {
    diagnostics.error({}, {}, problem);
    return false;
  }
  return pipeline.run(module, false, diagnostics);
}

}  // namespace shardlens
