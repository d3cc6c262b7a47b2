#include <algorithm>

#include "engine/rules/int_lists.h"
#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

// Takes the next list off `ints`: its length, then its items.
Span takeList(Span& ints) {
  auto count = static_cast<std::size_t>(ints.front());
  Span list = ints.subspan(1, count);
  ints = ints.subspan(1 + count);
  return list;
}

struct DotDims {
  Span lhsBatch, rhsBatch, lhsContracting, rhsContracting;
  [[nodiscard]] bool lhsFree(std::int64_t dim) const { return !holds(lhsBatch, dim) && !holds(lhsContracting, dim); }
  [[nodiscard]] bool rhsFree(std::int64_t dim) const { return !holds(rhsBatch, dim) && !holds(rhsContracting, dim); }
};

DotDims takeDotDims(Span& ints) {
  DotDims dims;
  dims.lhsBatch = takeList(ints);
  dims.rhsBatch = takeList(ints);
  dims.lhsContracting = takeList(ints);
  dims.rhsContracting = takeList(ints);
  return dims;
}

}  // namespace

MaybeRule dotGeneralRule(const RuleView& v) {
  AttrId numbers = v.attr("dot_dimension_numbers");
  if (!numbers || v.c().kind(numbers) != AttrKind::StablehloDot) return std::nullopt;
  Span ints = v.c().attr(numbers).ints;
  DotDims dims = takeDotDims(ints);
  Span lhs = v.in(0), rhs = v.in(1);
  RuleBuilder builder(v);
  std::int64_t outDim = 0;
  for (std::size_t i = 0; i < dims.lhsBatch.size(); ++i) {
    builder.factor({dims.lhsBatch[i], dims.rhsBatch[i]}, {outDim++}, at(lhs, dims.lhsBatch[i]));
  }
  for (std::int64_t d = 0; d < rank(lhs); ++d) {
    if (dims.lhsFree(d)) builder.factor({d, kNoDim}, {outDim++}, at(lhs, d));
  }
  for (std::int64_t d = 0; d < rank(rhs); ++d) {
    if (dims.rhsFree(d)) builder.factor({kNoDim, d}, {outDim++}, at(rhs, d));
  }
  for (std::size_t i = 0; i < dims.lhsContracting.size(); ++i) {
    builder.factor({dims.lhsContracting[i], dims.rhsContracting[i]}, {kNoDim}, at(lhs, dims.lhsContracting[i]), FactorKind::Reduction);
  }
  return builder.build();
}

MaybeRule dotRule(const RuleView& v) {
  Span lhs = v.in(0), rhs = v.in(1);
  if (lhs.empty() || rhs.empty()) return std::nullopt;
  bool lhsMatrix = lhs.size() == 2, rhsMatrix = rhs.size() == 2;
  RuleBuilder builder(v);
  if (lhsMatrix) builder.factor({0, kNoDim}, {0}, lhs[0]);
  if (rhsMatrix) builder.factor({kNoDim, 1}, {lhsMatrix ? 1 : 0}, rhs[1]);
  builder.factor({lhsMatrix ? 1 : 0, 0}, {kNoDim}, rhs[0], FactorKind::Reduction);
  return builder.build();
}

namespace {

struct ConvDims {
  std::int64_t inBatch, inFeature, kernelIn, kernelOut, outBatch, outFeature;
  Span inSpatial, kernelSpatial, outSpatial;
};

ConvDims convDims(Span ints) {
  ConvDims d{};
  d.inBatch = ints[0], d.inFeature = ints[1], ints = ints.subspan(2);
  d.inSpatial = takeList(ints);
  d.kernelIn = ints[0], d.kernelOut = ints[1], ints = ints.subspan(2);
  d.kernelSpatial = takeList(ints);
  d.outBatch = ints[0], d.outFeature = ints[1], ints = ints.subspan(2);
  d.outSpatial = takeList(ints);
  return d;
}

// A spatial input dimension can be split by windows (as the output) or inside the window (as the kernel); the larger factor is the major
// one.
void addSpatialFactors(RuleBuilder& builder, const RuleView& v, std::int64_t inDim, std::int64_t kernelDim, std::int64_t outDim) {
  std::int64_t windows = at(v.out(), outDim), windowSize = at(v.in(1), kernelDim), remaining = at(v.in(0), inDim);
  auto add = [&](bool inWindow) {
    std::int64_t size = std::min(remaining, inWindow ? windowSize : windows);
    if (size <= 1) return;
    builder.factor({inDim, inWindow ? kernelDim : kNoDim}, {inWindow ? kNoDim : outDim}, size,
                   inWindow ? FactorKind::Reduction : FactorKind::Permutation);
    remaining /= size;
  };
  bool windowsFirst = windows >= windowSize;
  add(!windowsFirst);
  add(windowsFirst);
}

}  // namespace

