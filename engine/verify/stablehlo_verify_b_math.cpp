// Functions of elements, transforms, random numbers and quantisation.
#include <algorithm>

#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

using Dims = std::span<const std::int64_t>;

enum class FftKind : std::uint8_t { Fft, Ifft, Rfft, Irfft };
constexpr std::int64_t kTransposeInvalid = 0, kUniformDistribution = 1;
constexpr std::int64_t kHighestRank = 1 << 16;  ///< of what is inferred from a shape whose length a text may claim at will

struct Fft {
  const OpCheck& o;
  FftKind kind;
  Dims length, dims;
  TypeId operand;
  [[nodiscard]] std::int64_t last() const { return length.back(); }
};

bool checkFftElement(const Fft& f) {
  TypeId element = f.o.element(f.operand);
  const TypeData& d = f.o.c.type(element);
  if (f.kind != FftKind::Rfft) {
    return d.kind == TypeKind::Complex ||
           f.o.fail("FFT/IFFT/IRFFT take a complex tensor as input, but is given ", f.o.text(f.operand), ".");
  }
  bool fits = d.kind == TypeKind::Float &&
              (d.sub == static_cast<std::uint8_t>(FloatKind::F32) || d.sub == static_cast<std::uint8_t>(FloatKind::F64));
  return fits || f.o.fail("RFFT requires f32 or f64 input type, but is given ", f.o.text(element), ".");
}

bool checkRfftDims(const Fft& f) {
  if (compatibleShapes(f.dims.last(f.length.size()), f.length)) return true;
  return f.o.fail("RFFT requires innermost dimensions to be compatible with fft_length. Got: ", f.dims, " but wanted ", f.length, ".");
}

bool checkIrfftDims(const Fft& f) {
  Dims inner = f.dims.last(f.length.size());
  for (std::size_t i = 0; i + 1 < inner.size(); ++i) {
    if (compatibleDims(inner[i], f.length[i])) continue;
    return f.o.fail("IRFFT requires non-final dimensions to be compatible with fft_length. Got: ", f.dims, " but wanted ", f.length,
                    ", and ", inner[i], " != ", f.length[i], ".");
  }
  bool empty = f.last() == 0 && compatibleDims(inner.back(), 0);
  if (empty || compatibleDims(inner.back(), f.last() / 2 + 1)) return true;
  return f.o.fail("IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: ", inner.back(), " but fft_length is ",
                  f.length, ".");
}

bool checkFft(const Fft& f) {
  if (f.length.empty() || f.length.size() > 3) return f.o.fail("rank must be between 1 and 3, but got ", f.length.size(), ".");
  if (!checkFftElement(f)) return false;
  if (f.dims.size() < f.length.size()) {
    return f.o.fail("operand rank must not be less than fft rank of ", f.length.size(), " for operand of type ", f.o.text(f.operand), ".");
  }
  if (f.kind == FftKind::Rfft) return checkRfftDims(f);
  return f.kind != FftKind::Irfft || checkIrfftDims(f);
}

TypeId fftResult(const Fft& f) {
  TypeId element = f.o.element(f.operand);
  std::vector<std::int64_t> shape(f.dims.begin(), f.dims.end());
  Dims known = f.o.bounds(f.operand);
  std::vector<std::int64_t> bounds(known.begin(), known.end());
  if (f.kind == FftKind::Rfft && f.last() != 0) shape.back() = f.last() / 2 + 1;
  if (f.kind == FftKind::Irfft) shape.back() = f.last();
  if (f.kind >= FftKind::Rfft && !bounds.empty()) bounds.back() = kDynamic;
  if (f.kind == FftKind::Rfft) element = f.o.c.complex(element);
  if (f.kind == FftKind::Irfft) element = elementOf(f.o.c, element);
  return f.o.c.tensor(shape, element, encodingOf(f.o.c, f.o.c.type(f.operand).attr, bounds));
}

