#pragma once

#include "engine/ir/module.h"

namespace shardlens {

/// Bridges every result and region argument through which values flow into or out of the regions of `op` by an `sdy.data_flow_edge` with
/// its sharding. Those that have an edge already are left alone.
void addDataFlowEdges(Module& module, OpId op);

}  // namespace shardlens
