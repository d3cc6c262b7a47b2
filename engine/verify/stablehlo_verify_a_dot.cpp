// Dots: shapes from dimension numbers, precision, algorithms, quantisation.
#include <algorithm>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

bool checkShape(const OpCheck& o, Dims inferred) {
  if (compatibleShapes(inferred, o.dims(o.result()))) return true;
  return o.fail("inferred shape '", sizesText(inferred), "' is incompatible with return type of operation ", o.text(o.result()));
}

// Algorithms ----------------------------------------------------------------------------------------------------------------------

/// Precisions of lhs, rhs and accumulation, and numbers of products, that some hardware has.
struct KnownAlgorithm {
  FloatKind operand, accumulation;
  std::int64_t products;
};
constexpr KnownAlgorithm kAlgorithms[] = {
    {FloatKind::F16, FloatKind::F16, 1},  {FloatKind::F16, FloatKind::F32, 1},  {FloatKind::BF16, FloatKind::BF16, 1},
    {FloatKind::BF16, FloatKind::F32, 1}, {FloatKind::BF16, FloatKind::F32, 3}, {FloatKind::BF16, FloatKind::F32, 6},
    {FloatKind::BF16, FloatKind::F32, 9}, {FloatKind::TF32, FloatKind::F32, 1}, {FloatKind::TF32, FloatKind::F32, 3},
    {FloatKind::F32, FloatKind::F32, 1},  {FloatKind::F64, FloatKind::F64, 1},
};

bool isFloat8(FloatKind kind) { return kind >= FloatKind::F8E3M4 && kind <= FloatKind::F8E5M2FNUZ; }

struct Algorithm {
  TypeId lhs, rhs, accumulation;
  std::int64_t lhsParts, rhsParts, products, imprecise;
};

Algorithm algorithmOf(const Context& c, AttrId attr) {
  const AttrData& d = c.attr(attr);
  auto type = [&](std::size_t i) { return c.attr(d.subs[i]).type; };
  return {type(0), type(1), type(2), d.ints[0], d.ints[1], d.ints[2], d.ints[3]};
}

bool isKnown(const Context& c, const Algorithm& a) {
  if (a.lhsParts != 1 || a.rhsParts != 1) return false;
  if (!isFloat(c, a.lhs) || !isFloat(c, a.rhs) || !isFloat(c, a.accumulation)) return false;
  auto kind = [&](TypeId t) { return static_cast<FloatKind>(c.type(t).sub); };
  if (isFloat8(kind(a.lhs)) && isFloat8(kind(a.rhs)) && kind(a.accumulation) == FloatKind::F32 && a.products == 1) return true;
  return a.imprecise == 0 && a.lhs == a.rhs && std::ranges::any_of(kAlgorithms, [&](const KnownAlgorithm& k) {
           return k.operand == kind(a.lhs) && k.accumulation == kind(a.accumulation) && k.products == a.products;
         });
}

bool checkAlgorithm(const OpCheck& o) {
  AttrId attr = o.attr("algorithm");
  if (!attr) return true;
  Algorithm a = algorithmOf(o.c, attr);
  if (a.lhsParts < 1) return o.fail("lhs component count must be positive");
  if (a.rhsParts < 1) return o.fail("rhs component count must be positive");
  if (a.products < 1) return o.fail("num primitive operations must be positive");
  if (isKnown(o.c, a)) return true;
  return o.fail("dot algorithm not known to be supported on any hardware: {lhs:", o.text(a.lhs), ", rhs:", o.text(a.rhs),
                ", accum:", o.text(a.accumulation), ", lhs_components:", a.lhsParts, ", rhs_components:", a.rhsParts,
                ", primitive_ops:", a.products, ", imprecise:", a.imprecise, "}");
}

bool isDefaultPrecision(const OpCheck& o) {
  AttrId config = o.attr("precision_config");
  return !config || std::ranges::all_of(o.c.attr(config).subs, [&](AttrId item) { return o.c.attr(item).ints[0] == 0; });
}

// Shapes --------------------------------------------------------------------------------------------------------------------------

DotDims dotDims(const OpCheck& o) {
  auto rest = o.c.attr(o.attr("dot_dimension_numbers")).ints;
  DotDims dims;
  dims.lhsBatching = takeList(rest);
  dims.rhsBatching = takeList(rest);
  dims.lhsContracting = takeList(rest);
  dims.rhsContracting = takeList(rest);
  return dims;
}

bool has(Dims list, std::size_t dim) { return std::ranges::find(list, static_cast<std::int64_t>(dim)) != list.end(); }

void appendFree(Dims shape, Dims batching, Dims contracting, std::vector<std::int64_t>& out) {
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (!has(batching, i) && !has(contracting, i)) out.push_back(shape[i]);
  }
}

std::int64_t boundAt(Dims bounds, std::int64_t dim) { return bounds.empty() ? kDynamic : bounds[static_cast<std::size_t>(dim)]; }

