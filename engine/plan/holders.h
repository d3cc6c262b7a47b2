#pragma once

#include "engine/plan/axis_sources.h"

namespace shardlens {

/// Places that hold some of the same axis at the end of the plan and are joined with `at` by factors of operations between which all hold
/// it, `at` first: who would give it where nearer sources go. Interns rules.
std::vector<AxisAt> holdersAround(const PlanIndex& index, const std::vector<AxisAt>& at);

}  // namespace shardlens
