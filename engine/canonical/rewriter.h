#pragma once

#include <span>

#include "engine/canonical/op_worklist.h"
#include "engine/ir/clone.h"
#include "engine/ir/module.h"

namespace shardlens {

/// Changes a module and sees to it that operations that may have become simpler are met again.
class Rewriter {
 public:
  Rewriter(Module& module, RegionId scope) : module_(module), scope_(scope) {}

  [[nodiscard]] Module& module() { return module_; }
  [[nodiscard]] Context& context() { return module_.context(); }
  OpWorklist& worklist() { return worklist_; }
  [[nodiscard]] RegionId scope() const { return scope_; }

  /// Puts `op` on the list, and behind it the operations around it; nothing outside of the scope.
  void revisit(OpId op);
  /// Makes an operation before `anchor` that takes operands and result types as given.
  OpId createBefore(OpId anchor, const Module::NewOp& op);
  /// An operation of `kind` with the operand and result type of the unary `model` in its place.
  OpId createUnary(OpId model, OpKind kind, ValueId operand, AttrId attributes, AttrId location);
  /// Gives all users of `from` the value `to`.
  void replaceUses(ValueId from, ValueId to);
  void setOperand(UseId use, ValueId value);
  /// Replaces the results of `op` by `values` and erases it.
  void replace(OpId op, std::span<const ValueId> values);
  void replace(OpId op, ValueId value) { replace(op, {&value, 1}); }
  /// Erases `op`, users inside it before what they use.
  void erase(OpId op);
  /// Copies the operations of `body`, its terminator left out, before `anchor`.
  void cloneBodyBefore(BlockId body, OpId anchor, CloneMap& map);
  /// Location of what is made out of several operations.
  AttrId fusedLocation(std::initializer_list<OpId> ops);

 private:
  void addLocation(AttrId location, std::vector<AttrId>& all) const;
  void eraseOne(OpId op);
  void revisitOperands(OpId op);

  Module& module_;
  RegionId scope_;
  OpWorklist worklist_;
};

/// True for an operation without effects; where nobody uses its results it may go. Terminators and symbols never may.
bool wouldBeDead(const Module& module, OpId op);
/// The same with results that nobody uses.
bool isDead(const Module& module, OpId op);
/// True where `value` has exactly one use.
bool hasOneUse(const Module& module, ValueId value);

}  // namespace shardlens
