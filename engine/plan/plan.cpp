#include "engine/plan/plan.h"

#include "engine/plan/planner.h"

namespace shardlens {

AttrId Plan::shardingOf(ValueId openedValue) const {
  for (ValueId made : origins->made(openedValue))
    if (AttrId sharding = result.of(made)) return asOpened(sharding);
  return {};
}

AttrId Plan::asOpened(AttrId sharding) const {
  if (!inlined) return sharding;
  auto found = inlined->find(sharding);
  return found == inlined->end() ? sharding : found->second;
}

PlanPtr makePlan(std::shared_ptr<const Module> opened, const PlanOptions& options, Diagnostics& diagnostics, Progress* progress) {
  return Planner().start(std::move(opened), options, diagnostics, progress);
}

}  // namespace shardlens
