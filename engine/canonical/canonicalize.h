#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

enum class RegionSimplification : std::uint8_t { Disabled, Normal, Aggressive };

struct CanonicalizeOptions {
  bool topDown = true;
  RegionSimplification regions = RegionSimplification::Normal;
  std::int64_t maxIterations = 10;    ///< -1: until nothing changes
  std::int64_t maxNumRewrites = -1;   ///< in one iteration; -1: no limit
  std::vector<std::string> disabled;  ///< labels or names of patterns
  std::vector<std::string> enabled;   ///< empty: all
};

/// How a run ended.
struct CanonicalizeResult {
  bool converged = true;  ///< the last iteration found nothing to do
  bool changed = false;
};

/// Brings the operations inside `roots` to their canonical forms: dead ones go, constants are shared and stand first, patterns of
/// operations are applied until none fits, control flow is simplified.
CanonicalizeResult canonicalize(Module& module, std::span<const OpId> roots, const CanonicalizeOptions& options);

}  // namespace shardlens
