#include "engine/propagation/priorities.h"

#include <algorithm>

namespace shardlens {

namespace {

Direction operator|(Direction a, Direction b) { return static_cast<Direction>(static_cast<unsigned>(a) | static_cast<unsigned>(b)); }

// An operand with several uses could be sharded one way for each: no use may decide before the others.
bool anyOperandSharedByUses(const Module& m, const std::vector<std::uint32_t>& uses, OpId op) {
  for (std::uint32_t i = 0; i < m.op(op).operandCount; ++i) {
    ValueId operand = m.operand(op, i);
    if (uses[operand.value] != 1 && rankOf(m.context(), m.type(operand)) != 0) return true;
  }
  return false;
}

bool movesToOrFromHost(const Module& m, OpId op) {
  if (m.op(op).kind != OpKind::StablehloCustomCall) return false;
  AttrId target = m.attribute(op, "call_target_name");
  std::string_view name = target ? m.context().attr(target).text : std::string_view();
  return name == "MoveToDevice" || name == "MoveToHost";
}

Direction passThroughDirection(const Module& m, OpId op, bool elementwise) {
  switch (m.op(op).kind) {
    case OpKind::StablehloReshape:
    case OpKind::StablehloTranspose:
    case OpKind::SdyDataFlowEdge:
    case OpKind::SdyFuncDataFlowEdge: return Direction::Both;
    case OpKind::StablehloDynamicSlice:
    case OpKind::StablehloDynamicUpdateSlice: return Direction::Forward;
    default: return elementwise || movesToOrFromHost(m, op) ? Direction::Both : Direction::None;
  }
}

}  // namespace

bool isElementwise(const Module& m, OpId op) {
  OpKind kind = m.op(op).kind;
  switch (kind) {
    case OpKind::Unknown: return false;
    case OpKind::SdyPropagationBarrier:
    case OpKind::SdyShardingConstraint:
    case OpKind::SdyReshard: return true;
    case OpKind::StablehloBitcastConvert: {
      auto in = shapeOf(m.context(), m.type(m.operand(op, 0))), out = shapeOf(m.context(), m.type(m.result(op)));
      return std::equal(in.begin(), in.end(), out.begin(), out.end());
    }
    default: return hasTrait(kind, kElementwise);
  }
}

PassClass passClassOf(const Module& m, const std::vector<std::uint32_t>& uses, OpId op) {
  PassClass c;
  c.elementwise = isElementwise(m, op);
  c.passesThrough = passThroughDirection(m, op, c.elementwise);
  c.broadcasts = m.op(op).kind == OpKind::StablehloBroadcastInDim;
  c.shared = c.passesThrough != Direction::None && anyOperandSharedByUses(m, uses, op);
  return c;
}

FactorMode modeOf(PassClass c, const Phase& phase) {
  FactorMode mode;
  mode.aggressive = phase.aggressive;
  mode.elementwise = phase.aggressive && c.elementwise;
  if (phase.opPriority < 0) return mode;
  mode.passThrough = mode.other = phase.opPriority < 1 && c.shared ? Direction::None : c.passesThrough;
  Direction broad = c.broadcasts ? Direction::Backward : Direction::Both;
  if (phase.opPriority >= 2) mode.passThrough = mode.passThrough | broad;
  if (phase.opPriority >= 3) mode.other = mode.other | broad;
  if (phase.opPriority >= 4) mode.passThrough = mode.other = Direction::Both;
  return mode;
}

}  // namespace shardlens
