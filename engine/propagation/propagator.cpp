#include "engine/propagation/propagator.h"

#include <optional>

#include "engine/propagation/carry_over.h"
#include "engine/propagation/run_state.h"

namespace shardlens {

// Groups in conflict need constraints of their own in the program: then the runs are over a copy that has them. Ids of the original stay
// valid.
struct Propagator::State {
  State(const Module& m, const PropagationOptions& options) : original(m) {
    if (ShardingGroups groups(m); !groups.empty() && groupsConflict(m, groups)) {
      copy = std::make_unique<Module>(m);
      syncGroups(*copy, groups);
    }
    context = std::make_unique<RunContext>(copy ? *copy : m, options);
    syncGroups(*context, context->written);
  }
  /// What is said of operations without rules, looked for once.
  const std::vector<Diagnostic>& warnings() {
    if (!warned) warnOfUnknown(*context, said);
    warned = true;
    return said.all();
  }
  const Module& original;
  std::unique_ptr<Module> copy;
  std::unique_ptr<RunContext> context;
  Diagnostics said;
  bool warned = false;
};

Propagator::Propagator(const Module& module, const PropagationOptions& options) : state_(std::make_unique<State>(module, options)) {}
Propagator::Propagator(const Module& module, const Propagator& like)
    : state_(std::make_unique<State>(module, like.state_->context->options)) {
  // A copy has operations of its own behind those of its original.
  if (state_->copy || like.state_->copy) return;
  RunContext& here = *state_->context;
  here.steps = like.state_->context->steps;
  here.ruleOf = like.state_->context->ruleOf;
  here.ruleOf.resize(module.opCount(), kNotAsked);
}

Propagator::~Propagator() = default;

const Module& Propagator::module() const { return state_->original; }

const StepTable& Propagator::steps() const { return *state_->context->steps; }

std::vector<ValueId> Propagator::slotOf() const {
  std::vector<ValueId> all(state_->original.valueCount());
  for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = state_->context->flow.slot(ValueId(v));
  return all;
}

std::vector<AttrId> Propagator::written() const {
  std::vector<AttrId> all(state_->original.valueCount());
  for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = state_->context->written.at(state_->context->flow.slot(ValueId(v)));
  return all;
}

Trace Propagator::carriedOver(const Trace& earlier, const Propagator& from, std::vector<ValueId> seen) const {
  const RunContext &here = *state_->context, &there = *from.state_->context;
  Trace carried = earlier;
  carried.log.reset();
  if (earlier.log && here.steps == there.steps)
    carried.log = std::make_shared<RunLog>(
        shardlens::carriedOver(*earlier.log, there.schedule, here.schedule, std::move(seen), here.module.valueCount()));
  return carried;
}

AttrId Propagator::ruleOf(OpId op) {
  AttrId& rule = state_->context->ruleOf[op.value];
  if (rule == kNotAsked) rule = state_->context->rules.ruleOf(op);
  return rule;
}

namespace {

void lay(RunContext& r, ShardingState& state, std::span<const ShardingOverride> values, std::span<const FuncResultSharding> results) {
  for (const ShardingOverride& edit : values) {
    if (ValueId slot = r.flow.slot(edit.value)) state.values[slot.value] = edit.sharding;
  }
  for (const FuncResultSharding& edit : results) {
    std::vector<AttrId>& of = state.results[edit.func];
    if (edit.index >= of.size()) of.resize(edit.index + 1);
    of[edit.index] = edit.sharding;
  }
  if (!values.empty() && !r.groups.empty()) syncGroups(r, state);
}

}  // namespace

ShardingPlan Propagator::run(std::span<const ShardingOverride> values, std::span<const FuncResultSharding> results,
                             Diagnostics& diagnostics, Trace* trace, Progress* progress, const Trace* earlier) {
  RunContext& r = *state_->context;
  for (const Diagnostic& warning : state_->warnings()) diagnostics.add(warning);
  ShardingPlan plan;
  ShardingState state;
  std::optional<Liveness> live;
  auto go = [&](const Trace* from) {
    state = r.written;
    lay(r, state, values, results);
    live.emplace(r.flow);
    if (trace) trace->table = r.steps;
    plan.complete = runPhases(r, state, *live, trace, progress, from);
  };
  bool repeats = trace && trace->log && earlier && earlier->log && earlier->log->repeatable();
  go(repeats ? earlier : nullptr);
  if (repeats && trace->log->idleSteps) {
    Trace afresh;
    afresh.firstNumber = trace->firstNumber;
    afresh.log = std::make_shared<RunLog>();
    *trace = std::move(afresh);
    go(nullptr);
  }
  plan.dead = live->dropped();
  for (OpId func : r.flow.functions()) {
    const std::vector<AttrId>& of = state.results[func];
    for (std::uint32_t i = 0; i < of.size(); ++i) {
      if (of[i]) plan.funcResults.push_back({func, i, of[i]});
    }
  }
  std::size_t count = state_->original.valueCount();
  plan.shardings.resize(count);
  for (std::uint32_t v = 0; v < count; ++v) plan.shardings[v] = state.at(r.flow.slot(ValueId(v)));
  return plan;
}

}  // namespace shardlens
