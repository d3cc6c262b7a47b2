#include <algorithm>

#include "engine/coercion/layout_plan.h"

namespace shardlens {

namespace {

struct Conflict {
  std::optional<std::size_t> factor;
  AxisList operandAxes;
  AxisList summedOver;
};

// Looks for the one factor on which the result differs from the operands. False where the operands themselves are in conflict, or more
// than one factor is, or the result is bigger than what it is in conflict with.
bool findConflict(const FactorQuestion& q, const TensorFactors& result, Conflict& conflict) {
  const TensorFactors& lhs = q.projection.tensors[0];
  const TensorFactors& rhs = q.projection.tensors[1];
  AxisList seen;
  for (std::size_t f = 0; f < q.rule.factorSizes.size(); ++f) {
    const FactorSharding& l = lhs.factors[f];
    const FactorSharding& r = rhs.factors[f];
    if (!l.present && !r.present) continue;
    const AxisList& axes = l.present ? l.axes : r.axes;
    std::int64_t size = l.present ? q.tensorSizes[0] : q.tensorSizes[1];
    if (l.present && r.present) {
      size = std::max(size, q.tensorSizes[1]);
      if (l.axes != r.axes) return false;
      if (q.rule.kind(static_cast<std::int64_t>(f)) == FactorKind::Reduction) {
        conflict.summedOver.insert(conflict.summedOver.end(), axes.begin(), axes.end());
        continue;
      }
    } else {
      if (overlaps(axes, seen)) return false;
      seen.insert(seen.end(), axes.begin(), axes.end());
    }
    if (!result.factors[f].present || result.factors[f].axes == axes) continue;
    if (axes.empty() || conflict.factor || q.tensorSizes[2] > size) return false;
    conflict.factor = f;
    conflict.operandAxes = axes;
  }
  return conflict.factor.has_value();
}

}  // namespace

bool letResultOfProductGiveWay(const FactorQuestion& question, TensorFactors& result) {
  Conflict conflict;
  if (!findConflict(question, result, conflict)) return false;
  AxisList& axes = result.factors[*conflict.factor].axes;
  if (axes.empty() || axes != conflict.summedOver) return false;
  axes = conflict.operandAxes;
  return true;
}

}  // namespace shardlens
