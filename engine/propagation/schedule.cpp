#include "engine/propagation/schedule.h"

#include <algorithm>

#include "engine/propagation/liveness.h"

namespace shardlens {

Schedule::Schedule(const Flow& flow, RuleBook& rules) : flow_(flow) {
  const Module& m = flow.module();
  Liveness live(flow);
  places_.assign(m.opCount(), kNowhere);
  classes_.assign(m.opCount(), 0);
  around_.resize(size());
  for (std::uint32_t p = 0; p < size(); ++p) {
    OpId op = this->op(p), parent = flow.parent(op);
    places_[op.value] = p;
    classes_[op.value] = passClassOf(m, flow.uses(), op).index();
    // Operations around come before those in them. The root and functions have no tensors.
    std::uint32_t at = parent == m.root() ? kNowhere : places_[parent.value];
    around_[p] = at != kNowhere && flow.tensors(parent).empty() ? around_[at] : at;
    if (live.dead(op)) unused_.push_back(p);
    if (isBridge(flowClassOf(m.op(op).kind))) addBridge(op, rules);
  }
  listReaders();
}

// The sources of an edge and what comes out of it belong together in every dimension.
void Schedule::addBridge(OpId op, RuleBook& rules) {
  const Module& m = flow_.module();
  std::vector<ValueId> sources;
  switch (flowClassOf(m.op(op).kind)) {
    case FlowClass::Edge: flow_.edgeSources(op, sources); break;
    case FlowClass::FuncEdge: flow_.funcEdgeSources(op, sources); break;
    default: sources.assign(1, m.operand(op, 0)); break;
  }
  ValueId result = m.result(op);
  Bridge bridge;
  bridge.first = static_cast<std::uint32_t>(bridgeSlots_.size());
  bridge.idle = sources.empty() && m.op(op).kind == OpKind::SdyFuncDataFlowEdge && m.isArgument(m.operand(op, 0));
  if (!sources.empty()) bridge.rule = rules.identityRule(m.type(result), static_cast<std::uint32_t>(sources.size()), 1);
  for (ValueId source : sources) bridgeSlots_.push_back(flow_.slot(source));
  bridgeSlots_.push_back(result);
  bridge.end = static_cast<std::uint32_t>(bridgeSlots_.size());
  bridgePlaces_.push_back(place(op));
  bridges_.push_back(bridge);
}

const Schedule::Bridge& Schedule::bridge(std::uint32_t place) const {
  auto at = std::lower_bound(bridgePlaces_.begin(), bridgePlaces_.end(), place);
  return bridges_[static_cast<std::size_t>(at - bridgePlaces_.begin())];
}

void Schedule::listReaders() {
  firstReader_.assign(flow_.module().valueCount() + 1, 0);
  auto eachReading = [&](auto&& visit) {
    for (std::uint32_t p = 0; p < size(); ++p)
      for (ValueId slot : flow_.tensors(op(p)))
        if (slot) visit(slot, p);
    for (std::size_t b = 0; b < bridges_.size(); ++b)
      for (ValueId slot : slots(bridges_[b]))
        if (slot) visit(slot, bridgePlaces_[b]);
  };
  eachReading([&](ValueId slot, std::uint32_t) { ++firstReader_[slot.value + 1]; });
  for (std::size_t v = 1; v < firstReader_.size(); ++v) firstReader_[v] += firstReader_[v - 1];
  readers_.resize(firstReader_.back());
  std::vector<std::uint32_t> next(firstReader_.begin(), firstReader_.end() - 1);
  eachReading([&](ValueId slot, std::uint32_t place) { readers_[next[slot.value]++] = place; });
}

}  // namespace shardlens
