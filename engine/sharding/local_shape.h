#pragma once

#include <span>
#include <vector>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// What a chip holds of a tensor of this shape, in elements a dimension, rounded up; a dynamic size stays one. Interns nothing.
std::vector<std::int64_t> localShape(std::span<const std::int64_t> shape, const TensorSharding& sharding, const Mesh& mesh);

}  // namespace shardlens
