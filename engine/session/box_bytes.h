#pragma once

#include <memory>
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
    if (sharding.value >= known_.size()) known_.resize(sharding.value + 1);
    std::unique_ptr<const std::vector<int>>& list = known_[sharding.value];
    if (!list) list = std::make_unique<const std::vector<int>>(look(sharding));
    return *list;
  }

 private:
  [[nodiscard]] std::vector<int> look(AttrId sharding) const {
    std::vector<int> list;
    TensorSharding decoded = decodeSharding(context_, sharding);
    const Mesh* mesh = meshes_.find(decoded.mesh);
    for (const DimSharding& dim : decoded.dims)
      for (const AxisRef& axis : dim.axes)
        if (int index = mesh ? mesh->axisIndex(axis.name) : -1; index >= 0 && index < static_cast<int>(BoxShares::kAxes))
          list.push_back(index);
    return list;
  }
  Context& context_;
  const MeshTable& meshes_;
  std::vector<std::unique_ptr<const std::vector<int>>> known_;  ///< by AttrId
};

}  // namespace shardlens
