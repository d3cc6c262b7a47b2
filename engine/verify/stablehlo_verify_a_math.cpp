// Elementwise functions with a rule of their own, norms, concatenation, constants.
#include <algorithm>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

TypeId rankedWithElement(const OpCheck& o, TypeId tensor, TypeId element) {
  return o.c.tensor(o.dims(tensor), element, o.c.type(tensor).attr);
}

// Norms ---------------------------------------------------------------------------------------------------------------------------

bool allCompatibleShapes(const OpCheck& o, std::span<const TypeId> types) {
  return std::ranges::all_of(types,
                             [&](TypeId a) { return std::ranges::all_of(types, [&](TypeId b) { return compatibleShapes(o.c, a, b); }); });
}

std::string sizeText(std::int64_t size) { return size == kDynamic ? "?" : std::to_string(size); }

bool checkBatchNorm(const OpCheck& o, std::span<const TypeId> whole, std::span<const TypeId> features, std::int64_t index) {
  if (!allCompatibleShapes(o, whole)) return o.fail("expects multi-dimensional operands to have compatible shapes.");
  if (!allCompatibleShapes(o, features)) return o.fail("expects single-dimensional operands to have compatible shapes.");
  if (index >= o.rank(whole[0])) {
    return o.fail("expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex ", index, ", and rank ",
                  o.rank(whole[0]), ".");
  }
  std::int64_t count = o.dims(whole[0])[static_cast<std::size_t>(index)];
  std::int64_t size = o.dims(features[0])[0];
  if (compatibleDims(size, count)) return true;
  return o.fail(
      "expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional "
      "operands is ",
      sizeText(size), " and the feature count is ", sizeText(count), ".");
}

/// Results: the whole, then two of one element a feature.
bool inferBatchNorm(const OpCheck& o, std::span<const TypeId> whole, std::span<const TypeId> features, bool withFeatures) {
  std::int64_t index = o.integer("feature_index");
  if (!checkBatchNorm(o, whole, features, index)) return false;
  if (!withFeatures) return checkInferred(o, whole[0]);
  auto at = static_cast<std::size_t>(index);
  Dims bounds = o.bounds(whole[0]);
  AttrId encoding = bounds.empty() ? AttrId() : encodingOf(o.c, o.c.type(whole[0]).attr, bounds.subspan(at, 1));
  TypeId feature = o.c.tensor(o.dims(whole[0]).subspan(at, 1), o.element(whole[0]), encoding);
  return checkInferred(o, std::vector{whole[0], feature, feature});
}

// Concatenation -------------------------------------------------------------------------------------------------------------------

bool checkConcatenable(const OpCheck& o, std::span<const TypeId> inputs, std::int64_t dimension) {
  Dims first = o.dims(inputs[0]);
  if (first.empty()) return o.fail("rank-0 values cannot be concatenated");
  if (dimension >= o.rank(inputs[0])) return o.fail("dimension ", dimension, " is out-of-bounds for input rank ", first.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Dims dims = o.dims(inputs[i]);
    if (dims.size() != first.size()) return o.fail("operands (0) and (", i, ") do not match rank");
    for (std::size_t d = 0; d < dims.size(); ++d) {
      if (static_cast<std::int64_t>(d) == dimension || compatibleDims(first[d], dims[d])) continue;
      return o.fail("shapes of operand (0) and (", i, ") are not compatible at non-concat index ", d, ": (", first, ") != (", dims, ")");
    }
  }
  return true;
}

struct Extent {
  std::int64_t size = 0, bound = kDynamic;
  [[nodiscard]] std::int64_t known() const { return size != kDynamic ? size : bound; }
};

Extent joined(Extent left, Extent right) {
  if (left.size != kDynamic && right.size != kDynamic) return {plus(left.size, right.size), kDynamic};
  if (left.known() == kDynamic || right.known() == kDynamic) return {kDynamic, kDynamic};
  return {kDynamic, plus(left.known(), right.known())};
}

Extent appendAll(const OpCheck& o, std::span<const TypeId> inputs, std::size_t dimension) {
  Extent sum;
  for (TypeId type : inputs) {
    Dims bounds = o.bounds(type);
    sum = joined(sum, {o.dims(type)[dimension], bounds.empty() ? kDynamic : bounds[dimension]});
  }
  return sum;
}

