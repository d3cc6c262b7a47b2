#include "engine/propagation/run_state.h"

#include <algorithm>
#include <optional>

#include "engine/ir/each_op.h"
#include "engine/propagation/priorities.h"

namespace shardlens {

RunContext::RunContext(const Module& m, PropagationOptions o)
    : module(m),
      options(std::move(o)),
      flow(m),
      groups(m),
      rules(m, options.conservative),
      schedule(flow, rules),
      listeners(schedule, flow),
      steps(std::make_shared<StepTable>(m.context(), std::make_shared<MeshTable>(m))),
      ruleOf(m.opCount(), kNotAsked),
      written(readShardings(flow)) {}

namespace {

bool runStrategies(Fixpoint& fixpoint, const PropagationOptions& options, Phase phase) {
  for (bool aggressive : {false, true}) {
    if (options.strategy == (aggressive ? FactorStrategy::Basic : FactorStrategy::Aggressive)) continue;
    phase.aggressive = aggressive;
    if (!fixpoint.run(phase)) return false;
  }
  return true;
}

bool runOpPriorities(Fixpoint& fixpoint, const PropagationOptions& options, Phase phase) {
  if (!options.opPriorities) return runStrategies(fixpoint, options, phase);
  for (std::int8_t priority = 0; priority < kOpPriorities; ++priority) {
    phase.opPriority = priority;
    if (!runStrategies(fixpoint, options, phase)) return false;
  }
  return true;
}

}  // namespace

bool runPhases(RunContext& r, ShardingState& state, Liveness& live, Trace* trace, Progress* progress, const Trace* earlier,
               const AfterPriority& after) {
  std::optional<UserPriorities> user;
  if (r.options.userPriorities) user.emplace(r.module.context(), *r.steps, state);
  Fixpoint fixpoint({r.flow, r.schedule, r.listeners, r.groups, r.rules, *r.steps, r.ruleOf, r.options}, state, live, trace, progress);
  bool once = !user || user->priorities().empty();
  if (once && earlier && trace) {
    fixpoint.repeat(*earlier);
  } else {
    fixpoint.refresh();
  }
  Phase phase;
  if (!runOpPriorities(fixpoint, r.options, phase)) return false;
  if (trace && trace->log) trace->log->complete = once;
  if (once) return true;
  for (std::int64_t priority : user->priorities()) {
    if (after) after(phase.userPriority, state, live);
    user->release(priority, state, trace);
    fixpoint.refresh();
    phase.userPriority = static_cast<std::int32_t>(priority);
    if (!runOpPriorities(fixpoint, r.options, phase)) return false;
  }
  return true;
}

void syncGroups(const RunContext& r, ShardingState& state) {
  for (const ShardingGroups::Group& group : r.groups.groups()) {
    std::vector<AttrId> members;
    for (ValueId member : group.members) members.push_back(state.at(r.flow.slot(member)));
    GroupSharding common = commonSharding(r.module.context(), members);
    if (!common.sharding || common.conflict) continue;
    for (ValueId member : group.members) {
      if (ValueId slot = r.flow.slot(member)) state.values[slot.value] = common.sharding;
    }
  }
}

void reportAt(Diagnostics& diagnostics, Severity severity, const Module& m, OpId op, std::string message) {
  const Context& c = m.context();
  Diagnostic d{severity, {}, {}, std::move(message), {}};
  AttrId loc = m.location(op);
  while (loc && !c.attr(loc).subs.empty() && c.kind(loc) != AttrKind::LocFile) loc = c.attr(loc).subs[0];
  if (loc && c.kind(loc) == AttrKind::LocFile) {
    d.file = c.attr(loc).text;
    d.at.line = static_cast<decltype(d.at.line)>(c.attr(loc).ints[0]);
    d.at.column = static_cast<decltype(d.at.column)>(c.attr(loc).ints[1]);
  }
  diagnostics.add(std::move(d));
}

namespace {

std::string refusal(const Context& c, TypeId type) {
  TypeKind kind = c.type(type).kind;
  if (kind == TypeKind::Tuple) return "Shardy propagation doesn't support tuples";
  bool isStatic = kind != TypeKind::UnrankedTensor && kind != TypeKind::UnrankedMemRef;
  if (kind == TypeKind::RankedTensor || kind == TypeKind::MemRef) {
    for (std::int64_t size : shapeOf(c, type)) isStatic = isStatic && size != kDynamic;
  }
  return isStatic ? "" : "Shardy propagation only supports ranked tensors with a static shape";
}

}  // namespace

bool checkShapes(const Module& m, Diagnostics& diagnostics) {
  std::vector<char> fine(m.context().typeCount(), 0);
  return eachOp(m, m.root(), [&](OpId op) {
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) {
      TypeId type = m.type(m.result(op, i));
      if (fine[type.value]) continue;
      std::string why = refusal(m.context(), type);
      if (!why.empty()) {
        reportAt(diagnostics, Severity::Error, m, op, std::move(why));
        return false;
      }
      fine[type.value] = 1;
    }
    return true;
  });
}

void warnOfUnknown(RunContext& r, Diagnostics& diagnostics) {
  bool warned[2] = {false, false};
  for (OpId op : r.flow.order()) {
    bool& done = warned[r.module.op(op).kind == OpKind::StablehloCustomCall ? 1 : 0];
    if (done) continue;
    if (RuleBook::hasRuleByKind(r.module.op(op).kind)) continue;
    std::string why = r.rules.whyNone(op);
    if (why.empty()) continue;
    reportAt(diagnostics, Severity::Warning, r.module, op, std::move(why));
    done = true;
  }
}

}  // namespace shardlens
