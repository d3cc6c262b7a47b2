#include "engine/plan/plan.h"

#include "engine/plan/planner.h"

namespace shardlens {

AttrId Plan::shardingOf(ValueId openedValue) const {
  for (ValueId made : origins->made(openedValue))
    if (AttrId sharding = result.of(made)) return sharding;
  return {};
}

PlanPtr makePlan(std::shared_ptr<const Module> opened, const PlanOptions& options, Diagnostics& diagnostics, Progress* progress) {
  return Planner().start(std::move(opened), options, diagnostics, progress);
}

}  // namespace shardlens
