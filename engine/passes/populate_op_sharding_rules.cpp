#include "engine/passes/passes.h"
#include "engine/rules/rules.h"

namespace shardlens {

namespace {

constexpr PassOption kOptions[] = {
    {"conservative-propagation", OptionType::Flag, "false", "whether to disallow rules that can propagate non-divisible sharding axes"},
};

bool run(const PassRun& run) {
  populateRules(run.module, run.options.flag("conservative-propagation"));
  return true;
}

}  // namespace

Pass populateOpShardingRulesPass() {
  return {"sdy-populate-op-sharding-rules", "Gives every operation its sharding rule as an attribute", PassLevel::Function, kOptions, run};
}

}  // namespace shardlens
