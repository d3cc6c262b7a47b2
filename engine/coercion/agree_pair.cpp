#include <algorithm>
#include <tuple>

#include "engine/coercion/agreement.h"

namespace shardlens {

namespace {

bool shardsPermutation(const TensorFactors& tensor, const ShardingRule& rule) {
  return std::ranges::any_of(rule.permutation, [&](std::int64_t f) { return !tensor.factors[static_cast<std::size_t>(f)].axes.empty(); });
}

// A tensor stays as it is rather than the other where it needs no halo, has more elements, or is cut in more parts.
auto preference(const FactorQuestion& question, std::size_t tensor) {
  const TensorFactors& factors = question.projection.tensors[tensor];
  return std::tuple(!shardsPermutation(factors, question.rule), question.tensorSizes[tensor], shardedSize(factors, question.mesh));
}

bool oneFactorADim(const ShardingRule& rule) {
  auto plain = [](const TensorMapping& mapping) { return std::ranges::all_of(mapping, [](const DimMapping& d) { return d.size() <= 1; }); };
  return std::ranges::all_of(rule.operands, plain) && std::ranges::all_of(rule.results, plain);
}

}  // namespace

std::optional<AxesPerFactor> agreeOnOneOfTwo(const FactorQuestion& question) {
  std::vector<std::size_t> pair = tensorsWithDims(question.rule);
  if (pair.size() != 2 || !question.rule.needReplication.empty() || !oneFactorADim(question.rule)) return std::nullopt;
  if (preference(question, pair[0]) < preference(question, pair[1])) std::swap(pair[0], pair[1]);
  const TensorFactors& kept = question.projection.tensors[pair[0]];
  const TensorFactors& other = question.projection.tensors[pair[1]];

  AxesPerFactor axes(question.rule.factorSizes.size());
  AxisList taken;
  for (std::size_t f = 0; f < axes.size(); ++f) {
    if (!kept.factors[f].present) continue;
    axes[f] = kept.factors[f].axes;
    taken.insert(taken.end(), axes[f].begin(), axes[f].end());
  }
  for (std::size_t f = 0; f < axes.size(); ++f) {
    if (kept.factors[f].present || !other.factors[f].present) continue;
    axes[f] = other.factors[f].axes;
    cutBefore(axes[f], taken, question.mesh);
  }
  return axes;
}

}  // namespace shardlens
