#pragma once

#include "engine/ir/module.h"
#include "engine/propagation/strategy.h"
#include "engine/propagation/trace.h"
#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"

namespace shardlens {

/// Propagates the shardings of the whole module to their fixpoint, in the reference's order of visits, and writes them into it.
/// Unused operations without effects are erased on the way. `trace`, when given, records each step. False with diagnostics, or when
/// cancelled.
bool propagate(Module& module, const PropagationOptions& options, Diagnostics& diagnostics, Trace* trace = nullptr,
               Progress* progress = nullptr);

using BasicPropagationOptions = PropagationOptions;

/// The same with the basic strategy and no priorities (-sdy-basic-propagate).
bool propagateBasic(Module& module, const BasicPropagationOptions& options, Diagnostics& diagnostics, Trace* trace = nullptr,
                    Progress* progress = nullptr);

}  // namespace shardlens
