#pragma once

#include "engine/plan/obstacle.h"

namespace shardlens {

/// Sets by what the rival of `obstacle` won over the axis that `holder` has, and the step that brought it.
void judgeRival(const PlanIndex& index, Obstacle& obstacle, const AxisAt& holder, const Mesh& mesh);

}  // namespace shardlens
