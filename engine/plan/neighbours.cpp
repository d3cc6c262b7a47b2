#include "engine/plan/neighbours.h"

#include <algorithm>

namespace shardlens {

Neighbours::Neighbours(const PlanIndex& index) : index_(index), mains_(index.flow().mains()) {
  const Flow& flow = index.flow();
  std::size_t count = index.module().valueCount();
  first_.assign(count + 1, 0);
  for (std::uint32_t v = 0; v < count; ++v)
    if (ValueId slot = flow.slot(ValueId(v))) ++first_[slot.value + 1];
  for (std::size_t v = 1; v <= count; ++v) first_[v] += first_[v - 1];
  values_.resize(first_[count]);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t v = 0; v < count; ++v)
    if (ValueId slot = flow.slot(ValueId(v))) values_[next[slot.value]++] = ValueId(v);
}

std::span<const ValueId> Neighbours::valuesOf(ValueId slot) const {
  return {values_.data() + first_[slot.value], first_[slot.value + 1] - first_[slot.value]};
}

std::vector<Neighbours::Neighbour> Neighbours::of(const TensorPlace& place) const {
  std::vector<Neighbour> all;
  if (place.func) {
    all.emplace_back(place.func, place.result);
    return all;
  }
  for (ValueId value : valuesOf(place.slot)) addValue(value, all);
  std::vector<Neighbour> unique;
  for (const Neighbour& n : all)
    if (std::find(unique.begin(), unique.end(), n) == unique.end()) unique.push_back(n);
  return unique;
}

std::vector<TensorPlace> Neighbours::groupOf(const TensorPlace& place) const {
  std::vector<TensorPlace> all;
  if (!place.slot) return all;
  for (ValueId member : index_.groups().membersOf(place.slot)) {
    TensorPlace other{index_.flow().slot(member), {}, 0};
    if (other.slot && other != place && std::find(all.begin(), all.end(), other) == all.end()) all.push_back(other);
  }
  return all;
}

void Neighbours::addValue(ValueId value, std::vector<Neighbour>& all) const {
  const Module& m = index_.module();
  if (OpId def = m.definingOp(value)) {
    FlowClass flow = flowClassOf(m.op(def).kind);
    if (flow != FlowClass::DataFlow && index_.used(def)) all.emplace_back(def, 0);
  }
  for (UseId use = m.value(value).firstUse; use; use = m.use(use).next) addUse(use, all);
}

void Neighbours::addEdgeOf(ValueId value, std::vector<Neighbour>& all) const {
  ValueId slot = value ? index_.flow().slot(value) : ValueId();
  OpId def = slot ? index_.module().definingOp(slot) : OpId();
  if (def && flowClassOf(index_.module().op(def).kind) == FlowClass::Edge) all.emplace_back(def, 0);
}

void Neighbours::addUse(UseId use, std::vector<Neighbour>& all) const {
  const Module& m = index_.module();
  OpId user = m.use(use).owner;
  if (!index_.used(user)) return;
  std::uint32_t index = m.operandNumber(use);
  switch (flowClassOf(m.op(user).kind)) {
    case FlowClass::DataFlow: {
      bool computation = m.op(user).kind == OpKind::SdyManualComputation || m.op(user).kind == OpKind::SdyNamedComputation;
      BlockId body = computation ? m.entry(m.regionOf(user)) : BlockId();
      if (body && index < m.block(body).argCount) addEdgeOf(m.arg(body, index), all);
      if (!computation && index < m.op(user).resultCount) addEdgeOf(m.result(user, index), all);
      return;
    }
    case FlowClass::Terminator: {
      OpId parent = m.parentOp(user);
      if (parent && flowClassOf(m.op(parent).kind) == FlowClass::DataFlow && index < m.op(parent).resultCount)
        addEdgeOf(m.result(parent, index), all);
      return;
    }
    case FlowClass::FuncReturn: {
      OpId func = index_.flow().enclosingFunc(user);
      if (std::find(mains_.begin(), mains_.end(), func) != mains_.end()) all.emplace_back(func, index);
      return;
    }
    default: all.emplace_back(user, 0);
  }
}

}  // namespace shardlens
