#pragma once

#include <string>
#include <unordered_map>

#include "engine/coercion/layout_plan.h"
#include "engine/coercion/made_ops.h"
#include "engine/rules/rules.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

/// Makes layouts of one module's operations agree; what `insertExplicitReshards` works with.
///
/// Every function returns false with a diagnostic at the operation where there is no sensible way to go on.
class ReshardInserter {
 public:
  ReshardInserter(Module& module, bool full, Diagnostics& diagnostics);

  bool function(OpId func);

 private:
  bool region(RegionId region);
  bool operation(OpId op);
  bool plain(OpId op);
  [[nodiscard]] bool inFull(OpId op);

  // Where values go over a border that has a sharding of its own.
  bool checkBorders(OpId func);
  bool dataFlow(OpId op);
  bool call(OpId op);
  bool functionReturn(OpId func);
  /// Brings what `use` takes to `target` (invalid: none), by collectives where it is partial and, with `full`, by a reshard.
  bool bringTo(UseId use, AttrId target, const Place& place, bool full);

  // Partial values.
  /// All-reduces what `use` takes over the unreduced axes that `target` does not have.
  bool reduceUnless(UseId use, AttrId target, const Place& place);
  /// Makes what `use` takes partial over the unreduced axes that only `target` has; says in `made` whether it had to.
  bool makePartial(UseId use, AttrId target, const Place& place, bool* made);
  bool reshardToPartial(OpId reshard, bool* replaced);
  bool reduceOperands(OpId op);

  // Operations that run on one device only.
  bool singleDevice(OpId op, std::span<const AttrId> results);

  void apply(OpId op, const LayoutPlan& plan);
  void allReduceResults(OpId op, const LayoutPlan& plan);
  OpId functionNamed(AttrId name);
  bool fail(OpId op, std::string message);

  Module& module_;
  bool full_;
  Diagnostics& diagnostics_;
  ShardingBook book_;
  RuleBook rules_;
  LayoutPlanner planner_;
  LayoutOps make_;
  std::unordered_map<std::string_view, OpId> functions_;
  std::vector<AttrId> tensors_;  ///< shardings of the operation at hand
};

}  // namespace shardlens
