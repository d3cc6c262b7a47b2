#include "engine/verify/chlo_verify.h"

namespace shardlens {

namespace chlo_verify {

namespace {

bool inferPredicate(const OpCheck& o) { return checkInferred(o, withElement(o, o.operand(0), o.c.integer(1))); }

bool inferConstant(const OpCheck& o) { return checkInferred(o, o.c.attr(o.attr("value")).type); }

/// Type of a scalar attribute, `#complex.number`-like ones included.
TypeId scalarType(const OpCheck& o) {
  const AttrData& value = o.c.attr(o.attr("value"));
  return value.kind == AttrKind::Bool ? o.c.integer(1) : value.type;
}

bool verifyConstantLike(const OpCheck& o) {
  TypeId scalar = scalarType(o);
  bool same = !scalar || scalar == o.element(o.result());
  return same || o.failOp("value's type doesn't match element return type");
}

bool inferConstantLike(const OpCheck& o) {
  TypeId scalar = scalarType(o);
  return checkInferred(o, withElement(o, o.operand(0), scalar ? scalar : o.element(o.result())));
}

bool inferTopK(const OpCheck& o) {
  TypeId operand = o.operand(0), index = o.c.integer(32);
  if (!isRankedTensor(o.c, operand)) {
    return checkInferred(o, std::vector{o.c.unrankedTensor(o.element(operand)), o.c.unrankedTensor(index)});
  }
  auto dims = o.dims(operand), known = o.bounds(operand);
  std::int64_t k = o.integer("k");
  if (dims.empty()) return o.fail("operand's rank must be at least 1");
  if (dims.back() != kDynamic && dims.back() < k) return o.fail("operand's last dimension must be at least ", k);
  std::vector<std::int64_t> shape(dims.begin(), dims.end()), bounds(known.begin(), known.end());
  shape.back() = k;
  if (!bounds.empty()) bounds.back() = kDynamic;
  AttrId encoding = encodingOf(o.c, o.c.type(operand).attr, bounds);
  return checkInferred(o, std::vector{o.c.tensor(shape, o.element(operand), encoding), o.c.tensor(shape, index, encoding)});
}

}  // namespace

}  // namespace chlo_verify

OpChecks chloChecks(OpKind kind) {
  using namespace chlo_verify;
  if (kind >= OpKind::ChloBroadcastAdd && kind <= OpKind::ChloBroadcastXor) return {nullptr, checked<inferBroadcast>};
  switch (kind) {
    case OpKind::ChloBroadcastCompare: return {nullptr, checked<inferBroadcastCompare>};
    case OpKind::ChloBroadcastComplex: return {nullptr, checked<inferBroadcastComplex>};
    case OpKind::ChloBroadcastSelect: return {nullptr, checked<inferBroadcastSelect>};
    case OpKind::ChloConstant: return {nullptr, checked<inferConstant>};
    case OpKind::ChloConstantLike: return {checked<verifyConstantLike>, checked<inferConstantLike>};
    case OpKind::ChloIsInf:
    case OpKind::ChloIsNegInf:
    case OpKind::ChloIsPosInf: return {nullptr, checked<inferPredicate>};
    case OpKind::ChloRaggedDot: return {checked<verifyRaggedDot>};
    case OpKind::ChloScan: return {checked<verifyScan>, checked<inferScan>};
    case OpKind::ChloTopK:
    case OpKind::MhloTopk: return {nullptr, checked<inferTopK>};
    default: return {};
  }
}

}  // namespace shardlens
