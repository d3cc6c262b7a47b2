#pragma once

#include "engine/plan/obstacle.h"

namespace shardlens {

/// What an operation would have had to pass on: along `factor` from tensor `holder` to tensor `to` of `op`.
struct Passage {
  const RuledOp& op;
  const ShardingRule& rule;
  std::size_t to, holder;
  std::int64_t factor;
  AxisPiece piece;
};

/// Sets by what the rival of `obstacle` won over the axis that the passage's holder has, and the step that brought it.
void judgeRival(const PlanIndex& index, Obstacle& obstacle, const Passage& passage, const Mesh& mesh);
/// Sets the step that brought the rival, where nobody competes with it.
void noteRivalStep(const PlanIndex& index, Obstacle& obstacle, const Mesh& mesh);

}  // namespace shardlens
