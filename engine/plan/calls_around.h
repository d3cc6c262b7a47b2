#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/outline/outline.h"
#include "engine/plan/plan.h"

namespace shardlens {

/// Calls of the opened program through which an operation of the imported one is reached, the outermost first: a function's operations
/// stand there once for each of its calls.
std::vector<OpId> callsAround(const Plan& plan, OpId imported);

/// Path of a box inside a function as it is seen through these calls: `main/layer_3/normalise/divide`.
std::string pathThrough(const Outline& outline, std::span<const OpId> calls, BoxId box);

}  // namespace shardlens
