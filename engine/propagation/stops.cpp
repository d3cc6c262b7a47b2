#include "engine/propagation/stops.h"

namespace shardlens {

namespace {

// Answers whether a sharding has an axis on any dimension, each sharding once.
class HasAxes {
 public:
  explicit HasAxes(const Context& c) : c_(c), known_(c.attrCount(), 0) {}
  bool operator()(AttrId sharding) {
    if (!sharding) return false;
    char& known = known_[sharding.value];
    if (!known) known = look(sharding) ? 2 : 1;
    return known == 2;
  }

 private:
  [[nodiscard]] bool look(AttrId sharding) const {
    const AttrData& data = c_.attr(sharding);
    for (AttrId dim : data.subs.subspan(1, static_cast<std::size_t>(data.ints[0]))) {
      if (!c_.attr(dim).subs.empty()) return true;
    }
    return false;
  }
  const Context& c_;
  std::vector<char> known_;
};

// Why nothing passes between operands and results of `op`; None where something may, or where there is nothing to pass between.
StopReason stopAt(const Flow& flow, OpId op, std::vector<AttrId>& ruleOf, RuleBook& rules) {
  const Module& m = flow.module();
  const Operation& o = m.op(op);
  switch (flowClassOf(o.kind)) {
    case FlowClass::Call: return StopReason::Call;
    case FlowClass::DataFlow: return StopReason::Loop;
    case FlowClass::Plain: break;
    default: return StopReason::None;
  }
  if (o.operandCount == 0 || o.resultCount == 0) return StopReason::None;
  AttrId& rule = ruleOf[op.value];
  if (rule == kNotAsked) rule = rules.ruleOf(op);
  return rule ? StopReason::None : StopReason::NoRule;
}

}  // namespace

std::vector<StopReason> findStops(const Flow& flow, const ShardingState& state, const Liveness& live, std::vector<AttrId>& ruleOf,
                                  RuleBook& rules) {
  const Module& m = flow.module();
  std::vector<StopReason> stops(m.valueCount(), StopReason::None);
  HasAxes hasAxes(m.context());
  for (OpId op : flow.order()) {
    if (live.erased(op)) continue;
    StopReason reason = stopAt(flow, op, ruleOf, rules);
    if (reason == StopReason::None) continue;
    auto mark = [&](ValueId value) {
      ValueId slot = flow.slot(value);
      if (slot && hasAxes(state.values[slot.value]) && stops[value.value] == StopReason::None) stops[value.value] = reason;
    };
    // A value with a data-flow edge of its own is bridged.
    auto markOwn = [&](ValueId value) {
      if (reason != StopReason::Loop || flow.slot(value) == value) mark(value);
    };
    for (std::uint32_t i = 0; i < m.op(op).operandCount; ++i) {
      if (reason != StopReason::Loop || !flow.edgeOfSource(m.operandUse(op, i))) mark(m.operand(op, i));
    }
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) markOwn(m.result(op, i));
  }
  return stops;
}

}  // namespace shardlens
