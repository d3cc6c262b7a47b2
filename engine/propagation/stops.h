#pragma once

#include "engine/propagation/fixpoint.h"

namespace shardlens {

/// For each value that is sharded along some axis: why an operation beside it did not take part, if one did not.
std::vector<StopReason> findStops(const Flow& flow, const ShardingState& state, const Liveness& live, std::vector<AttrId>& ruleOf,
                                  RuleBook& rules);

}  // namespace shardlens
