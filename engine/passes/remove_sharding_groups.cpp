#include "engine/passes/passes.h"

namespace shardlens {

namespace {

bool runRemoveShardingGroups(const PassRun& run) {
  std::vector<OpId> groups;
  for (OpId root : run.roots) {
    walk(run.module, root, [&](OpId op) {
      if (run.module.op(op).kind == OpKind::SdyShardingGroup) groups.push_back(op);
    });
  }
  for (OpId group : groups) run.module.erase(group);
  run.setChanged(!groups.empty());
  return true;
}

}  // namespace

Pass removeShardingGroupsPass() {
  return {"sdy-remove-sharding-groups",
          "Removes sharding groups once propagation has made their members alike",
          PassLevel::Module,
          {},
          runRemoveShardingGroups,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
