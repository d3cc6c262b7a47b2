// When an inferred type goes with a written one, and when one element type stands for another.
#include <algorithm>

#include "engine/mlir/number_text.h"
#include "engine/verify/infer.h"

namespace shardlens {

namespace {

bool isShaped(const Context& c, TypeId t) {
  switch (c.type(t).kind) {
    case TypeKind::RankedTensor:
    case TypeKind::UnrankedTensor:
    case TypeKind::Vector:
    case TypeKind::MemRef:
    case TypeKind::UnrankedMemRef: return true;
    default: return false;
  }
}

TypeId elementOrSelf(const Context& c, TypeId t) { return isShaped(c, t) ? c.type(t).types[0] : t; }

bool sizesWithin(std::span<const std::int64_t> dims, std::span<const std::int64_t> bounds) {
  for (std::size_t i = 0; i < std::min(dims.size(), bounds.size()); ++i) {
    if (bounds[i] != kDynamic && bounds[i] < dims[i]) return false;
  }
  return true;
}

bool compatibleShapesWithBounds(const Context& c, TypeId a, TypeId b) {
  if (!compatibleShapes(c, a, b)) return false;
  if (!isRankedTensor(c, a) || !isRankedTensor(c, b)) return true;
  return sizesWithin(shapeOf(c, a), boundsOf(c, c.type(b).attr)) && sizesWithin(shapeOf(c, b), boundsOf(c, c.type(a).attr));
}

bool sameKind(const Context& c, TypeId a, TypeId b) {
  TypeKind kind = c.type(a).kind;
  if (kind != c.type(b).kind) return false;
  if (kind == TypeKind::Quantized) return quantView(c, a)->expressed == quantView(c, b)->expressed;
  return kind == TypeKind::Integer || kind == TypeKind::Float || kind == TypeKind::Complex;
}

}  // namespace

std::int64_t elementWidth(const Context& c, TypeId element) {
  const TypeData& d = c.type(element);
  switch (d.kind) {
    case TypeKind::Integer: return d.ints[0];
    case TypeKind::Float: return floatWidth(static_cast<FloatKind>(d.sub));
    case TypeKind::Complex: return 2 * elementWidth(c, d.types[0]);
    case TypeKind::Quantized: return elementWidth(c, d.types[0]);
    default: return 0;
  }
}

bool compatibleShapes(std::span<const std::int64_t> a, std::span<const std::int64_t> b) { return std::ranges::equal(a, b, compatibleDims); }

bool compatibleShapes(const Context& c, TypeId a, TypeId b) {
  if (a == b) return true;
  if (!isShaped(c, a) || !isShaped(c, b)) return isShaped(c, a) == isShaped(c, b);
  if (rankOf(c, a) < 0 || rankOf(c, b) < 0) return true;
  return compatibleShapes(shapeOf(c, a), shapeOf(c, b));
}

bool compatibleElements(const Context& c, TypeId a, TypeId b) {
  a = elementOrSelf(c, a);
  b = elementOrSelf(c, b);
  if (a == b) return true;
  auto qa = quantView(c, a), qb = quantView(c, b);
  if (!qa || !qb) return false;
  return qa->storage == qb->storage && qa->storageMin == qb->storageMin && qa->storageMax == qb->storageMax &&
         qa->expressed == qb->expressed && (qa->kind == QuantKind::UniformPerAxis) == (qb->kind == QuantKind::UniformPerAxis);
}

bool compatibleTypes(const Context& c, TypeId a, TypeId b) {
  if (a == b) return true;
  if (isShaped(c, a) && isShaped(c, b) && !compatibleShapesWithBounds(c, a, b)) return false;
  return compatibleElements(c, a, b);
}

bool compatibleTypes(const Context& c, std::span<const TypeId> a, std::span<const TypeId> b) {
  return std::ranges::equal(a, b, [&](TypeId x, TypeId y) { return compatibleTypes(c, x, y); });
}

bool sameElements(const Context& c, TypeId a, TypeId b, bool ignoreFloatPrecision) {
  a = elementOrSelf(c, a);
  b = elementOrSelf(c, b);
  return a == b || (ignoreFloatPrecision && isFloat(c, a) && isFloat(c, b));
}

bool compatibleShapeAndElement(const Context& c, TypeId a, TypeId b, bool ignoreFloatPrecision) {
  return compatibleShapes(c, a, b) && sameElements(c, a, b, ignoreFloatPrecision);
}

bool promotable(const Context& c, TypeId from, TypeId to, bool ignoreFloatPrecision) {
  if (!isShaped(c, from) || !isShaped(c, to)) return false;
  from = elementOrSelf(c, from);
  to = elementOrSelf(c, to);
  if (from == to) return true;
  if (!sameKind(c, from, to)) return false;
  return (ignoreFloatPrecision && isFloat(c, from)) || elementWidth(c, from) <= elementWidth(c, to);
}

}  // namespace shardlens
