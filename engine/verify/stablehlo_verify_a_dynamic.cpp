// Slices at positions, and shapes, known at run time.
#include <algorithm>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

bool checkStartElements(const OpCheck& o, std::span<const TypeId> starts) {
  bool same = std::ranges::all_of(starts, [&](TypeId type) { return sameElements(o.c, type, starts[0], true); });
  return same || o.fail("start indices must have same element type");
}

bool checkSliceSizes(const OpCheck& o, Dims sizes) {
  Dims dims = o.dims(o.operand(0));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) return o.fail("has negative size index to dynamic slice: ", sizes[i]);
    if (dims[i] == kDynamic || sizes[i] <= dims[i]) continue;
    return o.fail("has slice size ", sizes[i], " greater than dimension size ", dims[i], " in dimension ", i, " of operand");
  }
  return true;
}

bool checkUpdateSizes(const OpCheck& o) {
  Dims dims = o.dims(o.operand(0)), update = o.dims(o.operand(1));
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (update[i] == kDynamic || dims[i] == kDynamic || update[i] <= dims[i]) continue;
    return o.fail("expects size at dimension ", i, " of update to be in range [0, ", dims[i], "]. Got: ", update[i], ".");
  }
  return true;
}

/// Size of dimension `i` after padding by constants, in operands 2 to 4.
struct PadConstants {
  std::vector<std::int64_t> low, high, interior;
  [[nodiscard]] std::int64_t padded(std::size_t i, std::int64_t size) const {
    return plus(plus(size, plus(low[i], high[i])), times(std::max<std::int64_t>(size - 1, 0), interior[i]));
  }
};

bool checkPaddedSizes(const OpCheck& o, PadConstants& pad) {
  bool known = constantInts(o.m, o.m.operand(o.op, 2), pad.low) && constantInts(o.m, o.m.operand(o.op, 3), pad.high);
  if (!known || !hasStaticShape(o.c, o.operand(0)) || !hasStaticShape(o.c, o.result())) return true;
  Dims from = o.dims(o.operand(0)), to = o.dims(o.result());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (to[i] == pad.padded(i, from[i])) continue;
    return o.fail("expected output dimension at index ", i, " to equal ", pad.padded(i, from[i]), ", but got ", to[i]);
  }
  return true;
}

}  // namespace

bool inferDynamicSlice(const OpCheck& o) {
  Dims sizes = o.list("slice_sizes");
  std::vector<TypeId> starts = o.operandTypes(1);
  if (starts.size() != sizes.size()) {
    return o.fail("has mismatched number of slice sizes (", sizes.size(), ") and number of start indices (", starts.size(), ")");
  }
  if (o.dims(o.operand(0)).size() != starts.size()) {
    return o.fail("has mismatched number of start indices (", starts.size(), ") and the rank of operand (", o.rank(o.operand(0)), ")");
  }
  return checkStartElements(o, starts) && checkSliceSizes(o, sizes) && checkInferred(o, o.c.tensor(sizes, o.element(o.operand(0))));
}

bool inferDynamicUpdateSlice(const OpCheck& o) {
  std::int64_t rank = o.rank(o.operand(0));
  std::vector<TypeId> starts = o.operandTypes(2);
  if (o.rank(o.operand(1)) != rank) return o.fail("update rank does not match operand rank: ", o.rank(o.operand(1)), " vs ", rank, ".");
  if (static_cast<std::int64_t>(starts.size()) != rank) {
    return o.fail("expects number of start_indices to match operand rank: ", starts.size(), " vs ", rank, ".");
  }
  return checkStartElements(o, starts) && checkUpdateSizes(o) && checkInferred(o, o.operand(0));
}

bool verifyDynamicIota(const OpCheck& o) {
  if (o.integer("iota_dimension") >= o.rank(o.result())) return o.fail("iota dimension cannot go beyond the output rank.");
  return checkShapeOperand(o, o.m.operand(o.op, 0), o.result());
}

bool verifyDynamicPad(const OpCheck& o) {
  std::int64_t rank = o.rank(o.operand(0)), count = o.dims(o.operand(2))[0];
  if (count != rank) return o.fail("padding operands size (", count, ") must match operand rank (", rank, ")");
  PadConstants pad;
  if (!constantInts(o.m, o.m.operand(o.op, 4), pad.interior)) return true;
  if (std::ranges::any_of(pad.interior, [](std::int64_t i) { return i < 0; })) {
    return o.fail("interior_padding must be non-negative, but got ", Dims(pad.interior));
  }
  return checkPaddedSizes(o, pad);
}

bool verifyDynamicReshape(const OpCheck& o) {
  TypeId from = o.operand(0), to = o.result();
  if (!checkElements(o)) return false;
  bool isStatic = hasStaticShape(o.c, from);
  if (isStatic && hasStaticShape(o.c, to) && product(o.dims(from)) != product(o.dims(to))) {
    return o.fail("number of output elements (", product(o.dims(to)), ") doesn't match expected number of elements (",
                  product(o.dims(from)), ")");
  }
  if (!checkShapeOperand(o, o.m.operand(o.op, 1), to)) return false;
  if (o.dims(o.operand(1))[0] != o.rank(to)) return o.fail("result should have a rank equal to the number of elements in output_shape");
  std::vector<std::int64_t> shape;
  if (isStatic && constantInts(o.m, o.m.operand(o.op, 1), shape) && product(o.dims(from)) != product(shape)) {
    return o.fail("output_shape is incompatible with input type of operation: input has ", product(o.dims(from)),
                  " elements, but output_shape has ", product(shape));
  }
  bool quantized = isQuantized(o.c, o.element(from)) || isQuantized(o.c, o.element(to));
  return !quantized || checkReshapeQuantization(o, from, to);
}

}  // namespace shardlens::verify_a
