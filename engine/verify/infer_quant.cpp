// Quantised operands and results that must be scaled alike.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

bool sameScales(const QuantView& a, const QuantView& b) {
  auto scale = [](std::int64_t bits) { return std::bit_cast<double>(bits); };
  std::size_t n = std::min(a.scaleBits.size(), b.scaleBits.size());
  return std::ranges::equal(a.scaleBits.first(n), b.scaleBits.first(n), {}, scale, scale) &&
         std::ranges::equal(a.zeroPoints.first(n), b.zeroPoints.first(n));
}

bool checkAxisKept(const OpCheck& o, TypeId operand, TypeId result, std::int64_t operandAxis, std::int64_t resultAxis) {
  auto from = o.dims(operand), to = o.dims(result);
  if (!compatibleDims(from[static_cast<std::size_t>(operandAxis)], to[static_cast<std::size_t>(resultAxis)])) {
    return o.fail("expect same quantization dimension size for operand and result ", o.text(operand), " and ", o.text(result));
  }
  if (!hasStaticShape(o.c, operand) || !hasStaticShape(o.c, result)) return true;
  std::int64_t before = product(from.first(static_cast<std::size_t>(operandAxis))),
               after = product(to.first(static_cast<std::size_t>(resultAxis)));
  if (before == after) return true;
  return o.fail("product of dimensions before quantization dimension must match between operand and result for ", before, " and ", after);
}

}  // namespace

bool checkSameScaleAndZeroPoint(const OpCheck& o, TypeId a, TypeId b) {
  auto qa = quantView(o.c, o.element(a)), qb = quantView(o.c, o.element(b));
  if (!qa || !qb || qa->kind != qb->kind) return true;
  if (qa->kind == QuantKind::Uniform && o.element(a) != o.element(b)) {
    return o.fail("expect same quantization scale and zero_point but got ", o.text(a), " vs ", o.text(b));
  }
  if (qa->kind == QuantKind::UniformPerAxis && !sameScales(*qa, *qb)) {
    return o.fail("expect same quantization scales and zero_points but got ", o.text(a), " vs ", o.text(b));
  }
  return true;
}

bool checkReshapeQuantization(const OpCheck& o, TypeId operand, TypeId result) {
  if (!checkSameScaleAndZeroPoint(o, operand, result)) return false;
  auto from = quantView(o.c, o.element(operand)), to = quantView(o.c, o.element(result));
  bool perAxis = from && to && from->kind == QuantKind::UniformPerAxis && to->kind == QuantKind::UniformPerAxis;
  return !perAxis || checkAxisKept(o, operand, result, from->axis, to->axis);
}

}  // namespace shardlens