MaybeRule convolutionRule(const RuleView& v) {
  AttrId numbers = v.attr("dimension_numbers");
  if (!numbers || v.c().kind(numbers) != AttrKind::StablehloConv) return std::nullopt;
  ConvDims d = convDims(v.c().attr(numbers).ints);
  std::int64_t batchGroups = v.integer("batch_group_count", 1), featureGroups = v.integer("feature_group_count", 1);
  RuleBuilder builder(v);
  if (batchGroups > 1) builder.factor({d.inBatch, d.kernelOut}, {d.outFeature}, batchGroups);
  builder.factor({d.inBatch, kNoDim}, {d.outBatch}, at(v.out(), d.outBatch));
  for (std::size_t i = 0; i < d.inSpatial.size() && !v.conservative; ++i) {
    addSpatialFactors(builder, v, d.inSpatial[i], d.kernelSpatial[i], d.outSpatial[i]);
  }
  if (featureGroups > 1) builder.factor({d.inFeature, d.kernelOut}, {d.outFeature}, featureGroups);
  builder.factor({d.inFeature, d.kernelIn}, {kNoDim}, at(v.in(1), d.kernelIn), FactorKind::Reduction);
  std::int64_t outFeatures = at(v.out(), d.outFeature) / std::max<std::int64_t>(batchGroups * featureGroups, 1);
  if (outFeatures > 1) builder.factor({kNoDim, d.kernelOut}, {d.outFeature}, outFeatures);
  return builder.build();
}

// By the kind of the ragged dimension: free [b,m,k],[g,b,k,n],[b,g]->[b,m,n], contracting [b,m,k],[b,k,n],[b,g]->[g,b,m,n], batch
// [b,m,k],[b,k,n],[g]->[b,m,n]. The group sizes carry the dimensions that stand before the ragged one among those of its kind.
MaybeRule raggedDotRule(const RuleView& v) {
  AttrId numbers = v.attr("ragged_dot_dimension_numbers");
  if (!numbers || v.c().kind(numbers) != AttrKind::ChloRaggedDot || v.operands() != 3) return std::nullopt;
  Span ints = v.c().attr(numbers).ints;
  DotDims dims = takeDotDims(ints);
  Span raggedDims = takeList(ints), groupDims = takeList(ints);
  if (raggedDims.size() != 1 || v.in(2).empty()) return std::nullopt;
  std::int64_t ragged = raggedDims[0];
  bool contracting = holds(dims.lhsContracting, ragged), batch = holds(dims.lhsBatch, ragged), free = !contracting && !batch;
  if (free != (groupDims.size() == 1)) return std::nullopt;

  Span lhs = v.in(0), rhs = v.in(1), groups = v.in(2);
  RuleBuilder builder(v);
  std::int64_t sizesDim = 0, outDim = contracting ? 1 : 0;
  bool before = true;  // the ragged dimension has not been met yet
  auto kindOf = [&](std::int64_t lhsDim, FactorKind kind) { return lhsDim == ragged ? FactorKind::NeedReplication : kind; };
  auto inSizes = [&](std::int64_t lhsDim, bool ofItsKind) {
    if (lhsDim == ragged) before = false;
    return ofItsKind && before ? sizesDim++ : kNoDim;
  };
  for (std::size_t i = 0; i < dims.lhsBatch.size(); ++i) {
    builder.factor({dims.lhsBatch[i], dims.rhsBatch[i], batch ? kNoDim : sizesDim++}, {outDim++}, at(lhs, dims.lhsBatch[i]));
  }
  for (std::int64_t d = 0; d < rank(lhs); ++d) {
    if (!dims.lhsFree(d)) continue;
    std::int64_t sizes = inSizes(d, free);
    builder.factor({d, kNoDim, sizes}, {outDim++}, at(lhs, d), kindOf(d, FactorKind::PassThrough));
  }
  for (std::int64_t d = 0; d < rank(rhs); ++d) {
    if (dims.rhsFree(d) && !holds(groupDims, d)) builder.factor({kNoDim, d, kNoDim}, {outDim++}, at(rhs, d));
  }
  for (std::size_t i = 0; i < dims.lhsContracting.size(); ++i) {
    std::int64_t d = dims.lhsContracting[i], sizes = inSizes(d, contracting);
    builder.factor({d, dims.rhsContracting[i], sizes}, {kNoDim}, at(lhs, d), kindOf(d, FactorKind::Reduction));
  }
  std::int64_t groupsDim = std::min(sizesDim, rank(groups) - 1);
  if (free) builder.factor({kNoDim, groupDims[0], groupsDim}, {kNoDim}, at(rhs, groupDims[0]), FactorKind::NeedReplication);
  if (contracting) builder.factor({kNoDim, kNoDim, groupsDim}, {0}, at(groups, groupsDim), FactorKind::NeedReplication);
  return builder.build();
}

}  // namespace shardlens
