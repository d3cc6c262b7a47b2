#include "engine/passes/passes.h"
#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

constexpr PassOption kAggressivePropagateOptions[] = {kKeepRulesOption, kDumpOption,  kConservativeOption,
                                                      kOriginsOption,   kEdgesOption, kStrategyOption};

bool runAggressivePropagate(const PassRun& run) { return runPropagation(run, {}); }

}  // namespace

Pass aggressivePropagatePass() {
  return {"sdy-aggressive-propagate", "Runs sharding propagation that resolves conflicts between factors: the larger tensor's axes win",
          PassLevel::Module, kAggressivePropagateOptions, runAggressivePropagate};
}

}  // namespace shardlens
