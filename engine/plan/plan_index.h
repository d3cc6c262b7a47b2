#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/propagation/flow.h"
#include "engine/propagation/groups.h"

namespace shardlens {

/// Where a sharding stands in the imported module: a slot, or a result of a function.
struct TensorPlace {
  ValueId slot;
  OpId func;  ///< with `result`, where there is no slot
  std::uint32_t result = 0;

  [[nodiscard]] bool valid() const { return slot.valid() || func.valid(); }
  bool operator==(const TensorPlace&) const = default;
};

/// A plan's changes by place and its steps' tensors: what questions about a plan are answered from. For one thread at a time.
class PlanIndex {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  explicit PlanIndex(PlanPtr plan);

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] const PlanPtr& planPtr() const { return plan_; }
  [[nodiscard]] const Module& module() const { return *plan_->imported; }
  [[nodiscard]] const Flow& flow() const { return flow_; }
  [[nodiscard]] const ShardingGroups& groups() const { return groups_; }
  [[nodiscard]] const StepTable& table() const { return *plan_->trace.table; }
  /// A time after all changes; times are numbers of changes, and the state at a time is that before this change.
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(plan_->trace.changes.size()); }

  /// False for operations that the import took out of the program.
  [[nodiscard]] bool live(OpId op) const { return flow_.parent(op).valid(); }
  /// False for unused operations, which propagation takes out.
  [[nodiscard]] bool used(OpId op) const { return live(op) && !dead_[op.value]; }
  /// Places that stand for a value of the opened program, those with a sharding first.
  [[nodiscard]] std::vector<TensorPlace> placesOf(ValueId opened) const;
  /// Numbers of the changes at `place`, ascending.
  [[nodiscard]] std::span<const std::uint32_t> changesOf(const TensorPlace& place) const;
  /// Sharding of `place` at a time; invalid where it had none.
  [[nodiscard]] AttrId at(const TensorPlace& place, std::uint32_t time) const;
  /// The same decoded; without dimensions where it had none.
  [[nodiscard]] const TensorSharding& decodedAt(const TensorPlace& place, std::uint32_t time) const;
  [[nodiscard]] const Mesh* meshOf(AttrId sharding) const;
  /// Step that made a change; kNone for the opening of a user priority.
  [[nodiscard]] std::uint32_t stepOf(std::uint32_t change) const;
  /// Places of the tensors that step `index` looked at, as its rule counts them.
  [[nodiscard]] std::vector<TensorPlace> tensorsOf(std::uint32_t step) const;
  /// Places of the tensors of an operation, or of what flows in and out of an edge; nothing for an operation that passes nothing on.
  [[nodiscard]] std::vector<TensorPlace> tensorsOf(OpId op) const;
  /// The two places that propagation keeps alike for result `result` of `func`.
  [[nodiscard]] std::vector<TensorPlace> tensorsOfResult(OpId func, std::uint32_t result) const;
  /// The value of the imported module at a place: what the function returns there for a function's result.
  [[nodiscard]] ValueId valueAt(const TensorPlace& place) const;
  /// The value of the opened program that a place stands for, what a constraint that the import made constrains; invalid where there is
  /// none.
  [[nodiscard]] ValueId openedAt(const TensorPlace& place) const;
  [[nodiscard]] TypeId typeAt(const TensorPlace& place) const;

 private:
  void index();
  [[nodiscard]] bool live(ValueId value) const;
  PlanPtr plan_;
  Flow flow_;
  ShardingGroups groups_;
  std::vector<char> dead_;                            ///< by operation
  std::vector<std::uint32_t> firstOfSlot_, changes_;  ///< changes by slot, in compressed rows
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> ofResults_;
};

}  // namespace shardlens
