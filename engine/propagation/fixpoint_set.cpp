#include <algorithm>

#include "engine/propagation/fixpoint.h"

namespace shardlens {

Step Fixpoint::stepOf(OpId op, AttrId rule, std::uint32_t pure) const {
  Step step;
  step.op = op;
  step.rule = rule;
  step.firstChange = static_cast<std::uint32_t>(trace_->changes.size());
  step.pure = pure;
  step.userPriority = phase_.userPriority;
  step.opPriority = phase_.opPriority;
  step.round = phase_.aggressive ? 1 : 0;
  step.iteration = iteration_;
  return step;
}

void Fixpoint::beginStep(OpId op, AttrId rule, std::uint32_t pure) {
  if (trace_) trace_->steps.push_back(stepOf(op, rule, pure));
}

std::uint32_t& Fixpoint::lastStandoff(OpId op) {
  if (stoodOff_.empty()) stoodOff_.resize(m_.opCount());
  return stoodOff_[op.value];
}

void Fixpoint::standOff(OpId op, AttrId rule, std::uint32_t pure) {
  if (!trace_ || inputs_.steps.conflict(pure).kind != ConflictKind::Axes) return;
  std::uint32_t& last = lastStandoff(op);
  if (last == pure + 1) return;
  last = pure + 1;
  trace_->standoffs.push_back({stepOf(op, rule, pure), static_cast<std::uint32_t>(trace_->steps.size())});
}

void Fixpoint::change(ValueId slot, AttrId sharding) {
  AttrId& now = state_.values[slot.value];
  if (now == sharding) return;
  if (trace_) {
    trace_->changes.push_back({slot, {}, 0, now, sharding});
    ++trace_->steps.back().changeCount;
  }
  now = sharding;
  setDue(slot);
}

// Shardings of an operation's results stand in one list: where one is set, those that are missing become open.
void Fixpoint::fillSiblings(ValueId slot, AttrId sharding) {
  ValueId first;
  std::uint32_t count = 0;
  if (OpId def = m_.definingOp(slot)) {
    first = m_.op(def).firstResult;
    count = m_.op(def).resultCount;
  } else {
    BlockId block = m_.owningBlock(slot);
    if (m_.op(m_.region(m_.block(block).region).op).kind == OpKind::FuncFunc) return;
    first = m_.block(block).firstArg;
    count = m_.block(block).argCount;
  }
  Context& c = m_.context();
  for (std::uint32_t i = 0; i < count && count > 1; ++i) {
    ValueId sibling(first.value + i);
    if (sibling == slot || state_.values[sibling.value]) continue;
    auto rank = static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c, m_.type(sibling)), 0));
    change(sibling, replicatedSharding(c, rank, c.attr(sharding).subs[0], false));
  }
}

void Fixpoint::set(ValueId slot, AttrId sharding, bool notify) {
  if (!slot) return;
  auto write = [&](ValueId to) {
    bool isFirst = !state_.values[to.value];
    change(to, sharding);
    if (isFirst) fillSiblings(to, sharding);
  };
  write(slot);
  if (notify) notifyChanged(slot);
  for (ValueId member : inputs_.groups.membersOf(slot)) {
    if (member == slot) continue;
    if (ValueId memberSlot = flow_.slot(member)) write(memberSlot);
    if (notify) notifyChanged(member);
  }
}

// Behind each operation are listed those around it: they are met first.
void Fixpoint::notifyChanged(ValueId value) {
  inputs_.listeners.forEach(value, live_, [&](std::uint32_t place) {
    if (place == place_ || list_.removed(place)) return;
    for (; place != Schedule::kNowhere; place = schedule_.around(place)) list_.push(place);
  });
}

// Computation that `edge` belongs to has its shardings at the border; inside, manual axes are not to be seen.
AttrId Fixpoint::borderOfEdge(OpId edge, OpId computation) const {
  ValueId owner = m_.operand(edge, 0);
  AttrId list = m_.attribute(computation, m_.isArgument(owner) ? "in_shardings" : "out_shardings");
  const Context& c = m_.context();
  return list && m_.indexOf(owner) < c.attr(list).subs.size() ? c.attr(list).subs[m_.indexOf(owner)] : AttrId();
}

namespace {

AttrId erased(const Module& m, OpId computation, AttrId sharding) {
  Context& c = m.context();
  return encodeSharding(c, withoutManualAxes(decodeSharding(c, sharding), manualAxesOf(m, computation)));
}

AttrId joined(const Module& m, OpId computation, AttrId border, AttrId sharding) {
  Context& c = m.context();
  if (!border) return sharding;
  return encodeSharding(c, withFreeAxesOf(decodeSharding(c, border), decodeSharding(c, sharding), manualAxesOf(m, computation)));
}

}  // namespace

AttrId Fixpoint::beforeEdge(OpId edge, AttrId sharding) const {
  OpId computation = flow_.edgeOwnerOp(edge);
  if (!sharding || !computation || m_.op(computation).kind != OpKind::SdyManualComputation) return sharding;
  bool argument = m_.isArgument(m_.operand(edge, 0));
  return argument ? joined(m_, computation, borderOfEdge(edge, computation), sharding) : erased(m_, computation, sharding);
}

AttrId Fixpoint::afterEdge(OpId edge, AttrId sharding) const {
  OpId computation = flow_.edgeOwnerOp(edge);
  if (!computation || m_.op(computation).kind != OpKind::SdyManualComputation) return sharding;
  bool argument = m_.isArgument(m_.operand(edge, 0));
  return argument ? erased(m_, computation, sharding) : joined(m_, computation, borderOfEdge(edge, computation), sharding);
}

}  // namespace shardlens
