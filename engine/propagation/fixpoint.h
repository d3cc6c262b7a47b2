#pragma once

#include <span>
#include <vector>

#include "engine/propagation/flow.h"
#include "engine/propagation/groups.h"
#include "engine/propagation/liveness.h"
#include "engine/propagation/propagator.h"
#include "engine/propagation/step_table.h"
#include "engine/rules/rules.h"

namespace shardlens {

/// Shardings while they spread: by slot, and of the functions' results.
struct ShardingState {
  std::vector<AttrId> values;                             ///< by the slot's ValueId::value
  std::unordered_map<OpId, std::vector<AttrId>> results;  ///< by function

  [[nodiscard]] AttrId at(ValueId slot) const { return slot ? values[slot.value] : AttrId(); }
};

/// What a run looks at and never changes, apart from what it remembers.
struct PropagationInputs {
  const Flow& flow;
  const ShardingGroups& groups;
  RuleBook& rules;
  StepTable& steps;
  std::vector<AttrId>& ruleOf;  ///< by operation, remembered; kNotAsked where not asked yet
  const PropagationOptions& options;
};

inline constexpr AttrId kNotAsked = AttrId(0xFFFFFFFEU);

/// One part of a run: a strategy and which operations may pass shardings on.
struct Phase {
  bool aggressive = false;
  std::int32_t userPriority = 0;
  std::int8_t opPriority = -1;  ///< -1: all operations at once
};

/// Spreads shardings over a module to their fixpoint, visiting operations in the reference's order.
class Fixpoint {
 public:
  Fixpoint(const PropagationInputs& inputs, ShardingState& state, Liveness& liveness, Trace* trace, Progress* progress);
  /// Runs one phase from a full list of operations. False when cancelled.
  bool run(const Phase& phase);

 private:
  void propagateFuncResults();
  void visit(OpId op);
  void visitByRule(OpId op);
  bool visitEdge(OpId op);
  bool visitFuncEdge(OpId op);
  bool visitBarrier(OpId op);
  bool visitIdentity(OpId op, ValueId result, AttrId resultIn, OpId edge);
  FactorMode modeOf(OpId op) const;
  AttrId ruleOf(OpId op);
  /// Applies the step of `rule` to the shardings gathered in `in_`, whose tensors are `slots`.
  bool apply(OpId op, AttrId rule, const FactorMode& mode, std::span<const ValueId> slots, OpId edge = {});
  Step stepOf(OpId op, AttrId rule, std::uint32_t pure) const;
  void beginStep(OpId op, AttrId rule, std::uint32_t pure);
  void standOff(OpId op, AttrId rule, std::uint32_t pure);
  void change(ValueId slot, AttrId sharding);
  void set(OpId op, ValueId slot, AttrId sharding, bool notify);
  void fillSiblings(ValueId slot, AttrId sharding);
  AttrId borderOfEdge(OpId edge, OpId computation) const;
  AttrId beforeEdge(OpId edge, AttrId sharding) const;
  AttrId afterEdge(OpId edge, AttrId sharding) const;

  // Who is to be visited again.
  void notify(OpId op, OpId changed);
  void notifyChanged(OpId op, ValueId value);
  void notifyUsers(OpId op, ValueId value);
  void notifyTerminator(OpId op, UseId use);

  const PropagationInputs inputs_;
  const Flow& flow_;
  const Module& m_;
  ShardingState& state_;
  Liveness& live_;
  Trace* trace_;
  Progress* progress_;
  Worklist worklist_;
  Phase phase_;
  std::uint16_t iteration_ = 0;
  std::vector<std::uint32_t> stoodOff_;  ///< by operation: its last pure step without changes but with a conflict, from 1
  std::vector<AttrId> in_;
  std::vector<ValueId> sources_, targets_, edgeSlots_;
  std::vector<ValueId> met_;  ///< values whose users were told, within one notification through calls
};

}  // namespace shardlens
