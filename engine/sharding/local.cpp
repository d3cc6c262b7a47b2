#include <algorithm>

#include "engine/sharding/local_shape.h"

namespace shardlens {

namespace {

std::int64_t divideUp(std::int64_t size, std::int64_t by) { return by <= 0 ? size : size / by + (size % by != 0 ? 1 : 0); }

// Coordinate of the chip at `position` along `axis`: the digit of the full axis' coordinate that the sub-axis stands for.
std::int64_t coordinate(const AxisRef& axis, const Mesh& mesh, std::int64_t position) {
  auto index = static_cast<std::size_t>(std::max(mesh.axisIndex(axis.name), 0));
  for (std::size_t minor = mesh.axes.size() - 1; minor > index; --minor) position /= mesh.axes[minor].size;
  std::int64_t full = position % mesh.axes[index].size;
  if (axis.isFull()) return full;
  return full / (mesh.axes[index].size / (axis.preSize * axis.size)) % axis.size;
}

}  // namespace

std::int64_t localSize(std::int64_t size, const DimSharding& dim, const Mesh& mesh) {
  return size == kDynamic ? kDynamic : divideUp(size, shardedSize(dim.axes, mesh));
}

std::vector<std::int64_t> localShape(std::span<const std::int64_t> whole, const TensorSharding& sharding, const Mesh& mesh) {
  std::vector<std::int64_t> shape(whole.begin(), whole.end());
  for (std::size_t d = 0; d < shape.size() && d < sharding.dims.size(); ++d) shape[d] = localSize(shape[d], sharding.dims[d], mesh);
  return shape;
}

TypeId localType(Context& c, TypeId tensor, const TensorSharding& sharding, const Mesh& mesh) {
  if (!isRankedTensor(c, tensor) || sharding.dims.empty()) return tensor;
  const TypeData& type = c.type(tensor);
  return c.tensor(localShape(type.ints, sharding, mesh), type.types[0], type.attr);
}

std::vector<Slice> sliceOfDevice(const std::vector<std::int64_t>& shape, const TensorSharding& sharding, const Mesh& mesh,
                                 std::int64_t position) {
  std::vector<Slice> box;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::int64_t piece = 0;
    std::int64_t size = shape[d];
    if (d < sharding.dims.size() && !mesh.axes.empty()) {
      for (const AxisRef& axis : sharding.dims[d].axes) piece = piece * mesh.sizeOf(axis) + coordinate(axis, mesh, position);
      size = localSize(shape[d], sharding.dims[d], mesh);
    }
    std::int64_t start = std::min(piece * size, shape[d]);
    box.push_back({start, std::min(size, shape[d] - start)});
  }
  return box;
}

}  // namespace shardlens
