#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/propagation/groups.h"
#include "engine/propagation/listeners.h"
#include "engine/propagation/rerun.h"
#include "engine/propagation/step_table.h"
#include "engine/propagation/trace.h"
#include "engine/support/progress.h"

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
  const Schedule& schedule;
  Listeners& listeners;
  const ShardingGroups& groups;
  RuleBook& rules;
  StepTable& steps;
  std::vector<AttrId>& ruleOf;  ///< by operation, remembered; kNotAsked where not asked yet
  const PropagationOptions& options;
};

inline constexpr AttrId kNotAsked = AttrId(0xFFFFFFFEU);

/// Spreads shardings over a module to their fixpoint, visiting operations in the reference's order.
///
/// A visit does nothing if neither a sharding that it looks at nor its mode has changed since the last one, or if there is no sharding at
/// all; such visits are left out, which is nearly all of them. What is left is met in the same order.
class Fixpoint {
 public:
  Fixpoint(const PropagationInputs& inputs, ShardingState& state, Liveness& liveness, Trace* trace, Progress* progress);
  /// What comes out as in `earlier`, a complete run over the same program whose log is there, is repeated. Instead of refresh().
  void repeat(const Trace& earlier);
  /// Runs one phase over all operations. False when cancelled.
  bool run(const Phase& phase);
  /// Shardings have changed by other hands than this.
  void refresh();

 private:
  // Which visits are due.
  void enter(const Phase& phase);
  void setDue(ValueId slot);
  [[nodiscard]] FactorMode modeOf(OpId op) const;
  [[nodiscard]] bool usesChanged() const { return !live_.dropped().empty(); }

  // The sweep, cut into stretches.
  bool sweep();
  bool play(std::uint32_t place);
  void playResults();
  bool repeatStretch(std::uint32_t place);
  [[nodiscard]] bool repeatable(std::uint32_t place) const;
  struct Mark {
    std::size_t visits = 0, steps = 0, changes = 0, standoffs = 0;
  };
  [[nodiscard]] Mark mark() const;
  static bool did(const Mark& since, const Mark& now);
  void close(std::uint32_t place, const Mark& since);

  // Visits.
  void propagateFuncResults();
  void propagateFuncResult(OpId func, ValueId returned, std::uint32_t index, AttrId& result);
  void visit(std::uint32_t place);
  bool visitBridge(OpId op, FlowClass flow);
  bool visitByRule(OpId op);
  AttrId ruleOf(OpId op);
  /// Applies the step of `rule` to the shardings gathered in `in_`, whose tensors are `slots`.
  bool apply(OpId op, AttrId rule, const FactorMode& mode, std::span<const ValueId> slots, OpId edge = {});

  // What a step changes.
  Step stepOf(OpId op, AttrId rule, std::uint32_t pure) const;
  void beginStep(OpId op, AttrId rule, std::uint32_t pure);
  std::uint32_t& lastStandoff(OpId op);
  void standOff(OpId op, AttrId rule, std::uint32_t pure);
  void change(ValueId slot, AttrId sharding);
  void set(ValueId slot, AttrId sharding, bool notify);
  void fillSiblings(ValueId slot, AttrId sharding);
  void notifyChanged(ValueId value);
  AttrId borderOfEdge(OpId edge, OpId computation) const;
  AttrId beforeEdge(OpId edge, AttrId sharding) const;
  AttrId afterEdge(OpId edge, AttrId sharding) const;

  const PropagationInputs inputs_;
  const Flow& flow_;
  const Schedule& schedule_;
  const Module& m_;
  ShardingState& state_;
  Liveness& live_;
  Trace* trace_;
  Progress* progress_;
  RunLog* log_;
  VisitList list_;
  std::optional<Rerun> rerun_;
  std::uint64_t visited_ = 0;
  Phase phase_;
  std::uint16_t iteration_ = 0;
  std::uint32_t place_ = 0;                                  ///< of the operation that is visited
  std::array<FactorMode, PassClass::kCount> modes_;          ///< of this phase, by PassClass::index
  std::array<std::uint32_t, PassClass::kCount> modeBits_{};  ///< the same as FactorMode::bits
  std::vector<unsigned char> lastMode_;                      ///< by place: bits of the mode of the last step tried; kUntried before it
  std::vector<std::uint32_t> stoodOff_;              ///< by operation: its last pure step without changes but with a conflict, from 1
  std::vector<std::array<AttrId, 2>> lastReturned_;  ///< by number: what was last tried between a returned value and its function's result
  bool lastAggressive_ = false;
  std::vector<AttrId> in_;
};

}  // namespace shardlens
