#pragma once

#include "engine/propagation/fixpoint.h"

namespace shardlens {

/// The shardings that a module's text gives to its slots and to its functions' results.
ShardingState readShardings(const Flow& flow);

/// Writes what `now` has changed since `before` into the module; operations that are no longer alive are left out.
void writeShardings(Module& module, const Flow& flow, const ShardingState& before, const ShardingState& now, const Liveness& live);

}  // namespace shardlens