bool checkSolveShapes(const OpCheck& o, TypeId a, TypeId b) {
  Dims da = o.dims(a), db = o.dims(b);
  std::size_t n = da.size();
  if (n < 2) return o.fail("operand 'a' must have rank >= 2, but got ", o.text(a));
  if (!compatibleDims(da[n - 2], da[n - 1])) return o.fail("two minor dimensions of operand 'a' must be compatible, but got ", o.text(a));
  if (n != db.size()) return o.fail("operands must have equal rank, but got ", o.text(a), " and ", o.text(b));
  if (!compatibleDims(da[n - 1], db[n - (o.flag("left_side") ? 2 : 1)])) {
    return o.fail("shared dimension of operands 'a' and 'b' must be compatible, but got ", o.text(a), " and ", o.text(b));
  }
  if (compatibleShapes(da.first(n - 2), db.first(n - 2))) return true;
  return o.fail("batch dimensions of the operands must be compatible, but got ", o.text(a), " and ", o.text(b));
}

}  // namespace

bool inferFft(const OpCheck& o) {
  Fft f{o, static_cast<FftKind>(o.integer("fft_type")), o.list("fft_length"), o.dims(o.operand(0)), o.operand(0)};
  return checkFft(f) && checkInferred(o, fftResult(f));
}

bool inferRealPart(const OpCheck& o) { return checkInferred(o, withElement(o, o.operand(0), elementOf(o.c, o.element(o.operand(0))))); }

bool inferPredicate(const OpCheck& o) { return checkInferred(o, withElement(o, o.operand(0), o.c.integer(1))); }

bool inferSelect(const OpCheck& o) {
  TypeId pred = o.operand(0), onTrue = o.operand(1), onFalse = o.operand(2);
  if (!compatibleShapeAndElement(o.c, onTrue, onFalse)) return o.fail("requires compatible types for non-predicate operands");
  if (o.rank(pred) != 0 && !compatibleShapes(o.c, pred, onTrue)) return o.fail("requires the same shape for all operands");
  TypeId inferred = inferMostSpecific(o, std::vector{onTrue, onFalse});
  return inferred && checkInferred(o, inferred);
}

bool inferTriangularSolve(const OpCheck& o) {
  if (!checkSolveShapes(o, o.operand(0), o.operand(1))) return false;
  if (o.integer("transpose_a", 1) == kTransposeInvalid) return o.fail("Invalid transpose option value for triangular solve");
  return checkInferred(o, o.operand(1));
}

bool inferRng(const OpCheck& o) {
  bool floats = isFloat(o.c, o.element(o.operand(0))) && isFloat(o.c, o.element(o.operand(1)));
  if (o.integer("rng_distribution") != kUniformDistribution && !floats) return o.fail("mu and sigma must be floats");
  std::vector<std::int64_t> shape;
  if (!constantInts(o.m, o.m.operand(o.op, 2), shape))
    shape.assign(static_cast<std::size_t>(std::min(o.dims(o.operand(2))[0], kHighestRank)), kDynamic);
  return checkInferred(o, o.c.tensor(shape, o.element(o.operand(1))));
}

bool verifyRngBitGenerator(const OpCheck& o) {
  if (compatibleShapes(o.c, o.operand(0), o.result(0))) return true;
  return o.fail("output state shape must be compatible with initial state shape. Got: ", o.text(o.operand(0)), " and ",
                o.text(o.result(0)));
}

bool inferUniformDequantize(const OpCheck& o) {
  return checkInferred(o, o.c.tensor(o.dims(o.operand(0)), quantView(o.c, o.element(o.operand(0)))->expressed));
}

bool verifyUniformQuantize(const OpCheck& o) {
  TypeId from = o.element(o.operand(0)), got = quantView(o.c, o.element(o.result()))->expressed;
  TypeId wanted = isFloat(o.c, from) ? from : quantView(o.c, from)->expressed;
  return got == wanted || o.fail("Expressed type of result expected to be ", o.text(wanted), ", but got ", o.text(got));
}

}  // namespace shardlens::verify_b
