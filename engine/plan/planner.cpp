#include "engine/plan/planner.h"

#include <algorithm>

#include "engine/plan/inline_shardings.h"
#include "engine/plan/restructure.h"
#include "engine/propagation/groups.h"
#include "engine/propagation/run_log.h"
#include "engine/sharding/closed.h"

namespace shardlens {

struct Planner::Kept {
  PlanOptions options;
  std::shared_ptr<const Module> opened, imported;
  std::shared_ptr<const Origins> origins;
  std::shared_ptr<const std::vector<ValueId>> slotOf;
  std::unique_ptr<Propagator> propagator;
  std::unique_ptr<HandedOn> handedOn;   ///< made when it is asked for
  std::vector<Diagnostic> diagnostics;  ///< of the import
  bool ready = false;                   ///< the import went through
  PlanPtr last;                         ///< much of the next plan may come out as there
  std::optional<Trace> carried;         ///< the same of the program that this one came out of, before the first plan

  void setPropagator(std::unique_ptr<Propagator> made);
  void propagateWith(const PlanOptions& o);
  [[nodiscard]] const Trace* earlier() const { return last ? &last->trace : carried ? &*carried : nullptr; }
  HandedOn& handed() {
    if (!handedOn) handedOn = std::make_unique<HandedOn>(*opened, *imported, *origins);
    return *handedOn;
  }
  std::vector<ShardingOverride> laidOver(std::span<const ShardingOverride> values);
};

Planner::Planner() = default;
Planner::~Planner() = default;

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
    if (change->value.value < state.size()) state[change->value.value] = change->before;
  return state;
}

}  // namespace

void Planner::Kept::setPropagator(std::unique_ptr<Propagator> made) {
  propagator = std::move(made);
  slotOf = std::make_shared<std::vector<ValueId>>(propagator->slotOf());
}

void Planner::Kept::propagateWith(const PlanOptions& o) {
  options = o;
  setPropagator(std::make_unique<Propagator>(*imported, propagationOptions(o)));
}

Planner::Planner(const Planner& like, const PlanOptions& options) : kept_(std::make_unique<Kept>()) {
  kept_->opened = like.kept_->opened;
  kept_->imported = like.kept_->imported;
  kept_->origins = like.kept_->origins;
  kept_->diagnostics = like.kept_->diagnostics;
  kept_->ready = like.kept_->ready;
  kept_->propagateWith(options);
}

std::unique_ptr<Planner> Planner::restructured(const std::shared_ptr<const Module>& opened) {
  if (!kept_->ready || !kept_->last || !kept_->last->complete) return nullptr;
  std::optional<Restructured> made = restructure(*kept_->opened, kept_->handed(), *kept_->imported, *opened);
  if (!made) return nullptr;
  auto out = std::make_unique<Planner>();
  Kept& k = *(out->kept_ = std::make_unique<Kept>());
  k.options = kept_->options;
  k.opened = opened;
  k.imported = made->imported;
  k.origins = std::make_shared<Origins>(*kept_->origins, *opened);
  k.diagnostics = kept_->diagnostics;
  k.ready = true;
  k.setPropagator(std::make_unique<Propagator>(*k.imported, *kept_->propagator));
  k.carried = k.propagator->carriedOver(kept_->last->trace, *kept_->propagator, std::move(made->seen));
  return out;
}

// What the passes make of annotations that are handed on: a closed constraint is laid over its input where that has no sharding.
std::vector<ShardingOverride> Planner::Kept::laidOver(std::span<const ShardingOverride> values) {
  std::vector<ShardingOverride> all(values.begin(), values.end());
  auto written = [&](ValueId value) {
    auto given = std::find_if(values.begin(), values.end(), [&](const ShardingOverride& v) { return v.value == value; });
    return given == values.end() ? shardingOf(*opened, value) : given->sharding;
  };
  for (const ShardingOverride& value : values) {
    std::optional<HandedOn::Constrained> pair = handed().constrained(value.value);
    if (!pair || written(pair->input)) continue;
    AttrId sharding = written(pair->result);
    all.push_back({pair->input, isFullyClosed(opened->context(), sharding) ? sharding : AttrId()});
  }
  return all;
}

PlanPtr Planner::start(std::shared_ptr<const Module> opened, const PlanOptions& options, Diagnostics& diagnostics, Progress* progress) {
  kept_ = std::make_unique<Kept>();
  auto imported = std::make_shared<Module>(*opened);
  Diagnostics ofImport;
  kept_->ready = importForPropagation(*imported, ofImport);
  kept_->diagnostics = ofImport.all();
  // Members of a group that were written differently are constrained here, so that steps speak of this module's operations only.
  ShardingGroups groups(*imported);
  syncGroups(*imported, groups);
  kept_->origins = std::make_shared<Origins>(*opened, *imported);
  kept_->opened = opened;
  kept_->imported = imported;
  kept_->propagateWith(options);
  return follow(std::move(opened), {}, {}, diagnostics, progress);
}

PlanPtr Planner::follow(std::shared_ptr<const Module> opened, std::span<const ShardingOverride> values,
                        std::span<const FuncResultSharding> results, Diagnostics& diagnostics, Progress* progress) {
  auto plan = std::make_shared<Plan>();
  plan->options = kept_->options;
  plan->opened = std::move(opened);
  plan->imported = kept_->imported;
  plan->origins = kept_->origins;
  plan->slotOf = kept_->slotOf;
  for (const Diagnostic& d : kept_->diagnostics) diagnostics.add(d);
  if (kept_->ready) {
    std::vector<ShardingOverride> imported = kept_->laidOver(values);
    plan->trace.log = std::make_shared<RunLog>();
    plan->result = kept_->propagator->run(imported, results, diagnostics, &plan->trace, progress, kept_->earlier());
    if (progress && progress->cancelled()) return nullptr;
    plan->complete = plan->result.complete;
  }
  if (!plan->complete) plan->result.shardings = kept_->propagator->written();
  plan->trace.table = kept_->propagator->steps().frozen(*kept_->imported);
  plan->start = shardingsAtStart(*plan);
  plan->inlined = inlineShardings(*plan);
  kept_->last = plan;
  kept_->carried.reset();
  return plan;
}

bool Planner::handsOn(ValueId value) { return kept_ && kept_->ready && kept_->handed().value(value); }

bool Planner::handsOn(OpId func) { return kept_ && kept_->ready && kept_->handed().results(func); }

const Module& Planner::opened() const { return *kept_->opened; }

}  // namespace shardlens
