#include "engine/propagation/fixpoint.h"

#include <algorithm>

namespace shardlens {

namespace {

constexpr unsigned char kUntried = 0xFF;  // more than any FactorMode::bits

// A dimension of unknown size can be neither divided nor counted.
bool allStatic(const Module& m, OpId op) {
  auto isStatic = [&](ValueId value) {
    auto shape = shapeOf(m.context(), m.type(value));
    return std::none_of(shape.begin(), shape.end(), [](std::int64_t size) { return size == kDynamic; });
  };
  for (std::uint32_t i = 0; i < m.op(op).operandCount; ++i) {
    if (!isStatic(m.operand(op, i))) return false;
  }
  for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) {
    if (!isStatic(m.result(op, i))) return false;
  }
  return true;
}

}  // namespace

Fixpoint::Fixpoint(const PropagationInputs& inputs, ShardingState& state, Liveness& liveness, Trace* trace, Progress* progress)
    : inputs_(inputs),
      flow_(inputs.flow),
      schedule_(inputs.schedule),
      m_(inputs.flow.module()),
      state_(state),
      live_(liveness),
      trace_(trace),
      progress_(progress),
      log_(trace ? trace->log.get() : nullptr),
      list_(schedule_),
      lastMode_(schedule_.size(), kUntried) {
  for (std::uint32_t place : schedule_.unused()) list_.setDue(place);
  if (log_) log_->start = state.values;
}

void Fixpoint::refresh() {
  for (std::uint32_t v = 0; v < state_.values.size(); ++v) {
    if (state_.values[v]) setDue(ValueId(v));
  }
}

void Fixpoint::setDue(ValueId slot) {
  for (std::uint32_t place : schedule_.readers(slot)) list_.setDue(place);
}

FactorMode Fixpoint::modeOf(OpId op) const {
  bool byUses = phase_.opPriority == 0 && usesChanged();
  return byUses ? shardlens::modeOf(passClassOf(m_, live_.uses(), op), phase_) : modes_[schedule_.passClass(op)];
}

// Operations that may pass on more, or less, in this phase than in the one before are due.
void Fixpoint::enter(const Phase& phase) {
  phase_ = phase;
  ++iteration_;
  list_.restart();
  for (std::size_t c = 0; c < PassClass::kCount; ++c) {
    modes_[c] = shardlens::modeOf(PassClass::at(c), phase);
    modeBits_[c] = modes_[c].bits();
  }
  if (rerun_) {
    for (std::uint32_t place : rerun_->touched()) list_.setDue(place);
    return;
  }
  bool byUses = phase.opPriority == 0 && usesChanged();
  for (std::uint32_t p = 0; p < schedule_.size(); ++p) {
    if (lastMode_[p] == kUntried) continue;
    OpId op = schedule_.op(p);
    if ((byUses ? modeOf(op).bits() : modeBits_[schedule_.passClass(op)]) != lastMode_[p]) list_.setDue(p);
  }
}

void Fixpoint::visit(std::uint32_t place) {
  if (log_) log_->visits.push_back(place);
  OpId op = schedule_.op(place);
  // What is unused goes in the first phase.
  if (iteration_ == 1 && !schedule_.unused().empty() && live_.dead(op)) return live_.erase(op, list_);
  place_ = place;
  FlowClass flow = flowClassOf(m_.op(op).kind);
  bool bridges = Schedule::isBridge(flow);
  if (bridges && visitBridge(op, flow)) return;
  if (!visitByRule(op) && !bridges) list_.silence(place);
}

AttrId Fixpoint::ruleOf(OpId op) {
  AttrId& rule = inputs_.ruleOf[op.value];
  if (rule == kNotAsked) rule = allStatic(m_, op) ? inputs_.rules.ruleOf(op) : AttrId();
  return rule;
}

// False where the operation has no rule: then no visit will ever do anything.
bool Fixpoint::visitByRule(OpId op) {
  std::span<const ValueId> slots = flow_.tensors(op);
  in_.clear();
  bool any = false;
  for (ValueId slot : slots) {
    in_.push_back(state_.at(slot));
    any = any || in_.back();
  }
  if (!any) return true;
  AttrId rule = ruleOf(op);
  if (!rule) return false;
  FactorMode mode = modeOf(op);
  lastMode_[place_] = static_cast<unsigned char>(mode.bits());
  // Nothing passes: what is left to tell is a conflict, which only a trace holds.
  if (!trace_ && mode.passThrough == Direction::None && mode.other == Direction::None) return true;
  mode.conservative = inputs_.options.conservative;
  apply(op, rule, mode, slots);
  return true;
}

