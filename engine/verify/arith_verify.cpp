#include <algorithm>

#include "engine/verify/op_checks.h"

// What operations of arith, tensor and shape demand beyond their rows.

namespace shardlens {

namespace {

bool isShapedType(const Context& c, TypeId t) { return isTensor(c, t) || c.type(t).kind == TypeKind::Vector; }
bool isDialectType(const Context& c, TypeId t, std::string_view name) {
  return c.type(t).kind == TypeKind::Dialect && c.type(t).text == name;
}
bool isShape(const Context& c, TypeId t) { return isDialectType(c, t, "shape.shape"); }

// arith ---------------------------------------------------------------------------------------------------------------------------

bool verifyConstant(const OpCheck& o) {
  TypeId element = o.element(o.result());
  const TypeData& type = o.c.type(element);
  if (type.kind == TypeKind::Integer && type.sub != static_cast<std::uint8_t>(Signedness::Signless)) {
    return o.failOp("integer return type must be signless");
  }
  return o.c.kind(o.attr("value")) != AttrKind::String || o.failOp("value must be an integer, float, or elements attribute");
}

/// The result is of the first operand's very type.
bool inferFirst(const OpCheck& o) {
  if (o.operand(0) == o.result()) return true;
  return o.failOp("inferred type(s) ", o.text(o.operand(0)), " are incompatible with return type(s) of operation ", o.text(o.result()));
}

bool sameShape(const Context& c, TypeId a, TypeId b) {
  if (!isShapedType(c, a) || !isShapedType(c, b)) return isShapedType(c, a) == isShapedType(c, b);
  return c.type(a).kind == c.type(b).kind && std::ranges::equal(shapeOf(c, a), shapeOf(c, b));
}

bool verifyCompare(const OpCheck& o) {
  bool fits = sameShape(o.c, o.operand(0), o.result());
  return fits || o.failOp("failed to verify that result type has i1 element type and same shape as operands");
}

bool verifySelect(const OpCheck& o) {
  TypeId condition = o.operand(0);
  bool fits = !isShapedType(o.c, condition) || sameShape(o.c, condition, o.result());
  return fits || o.failOp("failed to verify that condition is signless i1 or has matching shape");
}

bool castIncompatible(const OpCheck& o) {
  return o.failOp("operand type ", o.text(o.operand(0)), " and result type ", o.text(o.result()), " are cast incompatible");
}

bool verifyIndexCast(const OpCheck& o) {
  TypeId from = o.operand(0), to = o.result();
  bool sameDims = std::ranges::equal(isTensor(o.c, from) ? o.dims(from) : std::span<const std::int64_t>(),
                                     isTensor(o.c, to) ? o.dims(to) : std::span<const std::int64_t>());
  if (!sameDims) return o.failOp("failed to verify that input and output have the same tensor dimensions");
  bool fromIndex = o.c.type(o.element(from)).kind == TypeKind::Index, toIndex = o.c.type(o.element(to)).kind == TypeKind::Index;
  return (fromIndex != toIndex && o.c.type(from).kind == o.c.type(to).kind) || (fromIndex != toIndex && !isShapedType(o.c, from)) ||
         castIncompatible(o);
}

// tensor --------------------------------------------------------------------------------------------------------------------------

bool verifyTensorCast(const OpCheck& o) {
  bool fits = o.element(o.operand(0)) == o.element(o.result()) && compatibleShapes(o.c, o.operand(0), o.result());
  return fits || castIncompatible(o);
}

bool verifyExtract(const OpCheck& o) {
  if (o.element(o.operand(0)) != o.result()) return o.failOp("failed to verify that result type matches element type of tensor");
  return o.operands() - 1 == o.rank(o.operand(0)) || o.failOp("incorrect number of indices for extract_element");
}

bool verifyInsert(const OpCheck& o) {
  if (o.operand(1) != o.result()) return o.failOp("failed to verify that result type matches type of dest");
  if (o.element(o.operand(1)) != o.operand(0)) return o.failOp("failed to verify that scalar type matches element type of dest");
  return o.operands() - 2 == o.rank(o.operand(1)) || o.failOp("incorrect number of indices");
}

bool verifyFromElements(const OpCheck& o) {
  std::int64_t count = 1;
  for (std::int64_t dim : o.dims(o.result())) count = times(count, dim);
  bool fits = count == o.operands();
  for (TypeId type : o.operandTypes()) fits = fits && type == o.element(o.result());
  return fits || o.failOp("failed to verify that operand types match result element type");
}

// shape ---------------------------------------------------------------------------------------------------------------------------

bool verifyNumElements(const OpCheck& o) {
  bool fits = !isShape(o.c, o.operand(0)) || isDialectType(o.c, o.result(), "shape.size");
  return fits || o.failOp("if at least one of the operands can hold error values then the result must be of type `size` to propagate them");
}

bool verifyBroadcast(const OpCheck& o) {
  bool mayFail = std::ranges::any_of(o.operandTypes(), [&](TypeId t) { return isShape(o.c, t); });
  return !mayFail || isShape(o.c, o.result()) ||
         o.failOp("if at least one of the operands can hold error values then the result must be of type `shape` to propagate them");
}

bool checkExtents(const OpCheck& o, std::int64_t rank, bool dynamicFits) {
  std::span<const std::int64_t> written = o.dims(o.result());
  TypeId inferred = o.c.tensor({&rank, 1}, o.c.indexType());
  bool fits = isShape(o.c, o.result()) || (dynamicFits ? compatibleDims(rank, written[0]) : rank == written[0]);
  return fits || o.failOp("inferred type(s) ", o.text(inferred), " are incompatible with return type(s) of operation ", o.text(o.result()));
}

bool inferShapeOf(const OpCheck& o) {
  std::int64_t rank = o.rank(o.operand(0));
  return isDialectType(o.c, o.operand(0), "shape.value_shape") || checkExtents(o, rank < 0 ? kDynamic : rank, true);
}

bool inferConstShape(const OpCheck& o) { return checkExtents(o, product(shapeOf(o.c, o.c.attr(o.attr("shape")).type)), false); }

bool verifyCstr(const OpCheck& o) { return o.operands() >= 2 || o.failOp("required at least 2 input shapes"); }

bool verifyAssuming(const OpCheck& o) {
  constexpr const char* kEdge = "along control flow edge from Operation shape.assuming_yield to Operation shape.assuming: ";
  std::vector<TypeId> given = o.returnTypes(o.body(0));
  if (given.size() != o.results()) {
    return o.failOp(kEdge, "region branch point has ", given.size(), " operands, but region successor needs ", o.results(), " inputs");
  }
  for (std::uint32_t i = 0; i < o.results(); ++i) {
    if (given[i] == o.result(i)) continue;
    return o.failOp(kEdge, "successor operand type #", i, " ", o.text(given[i]), " should match successor input type #", i, " ",
                    o.text(o.result(i)));
  }
  return true;
}

}  // namespace

OpChecks arithChecks(OpKind kind) {
  switch (kind) {
    case OpKind::ArithConstant: return {checked<verifyConstant>};
    case OpKind::ArithAddI:
    case OpKind::ArithSubI:
    case OpKind::ArithMulI:
    case OpKind::ArithDivSI:
    case OpKind::ArithAddF:
    case OpKind::ArithSubF:
    case OpKind::ArithMulF: return {nullptr, checked<inferFirst>};
    case OpKind::ArithCmpI: return {checked<verifyCompare>};
    case OpKind::ArithSelect: return {checked<verifySelect>};
    case OpKind::ArithIndexCast: return {checked<verifyIndexCast>};
    case OpKind::TensorCast: return {checked<verifyTensorCast>};
    case OpKind::TensorExtract: return {checked<verifyExtract>};
    case OpKind::TensorInsert: return {checked<verifyInsert>};
    case OpKind::TensorFromElements: return {checked<verifyFromElements>};
    case OpKind::ShapeBroadcast: return {checked<verifyBroadcast>};
    case OpKind::ShapeNumElements: return {checked<verifyNumElements>};
    case OpKind::ShapeShapeOf: return {nullptr, checked<inferShapeOf>};
    case OpKind::ShapeConstShape: return {nullptr, checked<inferConstShape>};
    case OpKind::ShapeCstrBroadcastable: return {checked<verifyCstr>};
    case OpKind::ShapeAssuming: return {.verifyRegions = checked<verifyAssuming>};
    default: return {};
  }
}

}  // namespace shardlens
