#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

constexpr std::int64_t kBothDirections = 3;

bool propagationBarrier(Verifier& v, OpId op) {
  AttrId direction = v.module().attribute(op, "allowed_direction");
  if (v.context().attr(direction).ints[0] != kBothDirections) return true;
  return v.opError(op, "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.");
}

AttrId shardingPastBarriers(const Module& m, ValueId value) {
  for (OpId def = m.definingOp(value); def && m.op(def).kind == OpKind::SdyPropagationBarrier; def = m.definingOp(value))
    value = m.operand(def, 0);
  return shardingOf(m, value);
}

// Sharding constraints and reshards.
bool constraint(Verifier& v, OpId op) {
  const Module& m = v.module();
  AttrId sharding = m.attribute(op, "sharding");
  if (!checkSharding({v, op, ""}, sharding, m.type(m.result(op)))) return false;
  AttrId source = shardingPastBarriers(m, m.operand(op, 0));
  if (!source) return true;
  return checkUnreducedTransition(v, op, source, sharding, ReductionOp::Sum, static_cast<ReductionOp>(v.context().attr(source).sub));
}

bool isStaticShaped(const Context& c, TypeId type) {
  if (rankOf(c, type) < 0) return false;
  for (std::int64_t size : shapeOf(c, type)) {
    if (size == kDynamic) return false;
  }
  return true;
}

bool hasOneUse(const Module& m, ValueId value) {
  UseId use = m.value(value).firstUse;
  return use && !m.use(use).next;
}

bool dataFlowEdge(Verifier& v, OpId op) {
  const Module& m = v.module();
  TypeId type = m.type(m.result(op));
  ValueId input = m.operand(op, 0);
  OpId def = m.definingOp(input);
  if (!isStaticShaped(v.context(), type)) {
    return v.opError(op, "expected sdy.data_flow_edge to have a static-shaped result. type: " + v.text(type));
  }
  if (!hasOneUse(m, input)) return v.opError(op, "expected input of sdy.data_flow_edge to have a single user");
  OpKind kind = def ? m.op(def).kind : OpKind::Unknown;
  bool hasEdges = kind == OpKind::SdyManualComputation || kind == OpKind::SdyNamedComputation;
  if (def && m.name(def).starts_with("sdy.") && !hasEdges) {
    v.opError(op, "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).");
    v.note(m.location(def), "sdy op defining the input of the sdy.data_flow_edge");
    return false;
  }
  AttrId sharding = m.attribute(op, "sharding");
  return !sharding || checkSharding({v, op, ""}, sharding, type);
}

bool funcDataFlowEdge(Verifier& v, OpId op) {
  const Module& m = v.module();
  TypeId type = m.type(m.result(op));
  ValueId operand = m.operand(op, 0);
  if (!isStaticShaped(v.context(), type)) {
    return v.opError(op, "expected sdy.func_data_flow_edge to have a static-shaped result. type: " + v.text(type));
  }
  if (!hasOneUse(m, operand)) return v.opError(op, "expected operand of sdy.func_data_flow_edge to have a single user");
  if (m.isArgument(operand)) {
    OpId owner = m.region(m.block(m.owningBlock(operand)).region).op;
    return m.op(owner).kind == OpKind::FuncFunc ||
           v.opError(op, "expected operand of sdy.func_data_flow_edge to be a block argument of a func op.");
  }
  return m.op(m.definingOp(operand)).kind == OpKind::FuncCall ||
         v.opError(op, "expected operand of sdy.func_data_flow_edge to be a result of call op.");
}

bool namedRegions(Verifier& v, OpId op) {
  OpCheck o(v, op);
  BlockId body = o.body(0);
  if (!body || o.returnTypes(body) == o.resultTypes()) return true;
  o.failOp("inferred type(s) ", o.text(o.returnTypes(body)), " are incompatible with return type(s) of operation ",
           o.text(o.resultTypes()));
  return failedToInfer(o);
}

bool constantRegions(Verifier& v, OpId op) {
  OpCheck o(v, op);
  return checkInferred(o, v.context().attr(o.attr("value")).type) || failedToInfer(o);
}

bool isCollective(OpKind kind) { return kind >= OpKind::SdyAllGather && kind <= OpKind::SdyReplicatedToUnreduced; }

}  // namespace

VerifyFn sdyVerify(OpKind kind) {
  if (isCollective(kind)) return verifySdyCollective;
  if (kind == OpKind::SdyManualComputation) return verifySdyManualComputation;
  return kind == OpKind::SdyPropagationBarrier ? propagationBarrier : nullptr;
}

VerifyFn sdyVerifyRegions(OpKind kind) {
  if (kind == OpKind::SdyNamedComputation) return namedRegions;
  return kind == OpKind::SdyConstant ? constantRegions : nullptr;
}

VerifyFn sdyVerifySymbolUses(OpKind kind) {
  if (isCollective(kind)) return verifySdyCollectiveAxes;
  switch (kind) {
    case OpKind::SdyShardingConstraint:
    case OpKind::SdyReshard: return constraint;
    case OpKind::SdyDataFlowEdge: return dataFlowEdge;
    case OpKind::SdyFuncDataFlowEdge: return funcDataFlowEdge;
    case OpKind::SdyManualComputation: return verifySdyManualSymbols;
    case OpKind::SdyNamedComputation: return verifySdyNamedSymbols;
    default: return nullptr;
  }
}

}  // namespace shardlens
