#include "engine/propagation/propagation.h"

#include <unordered_map>

#include "engine/propagation/debug_attributes.h"
#include "engine/propagation/run_state.h"

namespace shardlens {

namespace {

constexpr std::string_view kRule = "sdy.sharding_rule";

void keepRules(Module& module, RunContext& r, const Liveness& live) {
  std::unordered_map<std::uint64_t, AttrId> dictionaries;  // by what was there and the rule: layers repeat
  for (OpId op : r.flow.order()) {
    if (live.erased(op)) continue;
    AttrId& rule = r.ruleOf[op.value];
    if (rule == kNotAsked) rule = r.rules.ruleOf(op);
    if (!rule) continue;
    AttrId& attrs = module.op(op).attrs;
    auto [made, isNew] = dictionaries.try_emplace(static_cast<std::uint64_t>(attrs.value) << 32 | rule.value);
    if (isNew) made->second = module.context().with(attrs, kRule, rule);
    attrs = made->second;
  }
}

// Rules that a person wrote as custom stay; all others were for this run only.
void dropRules(Module& module, const Flow& flow, const Liveness& live) {
  const Context& c = module.context();
  std::vector<char> without(c.attrCount(), 0);
  for (OpId op : flow.order()) {
    AttrId attrs = module.op(op).attrs;
    if (live.erased(op) || without[attrs.value]) continue;
    AttrId rule = module.attribute(op, kRule);
    if (rule && c.kind(rule) == AttrKind::SdyOpShardingRule && c.attr(rule).sub == 0) {
      module.setAttribute(op, kRule, {});
    } else {
      without[attrs.value] = 1;
    }
  }
}

void eraseDead(Module& module, const Liveness& live) {
  for (OpId op : live.dropped()) {
    if (!module.erased(op)) module.erase(op);
  }
}

void prepareGroups(Module& module, Diagnostics& diagnostics) {
  ShardingGroups groups(module);
  for (auto& [op, message] : syncGroups(module, groups)) reportAt(diagnostics, Severity::Warning, module, op, std::move(message));
}

// Shows the state of a run as the module that it would become, with the rules of all operations.
AfterPriority dumper(const Module& module, RunContext& r) {
  if (!r.options.dump) return nullptr;
  return [&](std::int64_t priority, const ShardingState& state, const Liveness& live) {
    Module copy = module;
    writeShardings(copy, r.flow, r.written, state, live);
    keepRules(copy, r, live);
    eraseDead(copy, live);
    r.options.dump(copy, "propagation_after_user_priority_" + std::to_string(priority));
  };
}

}  // namespace

bool propagate(Module& module, const PropagationOptions& options, Diagnostics& diagnostics, Trace* trace, Progress* progress) {
  bool debug = options.debugShardingOrigins || options.debugPropagationEdges;
  std::int64_t firstStep = debug || trace ? firstStepNumber(module) : 0;
  if (!checkShapes(module, diagnostics)) return false;
  DebugAttributes attributes(module, options);
  prepareGroups(module, diagnostics);
  RunContext r(module, options);
  warnOfUnknown(r, diagnostics);
  ShardingState state = r.written;
  Liveness live(r.flow);
  Trace own;
  Trace* steps = trace ? trace : debug ? &own : nullptr;
  if (steps) steps->table = r.steps, steps->firstNumber = firstStep;
  if (!runPhases(r, state, live, steps, progress, nullptr, dumper(module, r))) return false;
  writeShardings(module, r.flow, r.written, state, live);
  if (debug) attributes.write(module, r, *steps, live);
  if (options.keepShardingRules) {
    keepRules(module, r, live);
  } else {
    dropRules(module, r.flow, live);
  }
  eraseDead(module, live);
  return true;
}

bool propagateBasic(Module& module, const BasicPropagationOptions& options, Diagnostics& diagnostics, Trace* trace, Progress* progress) {
  PropagationOptions basic = options;
  basic.strategy = FactorStrategy::Basic;
  basic.opPriorities = basic.userPriorities = false;
  return propagate(module, basic, diagnostics, trace, progress);
}

}  // namespace shardlens
