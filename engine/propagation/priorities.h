#pragma once

#include "engine/propagation/factors.h"
#include "engine/propagation/liveness.h"

namespace shardlens {

/// True for operations whose result elements come from the operands' elements at the same place, constraints and barriers among them.
bool isElementwise(const Module& module, OpId op);

/// Rounds of op-priority propagation: pass-through operations whose operands have one use; all of them; pass-through factors; everything
/// but broadcasts forward; everything.
inline constexpr int kOpPriorities = 5;

/// Sets in which direction `op` may pass shardings on in round `opPriority`, which includes the rounds before.
void setDirections(FactorMode& mode, const Module& module, const Liveness& liveness, OpId op, int opPriority);

}  // namespace shardlens
