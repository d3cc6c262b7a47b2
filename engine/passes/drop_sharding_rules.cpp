#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr std::string_view kShardingRule = "sdy.sharding_rule";

bool runDropShardingRules(const PassRun& run) {
  Context& c = run.module.context();
  AttributeRewrite rewrite(run.module, [&c](AttrId dictionary, ShardingPlace) {
    AttrId rule = c.get(dictionary, kShardingRule);
    bool ours = rule && c.kind(rule) == AttrKind::SdyOpShardingRule && c.attr(rule).sub == 0;
    return ours ? c.with(dictionary, kShardingRule, {}) : dictionary;
  });
  bool changed = false;
  for (OpId root : run.roots) changed |= rewrite.run(root);
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass dropShardingRulesPass() {
  return {"sdy-drop-sharding-rules",
          "Removes sharding rules from operations, but those that say that they are custom",
          PassLevel::Function,
          {},
          runDropShardingRules,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