/// Size of batch dimension `i`: what is known of either side; a known size must not exceed the other's bound.
bool inferBatchDim(const OpCheck& o, const DotDims& d, std::size_t i, std::vector<std::int64_t>& out) {
  std::int64_t lhs = o.dims(o.operand(0))[static_cast<std::size_t>(d.lhsBatching[i])];
  std::int64_t rhs = o.dims(o.operand(1))[static_cast<std::size_t>(d.rhsBatching[i])];
  std::int64_t size = lhs != kDynamic ? lhs : rhs;
  std::int64_t lhsBound = boundAt(o.bounds(o.operand(0)), d.lhsBatching[i]);
  std::int64_t bound = lhsBound != kDynamic ? lhsBound : boundAt(o.bounds(o.operand(1)), d.rhsBatching[i]);
  if (size != kDynamic && bound != kDynamic && size > bound) {
    return o.fail("Mismatched dimension size ", size, " and bound ", bound, " in dimension ", i);
  }
  out.push_back(size);
  return true;
}

// Quantisation --------------------------------------------------------------------------------------------------------------------

bool checkDotQuantization(const OpCheck& o, const DotDims& d) {
  auto rhs = quantView(o.c, o.element(o.operand(1)));
  bool centred = !rhs || std::ranges::all_of(rhs->zeroPoints, [](std::int64_t z) { return z == 0; });
  bool perAxis = rhs && rhs->kind == QuantKind::UniformPerAxis;
  if (!centred) return o.fail(perAxis ? "Zero points of rhs should be 0" : "Zero point of rhs should be 0");
  if (perAxis && has(d.rhsContracting, static_cast<std::size_t>(rhs->axis))) {
    return o.fail("Quantization dimension of rhs should not be in the contracting dimension of rhs");
  }
  return checkContractionQuantization(o);
}

bool anyQuantized(const OpCheck& o) {
  return isQuantized(o.c, o.element(o.operand(0))) || isQuantized(o.c, o.element(o.operand(1))) || isQuantized(o.c, o.element(o.result()));
}

}  // namespace

std::string sizesText(Dims sizes) {
  std::string out = "[";
  for (std::int64_t size : sizes) {
    if (out.size() > 1) out += ", ";
    out += size == kDynamic ? "?" : std::to_string(size);
  }
  return out + "]";
}

bool checkContractionQuantization(const OpCheck& o) {
  TypeId lhs = o.element(o.operand(0)), rhs = o.element(o.operand(1)), result = o.element(o.result());
  auto l = quantView(o.c, lhs), r = quantView(o.c, rhs), q = quantView(o.c, result);
  if (!r || l.has_value() != q.has_value()) {
    return o.fail("rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold");
  }
  if (!l) {
    if (lhs == r->expressed && lhs == result) return true;
    return o.fail("mismatched rhs quantization expressed type and lhs and result element type");
  }
  if (l->storage != r->storage) return o.fail("mismatched lhs and rhs quantization storage types");
  if (l->expressed != r->expressed || l->expressed != q->expressed) {
    return o.fail("mismatched lhs, rhs and result quantization expressed types");
  }
  bool mixed = r->kind == QuantKind::Uniform && q->kind != QuantKind::Uniform;
  return !mixed || o.fail("mismatched rhs and result quantization granularity");
}

bool verifyDot(const OpCheck& o) {
  if (!checkPrecisionConfig(o)) return false;
  Dims lhs = o.dims(o.operand(0)), rhs = o.dims(o.operand(1));
  bool vectorsOrMatrices = (lhs.size() == 1 || lhs.size() == 2) && (rhs.size() == 1 || rhs.size() == 2);
  if (!vectorsOrMatrices || !compatibleDims(lhs.back(), rhs[0])) return o.fail("expected both lhs/rhs ranks to be either 1 or 2");
  std::vector<std::int64_t> shape;
  if (lhs.size() == 2) shape.push_back(lhs[0]);
  if (rhs.size() == 2) shape.push_back(rhs[1]);
  return checkShape(o, shape);
}

bool verifyDotGeneral(const OpCheck& o) {
  DotDims d = dotDims(o);
  if (!checkAlgorithm(o) || !checkDotDims(o, d)) return false;
  std::vector<std::int64_t> shape;
  for (std::size_t i = 0; i < d.lhsBatching.size(); ++i) {
    if (!inferBatchDim(o, d, i, shape)) return false;
  }
  appendFree(o.dims(o.operand(0)), d.lhsBatching, d.lhsContracting, shape);
  appendFree(o.dims(o.operand(1)), d.rhsBatching, d.rhsContracting, shape);
  if (!checkShape(o, shape)) return false;
  if (o.attr("algorithm") && !isDefaultPrecision(o)) return o.fail("must specify DEFAULT precision config when algorithm is set.");
  return !anyQuantized(o) || checkDotQuantization(o, d);
}

}  // namespace shardlens::verify_a
