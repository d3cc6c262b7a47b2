// Operations that move elements without changing them: gathers, slices, paddings, reversals, permutations.
#include <algorithm>
#include <numeric>

#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

using Dims = std::span<const std::int64_t>;

/// A dimension's size, or its bound where only that is known; kDynamic where neither is.
struct SizeOrBound {
  std::int64_t value = kDynamic;
  bool isSize = false;
  [[nodiscard]] bool known() const { return value != kDynamic; }
  [[nodiscard]] std::string_view word() const { return isSize ? "size" : "bound"; }
};

SizeOrBound sizeOrBound(Dims dims, Dims bounds, std::size_t i) {
  if (dims[i] != kDynamic) return {dims[i], true};
  return {bounds.empty() ? kDynamic : bounds[i], false};
}

struct PadAmounts {
  std::int64_t low, high, interior;
  [[nodiscard]] std::int64_t padded(std::int64_t size) const {
    return plus(plus(size, plus(low, high)), times(std::max<std::int64_t>(size - 1, 0), interior));
  }
};

bool checkSliceDim(const OpCheck& o, std::size_t i, std::int64_t start, std::int64_t limit, std::int64_t stride, SizeOrBound of) {
  if (start < 0) return o.fail("negative start index ", start, " in dimension ", i);
  if (of.known() && limit > of.value) {
    return o.fail("limit index ", limit, " is larger than dimension ", of.word(), " ", of.value, " in dimension ", i);
  }
  if (start > limit) return o.fail("start index ", start, " is larger than limit index ", limit, " in dimension ", i);
  return stride > 0 || o.fail("stride must be positive but got ", stride, " in dimension ", i);
}

}  // namespace

bool inferGatherOp(const OpCheck& o) {
  Dims sizes = o.list("slice_sizes");
  TypeId inferred;
  return inferGather(o, sizes, static_cast<std::int64_t>(sizes.size()), &inferred) && checkInferred(o, inferred);
}

bool inferDynamicGather(const OpCheck& o) {
  std::vector<std::int64_t> sizes;
  std::optional<Dims> known;
  if (constantInts(o.m, o.m.operand(o.op, 2), sizes)) known = sizes;
  TypeId inferred;
  return inferGather(o, known, product(o.dims(o.operand(2))), &inferred) && checkInferred(o, inferred);
}

bool inferPad(const OpCheck& o) {
  TypeId input = o.operand(0);
  Dims dims = o.dims(input), bounds = o.bounds(input);
  Dims low = o.list("edge_padding_low"), high = o.list("edge_padding_high"), interior = o.list("interior_padding");
  if (low.size() != dims.size()) return o.fail("edge_padding_low length (", low.size(), ") must match operand rank (", dims.size(), ")");
  std::vector<std::int64_t> shape(dims.size(), kDynamic), newBounds(bounds.size(), kDynamic);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (interior[i] < 0) return o.fail("Interior padding cannot be negative: ", interior[i]);
    SizeOrBound from = sizeOrBound(dims, bounds, i);
    if (!from.known()) continue;
    std::int64_t padded = PadAmounts{low[i], high[i], interior[i]}.padded(from.value);
    if (padded < 0) return o.fail("Padding result in negative ", from.word(), " for dimension ", i);
    (from.isSize ? shape : newBounds)[i] = padded;
  }
  return checkInferred(o, o.c.tensor(shape, o.element(input), encodingOf(o.c, o.c.type(input).attr, newBounds)));
}

