#include <algorithm>

#include "engine/plan/holders.h"
#include "engine/plan/why.h"

namespace shardlens {

namespace {

bool isManual(const Module& m, const Written& w, StrId axis) {
  if (m.op(w.op).kind != OpKind::SdyManualComputation) return false;
  std::vector<StrId> manual = manualAxesOf(m, w.op);
  return std::find(manual.begin(), manual.end(), axis) != manual.end();
}

/// Adds what of `found` is new; false where nothing is.
bool addNew(std::vector<Written>& all, const std::vector<Written>& found) {
  std::size_t before = all.size();
  for (const Written& w : found)
    if (std::find(all.begin(), all.end(), w) == all.end()) all.push_back(w);
  return all.size() > before;
}

PlanPtr planWithout(const Plan& plan, const std::vector<Written>& annotations, Progress* progress) {
  auto without = std::make_shared<Module>(*plan.opened);
  for (const Written& w : annotations) rewrite(*without, w, {});
  Diagnostics ignored;
  return makePlan(without, plan.options, ignored, progress);
}

/// What stands for `value` where the constraint that makes it was taken away.
ValueId standing(const Module& opened, const Module& left, ValueId value) {
  for (OpId def = opened.definingOp(value); def && opened.op(def).kind == OpKind::SdyShardingConstraint && left.erased(def);
       def = opened.definingOp(value))
    value = opened.operand(def, 0);
  return value;
}

}  // namespace

// One plan after the other shows who steps in for those taken away. Where many would, one after the other (a layer's weights for those of
// the layer before), that takes too long: then all are taken away whose axis is joined with the one asked for.
WhySupport whySupport(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis, unsigned mostRuns, Progress* progress) {
  constexpr unsigned kOneByOne = 6;
  WhySupport support;
  const Plan& plan = index.plan();
  std::vector<AxisAt> at = placesWith(index, opened, dim, axis);
  std::vector<Written> behind = annotationsBehind(index, at);
  support.own = behind.size();
  PlanPtr kept;
  std::optional<PlanIndex> rest;
  while (!at.empty() && support.runs < mostRuns && !(progress && progress->cancelled())) {
    const PlanIndex& now = rest ? *rest : index;
    bool more = addNew(support.annotations, behind);
    if (!more || support.runs >= kOneByOne) more = addNew(support.annotations, annotationsBehind(now, holdersAround(now, at))) || more;
    if (!more) {
      bool manual = std::all_of(behind.begin(), behind.end(), [&](const Written& w) { return isManual(*plan.opened, w, axis.name); });
      support.manual = manual && !behind.empty();
      return support;
    }
    kept = planWithout(plan, support.annotations, progress);
    if (!kept) return support;
    ++support.runs;
    rest.emplace(kept);
    at = placesWith(*rest, standing(*plan.opened, *kept->opened, opened), dim, axis);
    behind = annotationsBehind(*rest, at);
  }
  support.complete = at.empty();
  return support;
}

}  // namespace shardlens
