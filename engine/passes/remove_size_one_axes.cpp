#include <algorithm>

#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

bool hasSizeOneAxes(const MeshTable& meshes) {
  auto isOne = [](const MeshAxis& axis) { return axis.size == 1; };
  return std::ranges::any_of(meshes.entries(), [&](const auto& entry) { return std::ranges::any_of(entry.mesh.axes, isOne); });
}

AttrId withoutSizeOneAxes(Context& c, AttrId attr, const MeshTable& meshes) {
  TensorSharding sharding = decodeSharding(c, attr);
  const Mesh* mesh = meshes.find(sharding.mesh);
  if (!mesh) return attr;
  auto dropOnes = [&](std::vector<AxisRef>& axes) { std::erase_if(axes, [&](const AxisRef& axis) { return mesh->sizeOf(axis) == 1; }); };
  for (DimSharding& dim : sharding.dims) {
    dropOnes(dim.axes);
    // A closed dimension without axes has nothing to give a priority to.
    if (dim.axes.empty() && dim.closed) dim.priority.reset();
  }
  dropOnes(sharding.replicated);
  dropOnes(sharding.unreduced);
  return encodeSharding(c, sharding);
}

bool runRemoveSizeOneAxes(const PassRun& run) {
  MeshTable meshes(run.module);
  auto change = [&](AttrId sharding) { return withoutSizeOneAxes(run.module.context(), sharding, meshes); };
  run.setChanged(hasSizeOneAxes(meshes) && changeShardings(run.module, run.module.root(), change));
  return true;
}

}  // namespace

Pass removeSizeOneAxesPass() {
  return {"sdy-remove-size-one-axes",
          "Removes axes of size one from all shardings; the meshes keep them",
          PassLevel::Module,
          {},
          runRemoveSizeOneAxes,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
