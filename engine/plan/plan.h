#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/plan/origins.h"
#include "engine/propagation/propagator.h"
#include "engine/propagation/step_table.h"
#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"

namespace shardlens {

/// What a person chooses about the propagation; the default is that of the whole pipeline.
struct PlanOptions {
  FactorStrategy strategy = FactorStrategy::Aggressive;
  bool opPriorities = true;
  bool userPriorities = true;
  bool conservative = false;
  bool operator==(const PlanOptions&) const = default;
};

/// Shardings of a plan that name a mesh which the import lifted out of shardings, as the text has them: with the mesh in them.
using InlineShardings = std::unordered_map<AttrId, AttrId>;

/// The plan of one program with one set of annotations: all shardings, and every step that led to them. Immutable.
///
/// Propagation works on `imported`, what the import passes make of the program: calls taken apart, data-flow edges added, constants split.
/// Steps and changes speak of that module; `origins` leads to the program as opened. A change is to a slot: `slotOf` says which values
/// take their sharding from which.
struct Plan {
  PlanOptions options;
  std::shared_ptr<const Module> opened;
  std::shared_ptr<const Module> imported;
  std::shared_ptr<const Origins> origins;
  std::shared_ptr<const std::vector<ValueId>> slotOf;  ///< by imported ValueId; invalid where the value cannot have a sharding
  ShardingPlan result;                                 ///< the fixpoint, by imported ValueId
  std::vector<AttrId> start;                           ///< shardings before the first step, by slot
  Trace trace;                                         ///< its table is this plan's own; const calls on it are for one thread at a time
  std::shared_ptr<const InlineShardings> inlined;      ///< null where the text has no mesh in a sharding
  bool complete = false;                               ///< false: a pass refused the program (see the diagnostics)

  /// Sharding of a value of the opened program after all steps; invalid where it has none.
  [[nodiscard]] AttrId shardingOf(ValueId openedValue) const;
  /// A sharding of the imported program as one of the opened program.
  [[nodiscard]] AttrId asOpened(AttrId sharding) const;
};

using PlanPtr = std::shared_ptr<const Plan>;

/// Runs the import passes that stand before propagation in the whole pipeline over `module`; false with diagnostics where one fails.
bool importForPropagation(Module& module, Diagnostics& diagnostics);

/// Makes the plan of `opened` as it stands, from scratch. Null when cancelled.
PlanPtr makePlan(std::shared_ptr<const Module> opened, const PlanOptions& options, Diagnostics& diagnostics, Progress* progress = nullptr);

}  // namespace shardlens
