#include "engine/ir/dense.h"
#include "engine/rules/int_lists.h"
#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

// Windows of an operation; a dimension with windows of 1, stride 1 and no padding is not windowed at all.
struct Windows {
  explicit Windows(const RuleView& v) : sizes(v.list("window_dimensions")), strides(v.list("window_strides")) {
    if (AttrId attr = v.attr("padding")) denseIntegers(v.c(), attr, padding);
  }
  [[nodiscard]] bool passesThrough(std::int64_t dim) const {
    auto low = static_cast<std::size_t>(2 * dim);
    if (low + 1 < padding.size() && (padding[low] != 0 || padding[low + 1] != 0)) return false;
    return (strides.empty() || at(strides, dim) == 1) && (sizes.empty() || at(sizes, dim) == 1);
  }
  Span sizes, strides;
  Dims padding;
};

}  // namespace

MaybeRule reduceRule(const RuleView& v) {
  std::uint32_t inputs = v.operands() / 2;
  if (inputs == 0 || v.results() == 0) return std::nullopt;
  auto reduced = v.list("dimensions");
  RuleBuilder builder(v);
  std::int64_t outDim = 0;
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) {
    bool gone = holds(reduced, dim);
    builder.factor(Dims(inputs, dim), Dims(inputs, gone ? kNoDim : outDim++), at(v.in(), dim),
                   gone ? FactorKind::Reduction : FactorKind::PassThrough);
  }
  return builder.build();
}

// The size of a result dimension is the number of windows: the operand can be split by windows.
MaybeRule reduceWindowRule(const RuleView& v) {
  Windows windows(v);
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.out()); ++dim) {
    bool passes = windows.passesThrough(dim);
    builder.everywhere(dim, at(v.out(), dim), passes ? FactorKind::PassThrough : FactorKind::Permutation, !passes && v.conservative);
  }
  return builder.build();
}

MaybeRule selectAndScatterRule(const RuleView& v) {
  Windows windows(v);
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.out()); ++dim) {
    if (windows.passesThrough(dim)) {
      builder.everywhere(dim, at(v.out(), dim));
      continue;
    }
    builder.factor({kNoDim, dim, kNoDim}, {kNoDim}, at(v.in(1), dim), FactorKind::NeedReplication, v.conservative);
    builder.factor({dim, kNoDim, kNoDim}, {dim}, at(v.out(), dim), FactorKind::Permutation, v.conservative);
  }
  return builder.build();
}

// A sort whose other dimensions are all of size 1 has nothing else to be split along: its sorted dimension stays where it is.
MaybeRule sortRule(const RuleView& v) {
  if (v.operands() == 0) return std::nullopt;
  std::int64_t sorted = v.integer("dimension", -1);
  bool alone = true;
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) alone = alone && (dim == sorted || at(v.in(), dim) == 1);
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) {
    bool here = dim == sorted;
    builder.everywhere(dim, at(v.in(), dim), here ? FactorKind::NeedReplication : FactorKind::PassThrough, here && alone);
  }
  return builder.build();
}

MaybeRule topKRule(const RuleView& v) {
  if (v.operands() != 1 || v.results() != 2 || v.in().size() != v.out().size()) return std::nullopt;
  return RuleBuilder(v).pointwiseMismatch(v.in(), v.out(), FactorKind::NeedReplication, true).build();
}

// Dimensions before the transformed ones are a batch; a last dimension that the transform cuts or extends cannot pass on.
MaybeRule fftRule(const RuleView& v) {
  std::int64_t batch = rank(v.in()) - rank(v.list("fft_length")), last = rank(v.in()) - 1;
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim <= last; ++dim) {
    bool changed = dim == last && !v.out().empty() && v.in().back() != v.out().back();
    builder.everywhere(dim, at(v.in(), dim), dim < batch ? FactorKind::PassThrough : FactorKind::NeedReplication, dim >= batch && changed);
  }
  return builder.build();
}

MaybeRule choleskyRule(const RuleView& v) {
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) {
    builder.everywhere(dim, at(v.in(), dim), dim < rank(v.in()) - 2 ? FactorKind::PassThrough : FactorKind::NeedReplication);
  }
  return builder.build();
}

// Solves op(a) x = b (left) or x op(a) = b. Each row gives the dimensions of a, b and the result that belong together.
MaybeRule triangularSolveRule(const RuleView& v) {
  constexpr std::int64_t kTranspose = 2, kAdjoint = 3;
  Span a = v.in(0), b = v.in(1);
  if (a.size() < 2 || b.size() != a.size()) return std::nullopt;
  std::int64_t transpose = v.integer("transpose_a");
  bool left = v.integer("left_side") != 0, transposed = transpose == kTranspose || transpose == kAdjoint;
  std::int64_t dim1 = rank(a) - 2, dim2 = rank(a) - 1;
  std::int64_t kept = left == transposed ? dim2 : dim1;        // of a: meets b
  std::int64_t contracted = left == transposed ? dim1 : dim2;  // of a: meets the result
  RuleBuilder builder(v);
  builder.pointwise(a.first(a.size() - 2));
  auto add = [&](std::int64_t aDim, std::int64_t bDim, std::int64_t outDim, std::int64_t size) {
    builder.factor({aDim, bDim}, {outDim}, size, FactorKind::NeedReplication);
  };
  if (left) {
    add(kept, dim1, kNoDim, at(a, kept));
    add(kNoDim, dim2, dim2, at(b, dim2));
    add(contracted, kNoDim, dim1, at(a, contracted));
  } else {
    add(kNoDim, dim1, dim1, at(b, dim1));
    add(kept, dim2, kNoDim, at(a, kept));
    add(contracted, kNoDim, dim2, at(a, contracted));
  }
  return builder.build();
}

MaybeRule batchNormInferenceRule(const RuleView& v) {
  std::int64_t feature = v.integer("feature_index");
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) {
    Dims operands(v.operands(), dim == feature ? 0 : kNoDim);
    operands[0] = dim;
    builder.factor(operands, Dims{dim}, at(v.in(), dim));
  }
  return builder.build();
}

// The state must be whole on every chip, the output may be split in any way.
MaybeRule rngBitGeneratorRule(const RuleView& v) {
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) {
    builder.factor({dim}, {dim, kNoDim}, at(v.in(), dim), FactorKind::NeedReplication, true);
  }
  for (std::int64_t dim = 0; dim < rank(v.out(1)); ++dim) builder.factor({kNoDim}, {kNoDim, dim}, at(v.out(1), dim));
  return builder.build();
}

}  // namespace shardlens
