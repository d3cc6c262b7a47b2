#pragma once

#include <span>

#include "engine/ir/module.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

/// Inserts reshards and collectives into `functions` so that every operation's operands and results can be met by what one chip has.
///
/// With `full`, every operation's tensors come to agree on how its factors are sharded. Without, only where that pays or is needed: a
/// product whose result can give way, concatenations of differently sharded pieces, arguments of calls, values with unreduced axes,
/// operations on a single device. False with a diagnostic where an operation's shardings contradict each other.
bool insertExplicitReshards(Module& module, std::span<const OpId> functions, bool full, Diagnostics& diagnostics);

}  // namespace shardlens
