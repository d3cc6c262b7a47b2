#include "engine/passes/passes.h"
#include "engine/propagation/propagation.h"

namespace shardlens {

namespace {

constexpr PassOption kOptions[] = {
    {"keep-sharding-rules", OptionType::Flag, "false", "whether to keep existing and created op sharding rules"},
    {"module-dump-directory", OptionType::Text, "", "accepted and without effect in this pass"},
    {"conservative-propagation", OptionType::Flag, "false", "whether to disallow split axes and non-divisible sharding axes during propagation"},
    {"debug-sharding-origins", OptionType::Flag, "false", "whether to save on every sharding where its axes come from"},
    {"debug-propagation-edge-sharding", OptionType::Flag, "false", "whether to save the edges along which each axis spread"},
};

bool run(const PassRun& run) {
  BasicPropagationOptions options;
  options.keepShardingRules = run.options.flag("keep-sharding-rules");
  options.conservative = run.options.flag("conservative-propagation");
  options.debugShardingOrigins = run.options.flag("debug-sharding-origins");
  options.debugPropagationEdges = run.options.flag("debug-propagation-edge-sharding");
  return propagateBasic(run.module, options, run.diagnostics);
}

}  // namespace

Pass basicPropagatePass() {
  return {"sdy-basic-propagate", "Runs the basic sharding propagation algorithm: along every operation's rule, without conflicts, to the fixpoint",
          PassLevel::Module, kOptions, run};
}

}  // namespace shardlens
