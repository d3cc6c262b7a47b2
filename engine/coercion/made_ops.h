#pragma once

#include "engine/sharding/sharding.h"

namespace shardlens {

/// Where new operations go: before `before`, or at the end of `block`. Several made at one place stand in the order in which they were
/// made.
struct Place {
  BlockId block;
  OpId before;

  static Place beforeOp(const Module& m, OpId op) { return {m.op(op).block, op}; }
  static Place afterOp(const Module& m, OpId op) { return {m.op(op).block, m.op(op).next}; }
  static Place afterValue(const Module& m, ValueId value) {
    if (OpId def = m.definingOp(value)) return afterOp(m, def);
    return {m.owningBlock(value), m.block(m.owningBlock(value)).firstOp};
  }
};

/// Makes changes of layout; each comes from the place of the value that it changes.
class LayoutOps {
 public:
  explicit LayoutOps(Module& module) : module_(module) {}

  ValueId reshard(const Place& place, ValueId input, AttrId sharding);
  ValueId allReduce(const Place& place, ValueId input, const std::vector<AxisRef>& axes, ReductionOp reduction, AttrId sharding);
  ValueId replicatedToUnreduced(const Place& place, ValueId input, const std::vector<AxisRef>& axes, AttrId sharding);
  /// `axes` has a list per dimension.
  ValueId shardedToUnreduced(const Place& place, ValueId input, const std::vector<std::vector<AxisRef>>& axes, AttrId sharding);
  /// Gives all users of `from` the result `to` of an operation that uses `from` itself.
  void replaceOtherUses(ValueId from, ValueId to);

 private:
  using Attributes = std::vector<std::pair<StrId, AttrId>>;
  ValueId make(const Place& place, OpKind kind, ValueId input, Attributes attributes);
  AttrId axisList(const std::vector<AxisRef>& axes);

  Module& module_;
};

}  // namespace shardlens
