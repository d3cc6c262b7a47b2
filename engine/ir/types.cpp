#include "engine/ir/types.h"

#include <algorithm>

#include "engine/ir/context.h"

namespace shardlens {

namespace {

constexpr unsigned kFloatBits[] = {4, 6, 6, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16, 19, 32, 64, 80, 128};

bool isShaped(TypeKind kind) { return kind == TypeKind::RankedTensor || kind == TypeKind::Vector || kind == TypeKind::MemRef; }

}  // namespace

bool isTensor(const Context& c, TypeId t) {
  TypeKind kind = c.type(t).kind;
  return kind == TypeKind::RankedTensor || kind == TypeKind::UnrankedTensor;
}

bool isRankedTensor(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::RankedTensor; }

bool hasStaticShape(const Context& c, TypeId t) {
  return isRankedTensor(c, t) && std::ranges::find(c.type(t).ints, kDynamic) == c.type(t).ints.end();
}

std::span<const std::int64_t> shapeOf(const Context& c, TypeId t) {
  const TypeData& d = c.type(t);
  return isShaped(d.kind) ? d.ints : std::span<const std::int64_t>();
}

std::int64_t rankOf(const Context& c, TypeId t) {
  const TypeData& d = c.type(t);
  return isShaped(d.kind) ? static_cast<std::int64_t>(d.ints.size()) : -1;
}

TypeId elementOf(const Context& c, TypeId t) {
  const TypeData& d = c.type(t);
  bool has = isShaped(d.kind) || d.kind == TypeKind::UnrankedTensor || d.kind == TypeKind::UnrankedMemRef || d.kind == TypeKind::Complex;
  return has ? d.types[0] : t;
}

bool isInteger(const Context& c, TypeId t, unsigned width, Signedness sign) {
  const TypeData& d = c.type(t);
  if (d.kind != TypeKind::Integer) return false;
  return width == 0 || (d.ints[0] == width && d.sub == static_cast<std::uint8_t>(sign));
}

bool isFloat(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::Float; }

unsigned storageBits(const Context& c, TypeId element) {
  const TypeData& d = c.type(element);
  switch (d.kind) {
    case TypeKind::Integer: return d.ints[0] == 1 ? 8U : static_cast<unsigned>(d.ints[0]);
    case TypeKind::Index: return 64;
    case TypeKind::Float: return kFloatBits[d.sub];
    case TypeKind::Complex: return 2 * storageBits(c, d.types[0]);
    default: return 0;
  }
}

}  // namespace shardlens
