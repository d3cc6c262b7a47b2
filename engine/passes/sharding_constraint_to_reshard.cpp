#include "engine/passes/passes.h"

namespace shardlens {

namespace {

// Both kinds have one operand, one result and a `sharding`, so a constraint becomes a reshard where it stands.
bool runShardingConstraintToReshard(const PassRun& run) {
  bool changed = false;
  for (OpId root : run.roots) {
    walk(run.module, root, [&](OpId op) {
      if (run.module.op(op).kind != OpKind::SdyShardingConstraint) return;
      run.module.op(op).kind = OpKind::SdyReshard;
      changed = true;
    });
  }
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass shardingConstraintToReshardPass() {
  return {"sdy-sharding-constraint-to-reshard",
          "Turns sharding constraints into reshards",
          PassLevel::Function,
          {},
          runShardingConstraintToReshard,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
