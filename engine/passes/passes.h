#pragma once

#include "engine/passes/pass.h"

namespace shardlens {

// One function a pass, each in a file of its own; the registry lists them.
Pass aggressivePropagatePass();      ///< -sdy-aggressive-propagate
Pass basicPropagatePass();           ///< -sdy-basic-propagate
Pass opPriorityPropagatePass();      ///< -sdy-op-priority-propagate
Pass populateOpShardingRulesPass();  ///< -sdy-populate-op-sharding-rules
Pass symbolDcePass();                ///< -symbol-dce
Pass userPriorityPropagatePass();    ///< -sdy-user-priority-propagate

}  // namespace shardlens
