#pragma once

#include "engine/passes/pass.h"

namespace shardlens {

// One function a pass, each in a file of its own; the registry lists them.
Pass basicPropagatePass();            ///< -sdy-basic-propagate
Pass populateOpShardingRulesPass();   ///< -sdy-populate-op-sharding-rules
Pass symbolDcePass();                 ///< -symbol-dce

}  // namespace shardlens
