#include "engine/passes/passes.h"
#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

constexpr PassOption kOpPriorityPropagateOptions[] = {kKeepRulesOption, kDumpOption,     kConservativeOption, kOriginsOption,
                                                      kEdgesOption,     kStrategyOption, kOpPriorityOption};

bool runOpPriorityPropagate(const PassRun& run) { return runPropagation(run, {}); }

}  // namespace

Pass opPriorityPropagatePass() {
  return {"sdy-op-priority-propagate", "Runs sharding propagation in rounds that let ever more kinds of operations pass shardings on",
          PassLevel::Module, kOpPriorityPropagateOptions, runOpPriorityPropagate};
}

}  // namespace shardlens