bool Fixpoint::visitBridge(OpId op, FlowClass flow) {
  const Schedule::Bridge& bridge = schedule_.bridge(place_);
  if (!bridge.rule) return bridge.idle;
  std::span<const ValueId> slots = schedule_.slots(bridge);
  in_.clear();
  bool any = false;
  for (ValueId slot : slots) {
    in_.push_back(state_.at(slot));
    any = any || in_.back();
  }
  if (!any) return false;
  FactorMode mode = modeOf(op);
  lastMode_[place_] = static_cast<unsigned char>(mode.bits());
  if (flow == FlowClass::Edge) in_.back() = beforeEdge(op, in_.back());
  if (flow == FlowClass::Barrier) {
    AttrId allowed = m_.attribute(op, "allowed_direction");
    mode.passThrough = mode.other = allowed ? static_cast<Direction>(m_.context().attr(allowed).ints[0]) : Direction::None;
  }
  return apply(op, bridge.rule, mode, slots, flow == FlowClass::Edge ? op : OpId());
}

bool Fixpoint::apply(OpId op, AttrId rule, const FactorMode& mode, std::span<const ValueId> slots, OpId edge) {
  std::uint32_t pure = inputs_.steps.find(rule, mode, in_);
  std::span<const TensorUpdate> updates = inputs_.steps.updates(pure);
  if (updates.empty()) {
    standOff(op, rule, pure);
    return false;
  }
  beginStep(op, rule, pure);
  for (const TensorUpdate& update : updates) {
    bool ofEdge = edge && update.tensor + 1 == slots.size();
    set(slots[update.tensor], ofEdge ? afterEdge(edge, update.sharding) : update.sharding, true);
  }
  if (log_ && trace_->steps.back().changeCount == 0) log_->idleSteps = true;
  return true;
}

// What a function returns and what its signature says of it are one tensor.
void Fixpoint::propagateFuncResults() {
  bool sameMode = lastAggressive_ == phase_.aggressive;
  lastAggressive_ = phase_.aggressive;
  std::size_t number = 0;
  for (OpId func : flow_.mains()) {
    BlockId body = flow_.body(func);
    OpId end = body ? m_.terminator(body) : OpId();
    if (!end) continue;
    std::vector<AttrId>& results = state_.results[func];
    results.resize(std::max<std::size_t>(results.size(), m_.op(end).operandCount));
    for (std::uint32_t i = 0; i < m_.op(end).operandCount; ++i, ++number) {
      ValueId returned = m_.operand(end, i);
      if (number == lastReturned_.size()) lastReturned_.emplace_back();
      std::array<AttrId, 2> now{state_.at(flow_.slot(returned)), results[i]};
      if (sameMode && now == lastReturned_[number]) continue;
      lastReturned_[number] = now;
      if (now[0] || now[1]) propagateFuncResult(func, returned, i, results[i]);
    }
  }
}

void Fixpoint::propagateFuncResult(OpId func, ValueId returned, std::uint32_t index, AttrId& result) {
  AttrId rule = inputs_.rules.identityRule(m_.type(returned), 1, 1);
  if (!rule) return;
  ValueId slot = flow_.slot(returned);
  in_.assign({state_.at(slot), result});
  FactorMode mode;
  mode.aggressive = phase_.aggressive;
  std::uint32_t pure = inputs_.steps.find(rule, mode, in_);
  std::span<const TensorUpdate> updates = inputs_.steps.updates(pure);
  if (updates.empty()) return;
  beginStep(func, rule, pure);
  for (const TensorUpdate& update : updates) {
    if (update.tensor == 0) {
      set(slot, update.sharding, false);
    } else {
      if (trace_) trace_->changes.push_back({{}, func, index, result, update.sharding}), ++trace_->steps.back().changeCount;
      result = update.sharding;
    }
  }
}

}  // namespace shardlens
