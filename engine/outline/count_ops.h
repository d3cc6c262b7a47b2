#pragma once

#include "engine/outline/outline.h"

namespace shardlens {

/// Sets `ops` of every box; boxes are numbered. A call counts what it calls, so that a function counts wherever it is shown; one that calls
/// itself counts there as one operation.
void countOps(const Module& module, Outline& outline);

}  // namespace shardlens