/// The input with the concatenated dimension unknown, so that the others can be merged.
TypeId withoutDim(const OpCheck& o, TypeId type, std::size_t dimension) {
  std::vector<std::int64_t> dims(o.dims(type).begin(), o.dims(type).end());
  std::vector<std::int64_t> bounds(o.bounds(type).begin(), o.bounds(type).end());
  dims[dimension] = kDynamic;
  if (!bounds.empty()) bounds[dimension] = kDynamic;
  return o.c.tensor(dims, o.element(type), encodingOf(o.c, o.c.type(type).attr, bounds));
}

AttrId firstEncoding(const OpCheck& o, std::span<const TypeId> inputs) {
  for (TypeId type : inputs) {
    if (AttrId encoding = o.c.type(type).attr) return encoding;
  }
  return {};
}

// Bit patterns --------------------------------------------------------------------------------------------------------------------

struct Bits {
  TypeId type;
  std::int64_t width = 0;
};

/// The tensor of smaller elements has one more dimension, which holds the parts of one larger element.
bool checkParts(const OpCheck& o, Bits small, Bits large) {
  Dims parts = o.dims(small.type), wholes = o.dims(large.type);
  if (parts.size() != wholes.size() + 1) {
    return o.fail("rank of smaller element type (", parts.size(), ") should be 1 more than rank of larger element type (", wholes.size(),
                  "), but ", parts.size(), " != ", wholes.size(), " + 1.");
  }
  if (parts.back() == kDynamic || times(parts.back(), small.width) == large.width) return true;
  return o.fail("requires compatible bit widths. Got: ", o.text(o.operand(0)), " and ", o.text(o.result()), ", but ", small.width, " * ",
                parts.back(), " != ", large.width, ".");
}

}  // namespace

bool inferAbs(const OpCheck& o) {
  TypeId input = o.operand(0), element = o.element(input);
  bool complex = o.c.type(element).kind == TypeKind::Complex;
  return checkInferred(o, complex ? rankedWithElement(o, input, o.c.type(element).types[0]) : input);
}

bool verifyAdd(const OpCheck& o) {
  TypeId lhs = o.element(o.operand(0)), rhs = o.element(o.operand(1)), result = o.element(o.result());
  auto l = quantView(o.c, lhs), r = quantView(o.c, rhs), q = quantView(o.c, result);
  if (!l && !r && !q) return (lhs == rhs && lhs == result) || o.fail("op requires the same element type for all operands and results");
  if (!l || !r || !q) return o.fail("expects  all operands and results to be either quantized or non-quantized");
  if (l->storage != r->storage || l->storage != q->storage) return o.fail("mismatched operands and result quantization storage types");
  if (l->expressed != r->expressed || l->expressed != q->expressed) {
    return o.fail("mismatched operands and result quantization expressed types");
  }
  bool lhsAxis = l->kind == QuantKind::UniformPerAxis, rhsAxis = r->kind == QuantKind::UniformPerAxis;
  if (!lhsAxis && !rhsAxis) {
    return q->kind != QuantKind::UniformPerAxis || o.fail("result per_axis quantized but none from rhs and lhs are per_axis quantized");
  }
  if (q->kind != QuantKind::UniformPerAxis) return o.fail("result is not per_axis quantized but lhs or rhs are");
  auto differs = [&](std::string_view name, TypeId type) {
    return o.fail("quantization_dimension of ", name, " and result are not same ", o.text(type), " vs ", o.text(result));
  };
  if (lhsAxis && q->axis != l->axis) return differs("lhs", lhs);
  return !rhsAxis || q->axis == r->axis || differs("rhs", rhs);
}

bool inferBatchNormGrad(const OpCheck& o) { return inferBatchNorm(o, std::vector{o.operand(0), o.operand(4)}, o.operandTypes(1, 3), true); }
bool inferBatchNormInference(const OpCheck& o) { return inferBatchNorm(o, o.operandTypes(0, 1), o.operandTypes(1), false); }
bool inferBatchNormTraining(const OpCheck& o) { return inferBatchNorm(o, o.operandTypes(0, 1), o.operandTypes(1), true); }

