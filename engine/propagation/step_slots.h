#pragma once

#include <vector>

#include "engine/propagation/flow.h"
#include "engine/propagation/trace.h"

namespace shardlens {

/// Slots between which a step passed shardings, as its pure step counts them: operands before results; invalid where one has no slot.
std::vector<ValueId> slotsOfStep(const Flow& flow, const Trace& trace, const Step& step);

/// The values that these slots carry the sharding for, as the operation names them.
std::vector<ValueId> tensorsOfStep(const Flow& flow, const Trace& trace, const Step& step);

}  // namespace shardlens
