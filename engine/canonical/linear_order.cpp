#include "engine/canonical/linear_order.h"

#include <algorithm>
#include <cmath>

namespace shardlens {

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-6; }

std::int64_t preSizeOf(const AxisRef& axis) { return axis.isFull() ? 1 : axis.preSize; }

std::vector<AxisStride> stridesOf(const TensorSharding& sharding, std::span<const std::int64_t> shape, const Mesh& mesh) {
  std::vector<AxisStride> strides;
  double rows = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto& axes = sharding.dims[d].axes;
    std::int64_t parts = std::max<std::int64_t>(shardedSize(axes, mesh), 1);
    std::int64_t each = shape[d] / parts + (shape[d] % parts != 0);
    double stride = rows * static_cast<double>(each);
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
      strides.push_back({*axis, stride});
      stride *= static_cast<double>(mesh.sizeOf(*axis));
    }
    rows *= static_cast<double>(shape[d]);
  }
  std::ranges::stable_sort(strides, {}, &AxisStride::stride);
  return strides;
}

// Joins parts of one axis that lie next to each other, the more minor one first.
std::vector<AxisStride> joined(const std::vector<AxisStride>& strides, const Mesh& mesh) {
  std::vector<AxisStride> all;
  for (const AxisStride& next : strides) {
    if (!all.empty()) {
      AxisStride& last = all.back();
      bool follows = last.axis.name == next.axis.name && preSizeOf(next.axis) * mesh.sizeOf(next.axis) == preSizeOf(last.axis) &&
                     near(next.stride, last.stride * static_cast<double>(mesh.sizeOf(last.axis)));
      if (follows) {
        AxisRef both{next.axis.name, preSizeOf(next.axis), mesh.sizeOf(next.axis) * mesh.sizeOf(last.axis)};
        last.axis = both.preSize == 1 && both.size == mesh.axisSize(both.name) ? AxisRef{both.name} : both;
        continue;
      }
    }
    all.push_back(next);
  }
  return all;
}

}  // namespace

bool sameInLinearOrder(const TensorSharding& a, std::span<const std::int64_t> shapeA, const TensorSharding& b,
                       std::span<const std::int64_t> shapeB, const Mesh& mesh) {
  if (a.dims.size() != shapeA.size() || b.dims.size() != shapeB.size()) return false;
  auto same = [](const AxisStride& x, const AxisStride& y) { return x.axis == y.axis && near(x.stride, y.stride); };
  return std::ranges::equal(joined(stridesOf(a, shapeA, mesh), mesh), joined(stridesOf(b, shapeB, mesh), mesh), same);
}

}  // namespace shardlens
