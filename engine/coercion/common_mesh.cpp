#include <algorithm>

#include "engine/coercion/layout_plan.h"

namespace shardlens {

namespace {

bool isEmptyMesh(const Mesh& mesh) { return mesh.axes.empty() && mesh.deviceIds.empty(); }

// The mesh that has more sharded tensors than those before it; `fallback` where none is sharded.
AttrId mostUsed(ShardingBook& book, std::span<const AttrId> shardings, AttrId fallback) {
  std::vector<std::pair<AttrId, int>> counts;
  AttrId best = fallback;
  int most = 0;
  for (AttrId sharding : shardings) {
    if (!book.sharded(sharding)) continue;
    AttrId mesh = book[sharding].sharding.mesh;
    auto found = std::ranges::find(counts, mesh, &std::pair<AttrId, int>::first);
    if (found == counts.end()) found = counts.insert(counts.end(), {mesh, 0});
    if (++found->second > most) most = found->second, best = mesh;
  }
  return best;
}

}  // namespace

const Mesh* commonMeshOf(ShardingBook& book, std::span<const AttrId> shardings, AttrId* ref) {
  const Mesh* common = nullptr;
  for (AttrId sharding : shardings) {
    if (!sharding) continue;
    const KnownSharding& known = book[sharding];
    if (!known.mesh) return nullptr;
    bool first = !common || isEmptyMesh(*common);
    if (!first && isEmptyMesh(*known.mesh)) continue;
    if (!first && known.mesh->axes != common->axes) return nullptr;
    // One in the natural order of devices stands for all.
    if (!first && !known.mesh->deviceIds.empty()) continue;
    common = known.mesh;
    *ref = known.sharding.mesh;
  }
  if (!common || common->isMaximal()) return nullptr;
  *ref = mostUsed(book, shardings, *ref);
  return book.meshes().find(*ref);
}

}  // namespace shardlens
