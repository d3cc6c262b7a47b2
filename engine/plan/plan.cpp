#include "engine/plan/plan.h"

#include "engine/propagation/groups.h"

namespace shardlens {

AttrId Plan::shardingOf(ValueId openedValue) const {
  for (ValueId made : origins->made(openedValue))
    if (AttrId sharding = result.of(made)) return sharding;
  return {};
}

namespace {

PropagationOptions propagationOptions(const PlanOptions& o) {
  PropagationOptions options;
  options.strategy = o.strategy;
  options.opPriorities = o.opPriorities;
  options.userPriorities = o.userPriorities;
  options.conservative = o.conservative;
  return options;
}

/// Shardings before the first step: all changes undone, the last first.
std::vector<AttrId> shardingsAtStart(const Plan& plan) {
  std::vector<AttrId> state(plan.imported->valueCount());
  for (std::uint32_t v = 0; v < state.size(); ++v)
    if ((*plan.slotOf)[v] == ValueId(v)) state[v] = plan.result.of(ValueId(v));
  for (auto change = plan.trace.changes.rbegin(); change != plan.trace.changes.rend(); ++change)
    if (change->value) state[change->value.value] = change->before;
  return state;
}

}  // namespace

PlanPtr makePlan(std::shared_ptr<const Module> opened, const PlanOptions& options, Diagnostics& diagnostics, Progress* progress) {
  auto plan = std::make_shared<Plan>();
  auto imported = std::make_shared<Module>(*opened);
  bool ready = importForPropagation(*imported, diagnostics);
  // Members of a group that were written differently are constrained here, so that steps speak of this module's operations only.
  ShardingGroups groups(*imported);
  syncGroups(*imported, groups);
  plan->options = options;
  plan->origins = std::make_shared<Origins>(*opened, *imported);
  plan->opened = std::move(opened);
  plan->imported = imported;
  Propagator propagator(*imported, propagationOptions(options));
  plan->slotOf = std::make_shared<std::vector<ValueId>>(propagator.slotOf());
  if (ready) {
    plan->result = propagator.run({}, {}, diagnostics, &plan->trace, progress);
    if (progress && progress->cancelled()) return nullptr;
    plan->complete = plan->result.complete;
  }
  if (!plan->complete) plan->result.shardings = propagator.written();
  plan->trace.table = propagator.steps().frozen(*imported);
  plan->start = shardingsAtStart(*plan);
  return plan;
}

}  // namespace shardlens
