#include "engine/passes/passes.h"
#include "engine/propagation/run_state.h"
#include "engine/rules/rules.h"

namespace shardlens {

namespace {

constexpr PassOption kPopulateRulesOptions[] = {
    {"conservative-propagation", OptionType::Flag, "false", "whether to disallow rules that can propagate non-divisible sharding axes"},
};

/// Says once of operations and once of custom calls that one has no rule.
void warnOfFirstUnknown(const PassRun& run) {
  RuleBook rules(run.module, false);
  bool warned[2] = {false, false};
  for (OpId root : run.roots) {
    walk(run.module, root, [&](OpId op) {
      OpKind kind = run.module.op(op).kind;
      bool& done = warned[kind == OpKind::StablehloCustomCall ? 1 : 0];
      if (done || RuleBook::hasRuleByKind(kind)) return;
      std::string why = rules.whyNone(op);
      done = !why.empty();
      if (done) reportAt(run.diagnostics, Severity::Warning, run.module, op, std::move(why));
    });
  }
}

bool runPopulateRules(const PassRun& run) {
  warnOfFirstUnknown(run);
  populateRules(run.module, run.options.flag("conservative-propagation"));
  return true;
}

}  // namespace

Pass populateOpShardingRulesPass() {
  return {"sdy-populate-op-sharding-rules", "Gives every operation its sharding rule as an attribute", PassLevel::Function,
          kPopulateRulesOptions, runPopulateRules};
}

}  // namespace shardlens
