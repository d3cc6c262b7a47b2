#pragma once

#include "engine/propagation/flow.h"
#include "engine/propagation/priorities.h"
#include "engine/rules/rules.h"

namespace shardlens {

/// What a fixpoint asks of a program's structure at every visit, looked up once for all runs over it.
///
/// Operations have places: their numbers in the order of the program.
class Schedule {
 public:
  Schedule(const Flow& flow, RuleBook& rules);

  [[nodiscard]] std::size_t size() const { return flow_.order().size(); }
  [[nodiscard]] OpId op(std::uint32_t place) const { return flow_.order()[place]; }
  [[nodiscard]] std::uint32_t place(OpId op) const { return places_[op.value]; }
  /// PassClass::index of the operation with the uses of the text.
  [[nodiscard]] std::uint8_t passClass(OpId op) const { return classes_[op.value]; }
  /// Places of the operations whose visit looks at the sharding of `slot`.
  [[nodiscard]] std::span<const std::uint32_t> readers(ValueId slot) const {
    return {readers_.data() + firstReader_[slot.value], firstReader_[slot.value + 1] - firstReader_[slot.value]};
  }
  /// Places of the operations that nothing uses and that may go, before any went.
  [[nodiscard]] const std::vector<std::uint32_t>& unused() const { return unused_; }
  /// Place of the innermost operation around `op` that has tensors; kNowhere where there is none.
  [[nodiscard]] std::uint32_t around(std::uint32_t place) const { return around_[place]; }
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;

  [[nodiscard]] static bool isBridge(FlowClass flow) {
    return flow == FlowClass::Edge || flow == FlowClass::FuncEdge || flow == FlowClass::Barrier;
  }
  /// An operation whose tensors are not its operands and results: a data-flow edge, a function's edge, a barrier.
  struct Bridge {
    AttrId rule;                       ///< invalid: it has no sources, or nothing that passes on
    bool idle = false;                 ///< argument of a function that nobody calls: nothing is to be done, by its own rule neither
    std::uint32_t first = 0, end = 0;  ///< its slots: sources, then the result
  };
  [[nodiscard]] const Bridge& bridge(std::uint32_t place) const;
  [[nodiscard]] std::span<const ValueId> slots(const Bridge& bridge) const {
    return {bridgeSlots_.data() + bridge.first, bridge.end - bridge.first};
  }

 private:
  void addBridge(OpId op, RuleBook& rules);
  void listReaders();

  const Flow& flow_;
  std::vector<std::uint32_t> places_, around_, unused_, firstReader_, readers_;
  std::vector<std::uint8_t> classes_;
  std::vector<std::uint32_t> bridgePlaces_;  ///< ascending
  std::vector<Bridge> bridges_;              ///< of the same
  std::vector<ValueId> bridgeSlots_;
};

}  // namespace shardlens
