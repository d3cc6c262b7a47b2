#pragma once

#include <deque>
#include <span>

#include "engine/coercion/agreement.h"
#include "engine/coercion/sharding_book.h"
#include "engine/ir/intern.h"

namespace shardlens {

/// New sharding of one tensor of an operation; operands are numbered before results.
struct LayoutChange {
  std::uint32_t tensor = 0;
  AttrId sharding;
};

/// What has to happen around an operation so that each chip can run it on its parts.
struct LayoutPlan {
  AttrId mesh;                        ///< that its tensors share
  std::vector<LayoutChange> changes;  ///< operands are resharded to these before it, results from these after it
  AxisList allReduce;                 ///< axes over which its results are sums to be added up
  std::string problem;                ///< why there is no plan; empty otherwise
  [[nodiscard]] bool empty() const { return changes.empty() && allReduce.empty() && problem.empty(); }
};

/// Makes layout plans and remembers them: a plan is a pure function of the rule and the types and shardings of the tensors, and equal
/// layers meet equal ones.
class LayoutPlanner {
 public:
  explicit LayoutPlanner(ShardingBook& book) : book_(book) {}

  /// Plan of `op` with `rule`, whose tensors have these shardings (invalid: none), operands before results. With `full`, all tensors come
  /// to agree; without, only a product's result gives way, and sums that stay partial are looked after.
  const LayoutPlan& plan(OpId op, AttrId rule, std::span<const AttrId> shardings, bool full);

 private:
  struct Key {
    std::uint32_t first = 0, count = 0;
  };
  struct Question;
  LayoutPlan compute(OpId op, AttrId rule, std::span<const AttrId> shardings, bool full);
  void agreeInFull(Question& question, LayoutPlan& plan, AxisList& reductionAxes);
  bool keepOffPartial(const Question& question, AxesPerFactor& axes) const;
  void reductionsInUse(const Question& question, LayoutPlan& plan, AxisList& reductionAxes);

  ShardingBook& book_;
  InternTable known_;
  std::vector<std::uint32_t> key_, keys_;
  std::vector<Key> places_;
  std::deque<LayoutPlan> plans_;
};

/// The mesh that all `shardings` (invalid: none) share, the order of devices not considered: the one most in use. Null where they have none
/// or different ones, or one of a single device.
const Mesh* commonMeshOf(ShardingBook& book, std::span<const AttrId> shardings, AttrId* ref);

/// For a product whose operands agree and whose result is in conflict with one of them on one factor, by just the axes that are summed
/// over: gives the result the operand's axes and returns true. The result is then resharded instead of the bigger operand.
bool letResultOfProductGiveWay(const FactorQuestion& question, TensorFactors& result);

}  // namespace shardlens
