#pragma once

#include <array>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// How propagation meets an operation.
enum class FlowClass : std::uint8_t {
  Plain,  ///< by its rule
  Terminator,
  FuncReturn,
  DataFlow,  ///< its regions take and give values: while, case, if, optimization_barrier, manual and named computations
  Call,
  Edge,      ///< sdy.data_flow_edge
  FuncEdge,  ///< sdy.func_data_flow_edge
  Barrier,
};

using FlowClasses = std::array<FlowClass, kOpKinds + 1>;
/// Class of each kind of operation, unknown ones last.
const FlowClasses& flowClasses();
inline FlowClass flowClassOf(OpKind kind) {
  static const FlowClasses& all = flowClasses();
  return all[static_cast<std::size_t>(kind)];
}

/// A module as propagation walks it; nothing in here changes while shardings do.
class Flow {
 public:
  explicit Flow(const Module& module);

  [[nodiscard]] const Module& module() const { return module_; }
  /// Operation whose region holds `op`; invalid for the root.
  [[nodiscard]] OpId parent(OpId op) const { return parents_[op.value]; }
  /// Number of uses that each value has in the text.
  [[nodiscard]] const std::vector<std::uint32_t>& uses() const { return uses_; }
  /// All operations but the root, an operation before those in its regions.
  [[nodiscard]] const std::vector<OpId>& order() const { return order_; }
  /// Value that carries the sharding for `value`; invalid where none can.
  [[nodiscard]] ValueId slot(ValueId value) const { return slots_[value.value]; }
  /// Slots of the operands, then of the results of `op`.
  [[nodiscard]] std::span<const ValueId> tensors(OpId op) const {
    return {tensors_.data() + firstTensor_[op.value], firstTensor_[op.value + 1] - firstTensor_[op.value]};
  }

  // Functions and calls.
  [[nodiscard]] const std::vector<OpId>& functions() const { return functions_; }
  /// Functions whose results take part: `main` or the only one; without one called so, all that nobody calls.
  [[nodiscard]] std::vector<OpId> mains() const;
  /// Function that `call` calls; invalid where it is unknown or has no body.
  [[nodiscard]] OpId callee(OpId call) const;
  /// Calls of `func`, in the order in which its users are found.
  [[nodiscard]] std::span<const OpId> callers(OpId func) const;
  /// True when any symbol use names `func`, a call or not.
  [[nodiscard]] bool hasUsers(OpId func) const;
  [[nodiscard]] OpId enclosingFunc(OpId op) const;
  [[nodiscard]] BlockId body(OpId func) const { return module_.op(func).regionCount ? module_.entry(module_.regionOf(func)) : BlockId(); }

  /// Values that flow into the function edge `edge`: what its callers pass for an argument, or what the called function returns.
  void funcEdgeSources(OpId edge, std::vector<ValueId>& sources) const;

  // Data-flow edges.
  /// Operation whose operand, result or region argument the edge `edge` bridges; invalid where it stands on a plain value.
  [[nodiscard]] OpId edgeOwnerOp(OpId edge) const;
  /// Values that flow into the edge.
  void edgeSources(OpId edge, std::vector<ValueId>& sources) const;
  /// Targets of the edge besides its owner.
  void edgeTargets(OpId edge, std::vector<ValueId>& targets) const;
  /// The edge that `use` is a source of; invalid where it is none.
  [[nodiscard]] OpId edgeOfSource(UseId use) const;

 private:
  struct FuncInfo {
    std::string_view name;
    std::vector<OpId> callers;
    bool used = false;
  };
  void collect();
  void collectRegions(OpId op);
  void collectTensors();
  void collectCalls();
  void addUser(std::string_view name, OpId op);
  [[nodiscard]] OpId edgeOn(ValueId owner) const;

  const Module& module_;
  std::vector<OpId> order_, parents_;
  std::vector<std::uint32_t> uses_;
  std::vector<ValueId> slots_;
  std::vector<ValueId> tensors_;
  std::vector<std::uint32_t> firstTensor_;
  std::vector<OpId> functions_;
  std::vector<FuncInfo> info_;
  std::unordered_map<std::string_view, std::size_t> byName_;
  std::unordered_map<OpId, std::size_t> byOp_;
};

}  // namespace shardlens