bool verifyBitcastConvert(const OpCheck& o) {
  Bits from{o.operand(0), elementWidth(o.c, o.element(o.operand(0)))}, to{o.result(), elementWidth(o.c, o.element(o.result()))};
  auto isComplex = [&](TypeId type) { return o.c.type(o.element(type)).kind == TypeKind::Complex; };
  if (isComplex(from.type) != isComplex(to.type)) {
    return o.fail("cannot convert between real and complex types, but got: ", o.text(from.type), " and ", o.text(to.type));
  }
  const Bits& small = from.width < to.width ? from : to;
  const Bits& large = from.width < to.width ? to : from;
  if (from.width != to.width && !checkParts(o, small, large)) return false;
  Dims parts = o.dims(small.type), wholes = o.dims(large.type);
  if (from.width != to.width) parts = parts.first(parts.size() - 1);
  for (std::size_t i = 0; i < std::min(parts.size(), wholes.size()); ++i) {
    if (compatibleDims(parts[i], wholes[i])) continue;
    return o.fail(
        "operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: ",
        o.text(from.type), " and ", o.text(to.type), ".");
  }
  return true;
}

bool inferCholesky(const OpCheck& o) {
  Dims dims = o.dims(o.operand(0));
  if (dims.size() < 2) return o.fail("argument 'a' must have rank >= 2, got shape ", dims, ".");
  if (!compatibleDims(dims[dims.size() - 2], dims.back())) {
    return o.fail("minor dimensions of 'a' must have equal size, got shape ", dims, ".");
  }
  return checkInferred(o, o.operand(0));
}

bool inferClamp(const OpCheck& o) {
  TypeId operand = o.operand(1);
  auto fits = [&](std::string_view name, TypeId limit) {
    if (o.rank(limit) == 0 || compatibleShapes(o.c, limit, operand)) return true;
    return o.fail(name, " shape [", o.dims(limit), "] is not scalar and is not compatible to operand shape [", o.dims(operand), "]");
  };
  return fits("min", o.operand(0)) && fits("max", o.operand(2)) && checkInferred(o, operand);
}

bool inferCompare(const OpCheck& o) { return checkInferred(o, rankedWithElement(o, o.operand(0), o.c.integer(1))); }

bool inferComplex(const OpCheck& o) { return checkInferred(o, rankedWithElement(o, o.operand(0), o.c.complex(o.element(o.operand(0))))); }

bool inferConcatenate(const OpCheck& o) {
  std::vector<TypeId> inputs = o.operandTypes();
  std::int64_t dimension = o.integer("dimension");
  if (inputs.empty()) return o.fail("expected 1 or more operands, but found 0");
  if (!checkConcatenable(o, inputs, dimension)) return false;
  auto at = static_cast<std::size_t>(dimension);
  Extent sum = appendAll(o, inputs, at);
  std::vector<TypeId> rest;
  rest.reserve(inputs.size());
  for (TypeId type : inputs) rest.push_back(withoutDim(o, type, at));
  TypeId merged = inferMostSpecific(o, rest);
  if (!merged) return false;
  std::vector<std::int64_t> dims(o.dims(merged).begin(), o.dims(merged).end());
  std::vector<std::int64_t> bounds(dims.size(), kDynamic);
  std::ranges::copy(o.bounds(merged), bounds.begin());
  dims[at] = sum.size;
  bounds[at] = sum.bound;
  bool any = std::ranges::any_of(inputs, [&](TypeId type) { return !o.bounds(type).empty(); });
  AttrId encoding = encodingOf(o.c, firstEncoding(o, inputs), any ? Dims(bounds) : Dims());
  return checkInferred(o, o.c.tensor(dims, o.element(inputs[0]), encoding));
}

/// A quantised constant is written in its storage type; otherwise the types are equal to the bit.
bool inferConstant(const OpCheck& o) {
  TypeId written = o.result(), value = o.c.attr(o.attr("value")).type;
  auto q = quantView(o.c, o.element(written));
  if (value == (q ? rankedWithElement(o, written, q->storage) : written)) return true;
  return o.fail("'", o.m.name(o.op), "' op inferred type(s) ", o.text(value), " are incompatible with return type(s) of operation ",
                o.text(written));
}

bool inferToken(const OpCheck& o) { return checkInferred(o, o.c.token()); }

}  // namespace shardlens::verify_a
