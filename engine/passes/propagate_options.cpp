#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

bool readStrategy(const PassRun& run, PropagationOptions& options) {
  const std::string& name = run.options.text(kStrategyOption.name);
  if (name == "basic") {
    options.strategy = FactorStrategy::Basic;
  } else if (name == "aggressive") {
    options.strategy = FactorStrategy::Aggressive;
  } else if (name == "basic-then-aggressive") {
    options.strategy = FactorStrategy::BasicThenAggressive;
  } else if (!name.empty()) {
    run.diagnostics.error({}, {}, "for the --propagation-strategy option: Cannot find option named '" + name + "'!");
    return false;
  }
  return true;
}

}  // namespace

bool readPropagationOptions(const PassRun& run, PropagationOptions& options) {
  options.keepShardingRules = run.options.flag(kKeepRulesOption.name);
  options.conservative = run.options.flag(kConservativeOption.name);
  options.debugShardingOrigins = run.options.flag(kOriginsOption.name);
  options.debugPropagationEdges = run.options.flag(kEdgesOption.name);
  const std::string& opPriority = run.options.text(kOpPriorityOption.name);
  if (!opPriority.empty()) options.opPriorities = opPriority == "true";
  return readStrategy(run, options);
}

bool runPropagation(const PassRun& run, PropagationOptions options) {
  return readPropagationOptions(run, options) && propagate(run.module, options, run.diagnostics);
}

}  // namespace shardlens
