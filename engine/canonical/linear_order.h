#pragma once

#include "engine/sharding/sharding.h"

namespace shardlens {

/// Place of an axis in a sharded tensor's row-major order: chips that differ by one on it hold elements that are `stride` apart.
struct AxisStride {
  AxisRef axis;
  double stride = 1;
};

/// True where two shardings give every chip the same elements of two tensors that are reshapes of each other.
bool sameInLinearOrder(const TensorSharding& a, std::span<const std::int64_t> shapeA, const TensorSharding& b,
                       std::span<const std::int64_t> shapeB, const Mesh& mesh);

}  // namespace shardlens
