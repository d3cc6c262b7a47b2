#include <algorithm>

#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

// A dimension beyond those of the first result would have no factor.
bool fits(const RuleView& v, TypeId type) { return rankOf(v.c(), type) <= static_cast<std::int64_t>(v.out().size()); }

bool allFit(const RuleView& v) {
  for (std::uint32_t i = 0; i < v.operands(); ++i) {
    if (!fits(v, v.operandType(i))) return false;
  }
  for (std::uint32_t i = 0; i < v.results(); ++i) {
    if (!fits(v, v.resultType(i))) return false;
  }
  return true;
}

// Dimension of an operand that lies under `outDim` of the result: given by broadcast_dimensions, else counted from the right.
std::int64_t alignedDim(std::span<const std::int64_t> given, std::size_t rank, std::size_t outRank, std::size_t outDim) {
  if (given.size() == rank && rank < outRank) {
    auto at = std::find(given.begin(), given.end(), static_cast<std::int64_t>(outDim));
    return at == given.end() ? kNoDim : at - given.begin();
  }
  std::size_t missing = outRank - std::min(rank, outRank);
  return outDim < missing ? kNoDim : static_cast<std::int64_t>(outDim - missing);
}

}  // namespace

MaybeRule pointwiseRule(const RuleView& v) {
  if (v.results() == 0 || rankOf(v.c(), v.resultType()) < 0 || !allFit(v)) return std::nullopt;
  return RuleBuilder(v).pointwise(v.out()).build();
}

// Operands may be scalars: they hold for every element.
MaybeRule shapedPointwiseRule(const RuleView& v) { return RuleBuilder(v).pointwise(v.out()).build(); }

// An operand's dimension of size 1 under a larger one is stretched and keeps to itself.
MaybeRule broadcastingRule(const RuleView& v) {
  if (v.results() != 1 || rankOf(v.c(), v.resultType()) < 0) return std::nullopt;
  auto given = v.list("broadcast_dimensions");
  RuleBuilder builder(v);
  Dims operandDims(v.operands());
  for (std::size_t dim = 0; dim < v.out().size(); ++dim) {
    for (std::uint32_t i = 0; i < v.operands(); ++i) {
      auto shape = v.in(i);
      std::int64_t inDim = alignedDim(given, shape.size(), v.out().size(), dim);
      operandDims[i] = inDim != kNoDim && shape[static_cast<std::size_t>(inDim)] == v.out()[dim] ? inDim : kNoDim;
    }
    std::int64_t resultDim = static_cast<std::int64_t>(dim);
    builder.factor(operandDims, {&resultDim, 1}, v.out()[dim]);
  }
  return builder.build();
}

}  // namespace shardlens
