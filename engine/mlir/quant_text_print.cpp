#include <bit>

#include "engine/ir/quant.h"
#include "engine/mlir/float_text.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/quant_text.h"

namespace shardlens {

namespace {

void printDouble(OpPrinter& p, std::int64_t bits) {
  auto word = static_cast<std::uint64_t>(bits);
  appendFloat(p.out(), FloatKind::F64, {&word, 1});
}

/// `i8`, `u4<0:7>`, `si8`; a signless integer takes its sign from the flag, and the range is left out where it is the whole of the type.
void printStorage(OpPrinter& p, const QuantView& q) {
  const TypeData& t = p.context().type(q.storage);
  if (t.kind != TypeKind::Integer) return p.type(q.storage);
  std::int64_t width = t.ints[0];
  if (t.sub == static_cast<std::uint8_t>(Signedness::Signless)) {
    p << (q.isSigned ? 'i' : 'u') << width;
  } else {
    p.type(q.storage);
  }
  std::int64_t least = q.isSigned ? -(std::int64_t{1} << (width - 1)) : 0;
  std::int64_t most = (std::int64_t{1} << (q.isSigned ? width - 1 : width)) - 1;
  if (q.storageMin != least || q.storageMax != most) p << '<' << q.storageMin << ':' << q.storageMax << '>';
}

void printScale(OpPrinter& p, std::int64_t scaleBits, std::int64_t zeroPoint) {
  printDouble(p, scaleBits);
  if (zeroPoint != 0) p << ':' << zeroPoint;
}

void printAxisScales(OpPrinter& p, const QuantView& q) {
  p << ':' << q.axis << ", {";
  for (std::size_t i = 0; i < q.scaleBits.size(); ++i) {
    if (i) p << ',';
    printScale(p, q.scaleBits[i], q.zeroPoints[i]);
  }
  p << '}';
}

/// Scales of blocks, which have the expressed type's own precision.
struct BlockScales {
  OpPrinter& p;
  const QuantView& q;
  std::size_t at = 0;

  void one() {
    auto kind = static_cast<FloatKind>(p.context().type(q.expressed).sub);
    FloatBits bits = encodeFloat(q.scale(at), kind);
    std::uint64_t words[] = {bits.low, bits.high};
    appendFloat(p.out(), kind, words);
    if (q.zeroPoints[at] != 0) p << ':' << q.zeroPoints[at];
    ++at;
  }
  void nested(std::span<const std::int64_t> extents) {
    if (extents.empty()) return one();
    p << '{';
    for (std::int64_t i = 0; i < extents[0]; ++i) {
      if (i) p << ", ";
      nested(extents.subspan(1));
    }
    p << '}';
  }
};

// ints after signed, minimum and maximum: m, m axes, m block sizes, r, r extents, then the scales.
void printBlocks(OpPrinter& p, const QuantView& q, std::span<const std::int64_t> ints) {
  auto blocks = static_cast<std::size_t>(ints[3]);
  p << ":{";
  for (std::size_t i = 0; i < blocks; ++i) {
    if (i) p << ", ";
    p << ints[4 + i] << ':' << ints[4 + blocks + i];
  }
  p << "}, ";
  auto rank = static_cast<std::size_t>(ints[4 + 2 * blocks]);
  BlockScales{p, q}.nested(ints.subspan(5 + 2 * blocks, rank));
}

void printCalibrated(OpPrinter& p, const TypeData& t) {
  p << "calibrated<";
  p.type(t.types[0]);
  p << '<';
  printDouble(p, t.ints[0]);
  p << ':';
  printDouble(p, t.ints[1]);
  p << ">>";
}

}  // namespace

void printQuantType(OpPrinter& p, TypeId type) {
  const TypeData& t = p.context().type(type);
  auto q = quantView(p.context(), type);
  if (!q || q->kind == QuantKind::Calibrated) return printCalibrated(p, t);
  p << (q->kind == QuantKind::Any ? "any<" : "uniform<");
  printStorage(p, *q);
  if (q->expressed) p << ':', p.type(q->expressed);
  if (q->kind == QuantKind::Uniform) p << ", ", printScale(p, q->scaleBits[0], q->zeroPoints[0]);
  if (q->kind == QuantKind::UniformPerAxis) printAxisScales(p, *q);
  if (q->kind == QuantKind::UniformSubChannel) printBlocks(p, *q, t.ints);
  p << '>';
}

}  // namespace shardlens
