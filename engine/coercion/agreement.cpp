#include "engine/coercion/agreement.h"

#include <algorithm>

#include "engine/sharding/product.h"

namespace shardlens {

std::optional<AxisList> commonAxes(const Projection& projection, std::size_t factor) {
  const AxisList* common = nullptr;
  for (const TensorFactors& tensor : projection.tensors) {
    const FactorSharding& here = tensor.factors[factor];
    if (!here.present) continue;
    if (common && *common != here.axes) return std::nullopt;
    common = &here.axes;
  }
  return common ? *common : AxisList();
}

void setFactor(Projection& projection, std::size_t factor, const AxisList& axes, std::vector<bool>& changed) {
  for (std::size_t t = 0; t < projection.tensors.size(); ++t) {
    FactorSharding& here = projection.tensors[t].factors[factor];
    if (!here.present || (here.axes == axes && here.overflow.empty())) continue;
    here.axes = axes;
    here.overflow.clear();
    changed[t] = true;
  }
}

bool cutBefore(AxisList& axes, const AxisList& others, const Mesh& mesh) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    auto prefix = prefixWithoutOverlap(axes[i], others, mesh);
    if (prefix && *prefix == axes[i]) continue;
    axes.resize(i);
    if (prefix) axes.push_back(*prefix);
    return true;
  }
  return false;
}

std::int64_t shardedSize(const TensorFactors& tensor, const Mesh& mesh) {
  std::int64_t size = 1;
  for (const FactorSharding& factor : tensor.factors) {
    size = product(size, product(shardedSize(factor.axes, mesh), shardedSize(factor.overflow, mesh)));
  }
  return size;
}

bool inAllTensors(const ShardingRule& rule, std::int64_t factor) {
  auto has = [&](const TensorMapping& mapping) {
    return mapping.empty() ||
           std::ranges::any_of(mapping, [&](const DimMapping& dim) { return std::ranges::find(dim, factor) != dim.end(); });
  };
  return std::ranges::all_of(rule.operands, has) && std::ranges::all_of(rule.results, has);
}

std::vector<std::size_t> tensorsWithDims(const ShardingRule& rule) {
  std::vector<std::size_t> tensors;
  for (std::size_t t = 0; t < rule.operands.size() + rule.results.size(); ++t) {
    if (!mappingOf(rule, t).empty()) tensors.push_back(t);
  }
  return tensors;
}

std::optional<AxesPerFactor> agreedAlready(const FactorQuestion& question) {
  AxesPerFactor axes(question.rule.factorSizes.size());
  AxisList seen;
  for (std::size_t f = 0; f < axes.size(); ++f) {
    std::optional<AxisList> common = commonAxes(question.projection, f);
    if (!common || overlaps(*common, seen)) return std::nullopt;
    bool mustReplicate = question.rule.kind(static_cast<std::int64_t>(f)) == FactorKind::NeedReplication;
    if (mustReplicate && !common->empty()) return std::nullopt;
    seen.insert(seen.end(), common->begin(), common->end());
    axes[f] = std::move(*common);
  }
  return axes;
}

AxesPerFactor agree(const FactorQuestion& question) {
  if (auto axes = agreedAlready(question)) return *axes;
  if (auto axes = agreeOnOneOfTwo(question)) return *axes;
  AxesPerFactor axes = agreeByVote(question);
  moveToBatchFactors(question, axes);
  return axes;
}

}  // namespace shardlens
