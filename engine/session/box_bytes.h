#pragma once

#include <unordered_map>
#include <vector>

#include "engine/session/snapshot.h"

namespace shardlens {

/// Bytes of the whole tensor; 0 for what is none.
inline double tensorBytes(const Context& c, TypeId type) {
  if (!isRankedTensor(c, type)) return 0;
  double bytes = storageBits(c, elementOf(c, type)) / 8.0;
  for (std::int64_t size : shapeOf(c, type)) bytes *= size == kDynamic ? 1.0 : static_cast<double>(size);
  return bytes;
}

/// Indices of the axes that split the tensor; remembered, since a program has few different shardings.
class AxisLists {
 public:
  AxisLists(Context& context, const MeshTable& meshes) : context_(context), meshes_(meshes) {}
  const std::vector<int>& of(AttrId sharding) {
    auto [it, fresh] = known_.try_emplace(sharding.value);
    if (!fresh) return it->second;
    TensorSharding decoded = decodeSharding(context_, sharding);
    const Mesh* mesh = meshes_.find(decoded.mesh);
    for (const DimSharding& dim : decoded.dims)
      for (const AxisRef& axis : dim.axes)
        if (int index = mesh ? mesh->axisIndex(axis.name) : -1; index >= 0 && index < static_cast<int>(BoxShares::kAxes))
          it->second.push_back(index);
    return it->second;
  }

 private:
  Context& context_;
  const MeshTable& meshes_;
  std::unordered_map<std::uint32_t, std::vector<int>> known_;
};

}  // namespace shardlens
