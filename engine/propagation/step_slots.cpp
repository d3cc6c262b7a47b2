#include "engine/propagation/step_slots.h"

namespace shardlens {

namespace {

// What flows into an edge, then what comes out of it; empty for other operations.
std::vector<ValueId> edgeTensors(const Flow& flow, OpId op) {
  std::vector<ValueId> tensors;
  switch (flowClassOf(flow.module().op(op).kind)) {
    case FlowClass::Edge: flow.edgeSources(op, tensors); break;
    case FlowClass::FuncEdge: flow.funcEdgeSources(op, tensors); break;
    default: return tensors;
  }
  tensors.push_back(flow.module().result(op));
  return tensors;
}

// Both sides of a function's result are the value that the function returns.
ValueId returnedBy(const Flow& flow, const Trace& trace, const Step& step) {
  const Module& m = flow.module();
  const ShardingChange& change = trace.changes[step.firstChange];
  return change.value ? change.value : flow.slot(m.operand(m.terminator(flow.body(step.op)), change.result));
}

}  // namespace

std::vector<ValueId> slotsOfStep(const Flow& flow, const Trace& trace, const Step& step) {
  std::vector<ValueId> slots = edgeTensors(flow, step.op);
  for (ValueId& slot : slots) slot = flow.slot(slot);
  if (!slots.empty()) return slots;
  if (flow.module().op(step.op).kind == OpKind::FuncFunc) return std::vector<ValueId>(2, returnedBy(flow, trace, step));
  auto tensors = flow.tensors(step.op);
  return {tensors.begin(), tensors.end()};
}

std::vector<ValueId> tensorsOfStep(const Flow& flow, const Trace& trace, const Step& step) {
  std::vector<ValueId> tensors = edgeTensors(flow, step.op);
  if (!tensors.empty()) return tensors;
  const Module& m = flow.module();
  if (m.op(step.op).kind == OpKind::FuncFunc) return std::vector<ValueId>(2, returnedBy(flow, trace, step));
  for (std::uint32_t i = 0; i < m.op(step.op).operandCount; ++i) tensors.push_back(m.operand(step.op, i));
  for (std::uint32_t i = 0; i < m.op(step.op).resultCount; ++i) tensors.push_back(m.result(step.op, i));
  return tensors;
}

}  // namespace shardlens
