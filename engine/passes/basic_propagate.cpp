#include "engine/passes/passes.h"
#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

// module-dump-directory is accepted and without effect, as in the reference.
constexpr PassOption kBasicPropagateOptions[] = {kKeepRulesOption, kDumpOption, kConservativeOption, kOriginsOption, kEdgesOption};

bool runBasicPropagate(const PassRun& run) { return runPropagation(run, {}); }

}  // namespace

Pass basicPropagatePass() {
  return {"sdy-basic-propagate",
          "Runs the basic sharding propagation algorithm: along every operation's rule, without conflicts, to the fixpoint",
          PassLevel::Module, kBasicPropagateOptions, runBasicPropagate};
}

}  // namespace shardlens
