#pragma once

#include "engine/propagation/factors.h"

namespace shardlens {

/// What a step could not settle on one of its factors.
enum class ConflictKind : std::uint8_t {
  None,
  Axes,     ///< two tensors split the factor along axes of which neither list begins the other
  Blocked,  ///< axes that one tensor has may pass to another, which could not take them: closed, used elsewhere or not dividing
};

struct Conflict {
  ConflictKind kind = ConflictKind::None;
  std::int32_t factor = -1;
  [[nodiscard]] bool any() const { return kind != ConflictKind::None; }
};

/// The worst that is left in `after`, what a step of `rule` in `mode` made; on the first factor that has it.
Conflict conflictAfter(const Projection& after, const ShardingRule& rule, const FactorMode& mode);

}  // namespace shardlens
