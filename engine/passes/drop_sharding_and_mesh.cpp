#include <array>

#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr std::array<std::string_view, 1> kShardingNames{"sdy.sharding"};

bool runDropShardingAndMesh(const PassRun& run) {
  Context& c = run.module.context();
  AttributeRewrite rewrite(run.module, [&c](AttrId dictionary, ShardingPlace place) {
    if (place == ShardingPlace::Function)
      dictionary = changeFunctionValues(c, dictionary, [&c](AttrId entry) { return without(c, entry, kShardingNames); });
    return without(c, dictionary, kShardingNames);
  });
  bool changed = false;
  for (OpId root : run.roots) {
    changed |= rewrite.run(root);
    std::vector<OpId> meshes;
    walk(run.module, root, [&](OpId op) {
      if (run.module.op(op).kind == OpKind::SdyMesh) meshes.push_back(op);
    });
    for (OpId mesh : meshes) run.module.erase(mesh);
    changed |= !meshes.empty();
  }
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass dropShardingAndMeshPass() {
  return {"sdy-drop-sharding-and-mesh",
          "Takes meshes and the shardings of operations, arguments and results out of the program",
          PassLevel::Module,
          {},
          runDropShardingAndMesh,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
