#pragma once

#include <span>

#include "engine/plan/plan.h"

namespace shardlens {

/// One way of propagating and what came of it.
struct StrategyRun {
  PlanPtr plan;
  std::size_t sharded = 0;  ///< values of the program as opened that some axis splits
};

/// Plans of one program with one set of annotations, made in different ways.
struct StrategyComparison {
  std::shared_ptr<const Module> opened;
  std::vector<StrategyRun> runs;
  std::vector<ValueId> differing;  ///< values of the program as opened whose sharding is not the same in all runs, in order
};

/// Runs every one of `options` over `opened`; null when cancelled. Interns into the module's context, as every run does.
std::shared_ptr<const StrategyComparison> compareStrategies(const std::shared_ptr<const Module>& opened,
                                                            std::span<const PlanOptions> options, Diagnostics& diagnostics,
                                                            Progress* progress = nullptr);

}  // namespace shardlens
