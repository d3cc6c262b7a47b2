#pragma once

#include <string>

#include "engine/ir/module.h"
#include "engine/propagation/trace.h"
#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"

namespace shardlens {

struct BasicPropagationOptions {
  bool keepShardingRules = false;
  bool conservative = false;
  bool debugShardingOrigins = false;
  bool debugPropagationEdges = false;
};

/// Basic propagation of the whole module to its fixpoint, in the reference's order of visits (-sdy-basic-propagate).
/// Shardings are written into the module. `trace`, when given, records each step. False with diagnostics, or when cancelled.
bool propagateBasic(Module& module, const BasicPropagationOptions& options, Diagnostics& diagnostics, Trace* trace = nullptr, Progress* progress = nullptr);

}  // namespace shardlens