bool inferSlice(const OpCheck& o) {
  TypeId input = o.operand(0);
  Dims dims = o.dims(input), bounds = o.bounds(input);
  Dims start = o.list("start_indices"), limit = o.list("limit_indices"), strides = o.list("strides");
  if (start.size() != dims.size()) {
    return o.fail("the number of elements in start_indices (", start.size(), ") does not match the rank of the operand (", dims.size(),
                  ")");
  }
  std::vector<std::int64_t> shape, newBounds(bounds.size(), kDynamic);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (!checkSliceDim(o, i, start[i], limit[i], strides[i], sizeOrBound(dims, bounds, i))) return false;
    shape.push_back(limit[i] == start[i] ? 0 : (limit[i] - start[i] - 1) / strides[i] + 1);
  }
  return checkInferred(o, o.c.tensor(shape, o.element(input), encodingOf(o.c, o.c.type(input).attr, newBounds)));
}

bool inferReverse(const OpCheck& o) { return checkInferred(o, o.operand(0)); }

bool verifyReverse(const OpCheck& o) {
  Dims dimensions = o.list("dimensions");
  std::int64_t rank = o.rank(o.operand(0));
  if (!isUnique(dimensions)) return o.fail("dimensions should be unique. Got: ", dimensions);
  for (std::int64_t dim : dimensions) {
    if (dim < 0) return o.fail("all dimensions should be non-negative. Got dimension: ", dim, ".");
    if (dim >= rank) return o.fail("all dimensions should be between [0, ", rank, "). Got dimension: ", dim, ".");
  }
  return true;
}

bool inferTranspose(const OpCheck& o) {
  TypeId input = o.operand(0);
  Dims dims = o.dims(input), bounds = o.bounds(input), permutation = o.list("permutation");
  if (permutation.size() != dims.size()) {
    return o.fail("TransposeOp operand rank ", dims.size(), " does not match permutation size ", permutation.size());
  }
  std::vector<std::int64_t> range(dims.size());
  std::iota(range.begin(), range.end(), 0);
  if (!std::ranges::is_permutation(range, permutation)) {
    return o.fail("attribute permutation must be a permutation of [", Dims(range), "] but got ", permutation);
  }
  std::vector<std::int64_t> shape, newBounds;
  for (std::int64_t dim : permutation) {
    shape.push_back(dims[static_cast<std::size_t>(dim)]);
    if (!bounds.empty()) newBounds.push_back(bounds[static_cast<std::size_t>(dim)]);
  }
  return checkInferred(o, o.c.tensor(shape, o.element(input), encodingOf(o.c, o.c.type(input).attr, newBounds)));
}

bool verifyTranspose(const OpCheck& o) {
  auto from = quantView(o.c, o.element(o.operand(0))), to = quantView(o.c, o.element(o.result()));
  if (!from || !to) return true;
  if (!checkSameScaleAndZeroPoint(o, o.operand(0), o.result())) return false;
  if (to->kind != QuantKind::UniformPerAxis) return true;
  Dims permutation = o.list("permutation");
  auto axis = static_cast<std::size_t>(to->axis);
  if (axis >= permutation.size() || from->axis == permutation[axis]) return true;
  return o.fail("operand quantization_dimension ", from->axis, " is not same as permutation[", axis, "] = ", permutation[axis]);
}

bool verifyReshape(const OpCheck& o) {
  TypeId from = o.operand(0), to = o.result();
  if (!hasStaticShape(o.c, from) || !hasStaticShape(o.c, to)) return true;
  std::int64_t wanted = product(o.dims(from)), got = product(o.dims(to));
  if (wanted != got) return o.fail("number of output elements (", got, ") doesn't match expected number of elements (", wanted, ")");
  return checkReshapeQuantization(o, from, to);
}

bool verifyRealDynamicSlice(const OpCheck& o) {
  constexpr std::string_view kNames[] = {"start_indices", "limit_indices", "strides"};
  std::int64_t rank = o.rank(o.operand(0));
  for (std::uint32_t i = 0; i < 3; ++i) {
    std::int64_t size = product(o.dims(o.operand(i + 1)));
    if (size != rank) return o.fail("has mismatched number of operand rank (", rank, ") and ", kNames[i], " size (", size, ")");
  }
  return true;
}

}  // namespace shardlens::verify_b
