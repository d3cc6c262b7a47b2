// Integers of constants and of attributes such as replica groups.
#include <algorithm>

#include "engine/mlir/dense_text.h"
#include "engine/verify/infer.h"

namespace shardlens {

namespace {

/// A splat longer than this is kept this long: no shape, padding or table of groups is, and a text may claim any size.
constexpr std::int64_t kLongestSplat = 1 << 16;

struct IntFormat {
  unsigned bits = 64;
  std::size_t bytes = 8;

  [[nodiscard]] std::int64_t read(std::string_view element) const {
    std::uint64_t raw = 0;
    for (std::size_t i = 0; i < bytes; ++i) raw |= static_cast<std::uint64_t>(static_cast<unsigned char>(element[i])) << (8 * i);
    if (bits == 1) return static_cast<std::int64_t>(raw & 1U);
    unsigned shift = 64 - bits;
    return static_cast<std::int64_t>(raw << shift) >> shift;
  }
};

std::optional<IntFormat> formatOf(const Context& c, TypeId element) {
  const TypeData& d = c.type(element);
  if (d.kind == TypeKind::Index) return IntFormat{};
  if (d.kind != TypeKind::Integer || d.ints[0] < 1 || d.ints[0] > 64) return std::nullopt;
  return IntFormat{static_cast<unsigned>(d.ints[0]), denseElementBytes(c, element)};
}

}  // namespace

bool denseInts(const Context& c, AttrId attr, std::vector<std::int64_t>& out) {
  if (!attr || c.kind(attr) != AttrKind::DenseElements) return false;
  TypeId type = c.attr(attr).type;
  auto format = formatOf(c, elementOf(c, type));
  if (!format) return false;
  std::size_t before = out.size();
  decodeDense(c, attr, [&](std::string_view bytes) {
    for (std::size_t at = 0; at + format->bytes <= bytes.size(); at += format->bytes) out.push_back(format->read(bytes.substr(at)));
  });
  auto wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(product(shapeOf(c, type)), 0, kLongestSplat));
  if (out.size() - before == 1) out.resize(before + wanted, out.back());
  return true;
}

bool constantInts(const Module& m, ValueId value, std::vector<std::int64_t>& out) {
  OpId def = m.definingOp(value);
  return def && m.op(def).kind == OpKind::StablehloConstant && denseInts(m.context(), m.attribute(def, "value"), out);
}

bool checkShapeOperand(const OpCheck& o, ValueId shape, TypeId result) {
  std::vector<std::int64_t> sizes;
  if (!constantInts(o.m, shape, sizes)) return true;
  bool known = std::ranges::all_of(sizes, [](std::int64_t size) { return size >= 0; });
  if (known && compatibleTypes(o.c, o.c.tensor(sizes, o.element(result)), result)) return true;
  return o.fail("output shape [", std::span<const std::int64_t>(sizes), "] is incompatible with return type of operation ", o.text(result));
}

}  // namespace shardlens
