#include "engine/propagation/fixpoint.h"

#include <algorithm>

#include "engine/propagation/priorities.h"

namespace shardlens {

Fixpoint::Fixpoint(const PropagationInputs& inputs, ShardingState& state, Liveness& liveness, Trace* trace, Progress* progress)
    : inputs_(inputs),
      flow_(inputs.flow),
      m_(inputs.flow.module()),
      state_(state),
      live_(liveness),
      trace_(trace),
      progress_(progress),
      worklist_(m_.opCount()) {}

bool Fixpoint::run(const Phase& phase) {
  constexpr std::uint64_t kPollEvery = 4096;
  phase_ = phase;
  ++iteration_;
  propagateFuncResults();
  const std::vector<OpId>& order = flow_.order();
  for (auto op = order.rbegin(); op != order.rend(); ++op) {
    if (!live_.erased(*op)) worklist_.push(*op);
  }
  std::uint64_t visited = 0;
  while (OpId op = worklist_.pop()) {
    if (progress_ && ++visited % kPollEvery == 0) {
      if (progress_->cancelled()) return false;
      progress_->report(std::min<std::uint64_t>(visited, order.size()), order.size());
    }
    if (live_.dead(op)) {
      live_.erase(op, worklist_);
    } else {
      visit(op);
    }
  }
  propagateFuncResults();
  return true;
}

// A dimension of unknown size can be neither divided nor counted.
static bool allStatic(const Module& m, OpId op) {
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

void Fixpoint::visit(OpId op) {
  switch (flowClassOf(m_.op(op).kind)) {
    case FlowClass::Edge:
      if (visitEdge(op)) return;
      break;
    case FlowClass::FuncEdge:
      if (visitFuncEdge(op)) return;
      break;
    case FlowClass::Barrier:
      if (visitBarrier(op)) return;
      break;
    default: break;
  }
  visitByRule(op);
}

AttrId Fixpoint::ruleOf(OpId op) {
  AttrId& rule = inputs_.ruleOf[op.value];
  if (rule == kNotAsked) rule = allStatic(m_, op) ? inputs_.rules.ruleOf(op) : AttrId();
  return rule;
}

FactorMode Fixpoint::modeOf(OpId op) const {
  FactorMode mode;
  mode.aggressive = phase_.aggressive;
  mode.elementwise = phase_.aggressive && isElementwise(m_, op);
  if (phase_.opPriority >= 0) setDirections(mode, m_, live_, op, phase_.opPriority);
  return mode;
}

void Fixpoint::visitByRule(OpId op) {
  std::span<const ValueId> slots = flow_.tensors(op);
  in_.clear();
  bool any = false;
  for (ValueId slot : slots) {
    in_.push_back(state_.at(slot));
    any = any || in_.back();
  }
  if (!any) return;
  AttrId rule = ruleOf(op);
  if (!rule) return;
  FactorMode mode = modeOf(op);
  mode.conservative = inputs_.options.conservative;
  apply(op, rule, mode, slots);
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
    set(op, slots[update.tensor], ofEdge ? afterEdge(edge, update.sharding) : update.sharding, true);
  }
  return true;
}

// The sources of an edge and what comes out of it belong together in every dimension.
bool Fixpoint::visitIdentity(OpId op, ValueId result, AttrId resultIn, OpId edge) {
  AttrId rule = inputs_.rules.identityRule(m_.type(result), static_cast<std::uint32_t>(sources_.size()), 1);
  if (!rule) return false;
  in_.clear();
  edgeSlots_.clear();
  for (ValueId source : sources_) {
    edgeSlots_.push_back(flow_.slot(source));
    in_.push_back(state_.at(edgeSlots_.back()));
  }
  edgeSlots_.push_back(result);
  in_.push_back(resultIn);
  if (std::none_of(in_.begin(), in_.end(), [](AttrId s) { return s.valid(); })) return false;
  return apply(op, rule, modeOf(op), edgeSlots_, edge);
}

bool Fixpoint::visitEdge(OpId op) {
  flow_.edgeSources(op, sources_);
  ValueId result = m_.result(op);
  return visitIdentity(op, result, beforeEdge(op, state_.at(result)), op);
}

bool Fixpoint::visitFuncEdge(OpId op) {
  flow_.funcEdgeSources(op, sources_);
  // An argument of a function that nobody calls has no sources: nothing is to be done, by its rule neither.
  if (sources_.empty() && m_.isArgument(m_.operand(op, 0))) return true;
  ValueId result = m_.result(op);
  return visitIdentity(op, result, state_.at(result), {});
}

bool Fixpoint::visitBarrier(OpId op) {
  sources_.assign(1, m_.operand(op, 0));
  ValueId result = m_.result(op);
  AttrId rule = inputs_.rules.identityRule(m_.type(result), 1, 1);
  if (!rule) return false;
  in_.assign({state_.at(flow_.slot(sources_[0])), state_.at(result)});
  FactorMode mode;
  mode.aggressive = phase_.aggressive;
  mode.elementwise = phase_.aggressive;
  AttrId allowed = m_.attribute(op, "allowed_direction");
  mode.passThrough = mode.other = allowed ? static_cast<Direction>(m_.context().attr(allowed).ints[0]) : Direction::None;
  edgeSlots_.assign({flow_.slot(sources_[0]), result});
  return apply(op, rule, mode, edgeSlots_);
}

// What a function returns and what its signature says of it are one tensor.
void Fixpoint::propagateFuncResults() {
  for (OpId func : flow_.mains()) {
    BlockId body = flow_.body(func);
    OpId end = body ? m_.terminator(body) : OpId();
    if (!end) continue;
    std::vector<AttrId>& results = state_.results[func];
    results.resize(std::max<std::size_t>(results.size(), m_.op(end).operandCount));
    for (std::uint32_t i = 0; i < m_.op(end).operandCount; ++i) {
      ValueId slot = flow_.slot(m_.operand(end, i));
      in_.assign({state_.at(slot), results[i]});
      if (!in_[0] && !in_[1]) continue;
      AttrId rule = inputs_.rules.identityRule(m_.type(m_.operand(end, i)), 1, 1);
      if (!rule) continue;
      FactorMode mode;
      mode.aggressive = phase_.aggressive;
      std::uint32_t pure = inputs_.steps.find(rule, mode, in_);
      std::span<const TensorUpdate> updates = inputs_.steps.updates(pure);
      if (updates.empty()) continue;
      beginStep(func, rule, pure);
      for (const TensorUpdate& update : updates) {
        if (update.tensor == 0) {
          set(func, slot, update.sharding, false);
        } else {
          if (trace_) trace_->changes.push_back({{}, func, i, results[i], update.sharding}), ++trace_->steps.back().changeCount;
          results[i] = update.sharding;
        }
      }
    }
  }
}

}  // namespace shardlens
