#include "engine/plan/plan_index.h"

#include <algorithm>

namespace shardlens {

PlanIndex::PlanIndex(PlanPtr plan) : plan_(std::move(plan)), flow_(*plan_->imported), groups_(*plan_->imported) { index(); }

void PlanIndex::index() {
  dead_.assign(module().opCount(), 0);
  for (OpId dead : plan_->result.dead)
    if (dead.value < dead_.size()) walk(module(), dead, [&](OpId op) { dead_[op.value] = 1; });
  const std::vector<ShardingChange>& all = plan_->trace.changes;
  firstOfSlot_.assign(module().valueCount() + 1, 0);
  auto known = [&](ValueId value) { return value && value.value < module().valueCount(); };
  for (const ShardingChange& change : all)
    if (known(change.value)) ++firstOfSlot_[change.value.value + 1];
  for (std::size_t v = 1; v < firstOfSlot_.size(); ++v) firstOfSlot_[v] += firstOfSlot_[v - 1];
  changes_.resize(firstOfSlot_.back());
  std::vector<std::uint32_t> next(firstOfSlot_.begin(), firstOfSlot_.end() - 1);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (known(all[i].value)) changes_[next[all[i].value.value]++] = i;
    if (!all[i].value) ofResults_[{all[i].func.value, all[i].result}].push_back(i);
  }
}

bool PlanIndex::live(ValueId value) const {
  return live(module().isArgument(value) ? module().region(module().block(module().owningBlock(value)).region).op
                                         : module().definingOp(value));
}

std::vector<TensorPlace> PlanIndex::placesOf(ValueId opened) const {
  std::vector<TensorPlace> places;
  for (ValueId made : plan_->origins->made(opened)) {
    ValueId slot = live(made) ? flow_.slot(made) : ValueId();
    if (slot && std::find(places.begin(), places.end(), TensorPlace{slot, {}, 0}) == places.end()) places.push_back({slot, {}, 0});
  }
  std::stable_partition(places.begin(), places.end(), [&](const TensorPlace& p) { return at(p, end()).valid(); });
  return places;
}

std::span<const std::uint32_t> PlanIndex::changesOf(const TensorPlace& place) const {
  if (place.slot)
    return {changes_.data() + firstOfSlot_[place.slot.value], firstOfSlot_[place.slot.value + 1] - firstOfSlot_[place.slot.value]};
  auto found = ofResults_.find({place.func.value, place.result});
  return found == ofResults_.end() ? std::span<const std::uint32_t>() : std::span<const std::uint32_t>(found->second);
}

AttrId PlanIndex::at(const TensorPlace& place, std::uint32_t time) const {
  std::span<const std::uint32_t> all = changesOf(place);
  auto later = std::lower_bound(all.begin(), all.end(), time);
  if (later != all.begin()) return plan_->trace.changes[*(later - 1)].after;
  if (later != all.end()) return plan_->trace.changes[*later].before;
  if (place.slot) return place.slot.value < plan_->start.size() ? plan_->start[place.slot.value] : AttrId();
  for (const FuncResultSharding& result : plan_->result.funcResults)
    if (result.func == place.func && result.index == place.result) return result.sharding;
  return {};
}

const TensorSharding& PlanIndex::decodedAt(const TensorPlace& place, std::uint32_t time) const {
  static const TensorSharding kNothing;
  AttrId sharding = at(place, time);
  return sharding ? table().decoded(sharding) : kNothing;
}

const Mesh* PlanIndex::meshOf(AttrId sharding) const {
  if (!sharding) return nullptr;
  AttrId ref, in[] = {sharding};
  return table().commonMesh(in, &ref);
}

std::uint32_t PlanIndex::stepOf(std::uint32_t change) const {
  const std::vector<Step>& steps = plan_->trace.steps;
  auto after = std::upper_bound(steps.begin(), steps.end(), change, [](std::uint32_t c, const Step& s) { return c < s.firstChange; });
  if (after == steps.begin()) return kNone;
  const Step& step = *(after - 1);
  return change < step.firstChange + step.changeCount ? static_cast<std::uint32_t>(after - 1 - steps.begin()) : kNone;
}

std::vector<TensorPlace> PlanIndex::tensorsOfResult(OpId func, std::uint32_t result) const {
  BlockId body = flow_.body(func);
  OpId end = body ? module().terminator(body) : OpId();
  if (!end || result >= module().op(end).operandCount) return {};
  return {{flow_.slot(module().operand(end, result)), {}, 0}, {{}, func, result}};
}

std::vector<TensorPlace> PlanIndex::tensorsOf(std::uint32_t number) const {
  const Step& step = plan_->trace.steps[number];
  if (module().op(step.op).kind != OpKind::FuncFunc) return tensorsOf(step.op);
  const ShardingChange& first = plan_->trace.changes[step.firstChange];
  if (!first.value) return tensorsOfResult(step.op, first.result);
  // The same value may be returned more than once: it is the result that was as the step found it.
  std::vector<AttrId> in = table().in(step.pure);
  BlockId body = flow_.body(step.op);
  OpId end = body ? module().terminator(body) : OpId();
  for (std::uint32_t i = 0; end && i < module().op(end).operandCount; ++i) {
    bool here = flow_.slot(module().operand(end, i)) == first.value;
    if (here && at({{}, step.op, i}, step.firstChange) == in.back()) return tensorsOfResult(step.op, i);
  }
  return {};
}

std::vector<TensorPlace> PlanIndex::tensorsOf(OpId op) const {
  std::vector<ValueId> values;
  switch (flowClassOf(module().op(op).kind)) {
    case FlowClass::Edge: flow_.edgeSources(op, values); break;
    case FlowClass::FuncEdge: flow_.funcEdgeSources(op, values); break;
    case FlowClass::Barrier: values.push_back(module().operand(op, 0)); break;
    default: break;
  }
  std::vector<TensorPlace> places;
  if (values.empty()) {
    for (ValueId slot : flow_.tensors(op)) places.push_back({slot, {}, 0});
    return places;
  }
  for (ValueId value : values) places.push_back({flow_.slot(value), {}, 0});
  places.push_back({module().result(op), {}, 0});
  return places;
}

ValueId PlanIndex::valueAt(const TensorPlace& place) const {
  if (place.slot) return place.slot;
  BlockId body = place.func ? flow_.body(place.func) : BlockId();
  OpId end = body ? module().terminator(body) : OpId();
  return end && place.result < module().op(end).operandCount ? module().operand(end, place.result) : ValueId();
}

ValueId PlanIndex::openedAt(const TensorPlace& place) const {
  ValueId value = valueAt(place);
  for (; value; value = module().operand(module().definingOp(value), 0)) {
    if (ValueId opened = plan_->origins->opened(value)) return opened;
    OpId def = module().definingOp(value);
    if (!def || module().op(def).kind != OpKind::SdyShardingConstraint) break;
  }
  return {};
}

TypeId PlanIndex::typeAt(const TensorPlace& place) const {
  ValueId value = valueAt(place);
  return value ? module().type(value) : TypeId();
}

}  // namespace shardlens
