#pragma once

#include <cstdint>

#include "engine/ir/module.h"

namespace shardlens {

/// How often a `stablehlo.while` runs: counter from a constant, by a constant, while less than a constant; -1 where that is not so.
std::int64_t loopTrips(const Module& module, OpId loop);

}  // namespace shardlens
