#include <algorithm>
#include <numeric>
#include <tuple>

#include "engine/propagation/factors.h"

namespace shardlens {

namespace {

// The largest tensor that has all axes of a factor: where factors compete for an axis, the one from the largest tensor wins.
struct Source {
  std::int64_t tensor = -1, size = -1;
};

std::vector<Source> largestSources(const Projection& projection, const std::vector<std::int64_t>& sizes,
                                   const std::vector<AxisList>& axes) {
  std::vector<Source> sources(sizes.size());
  for (std::size_t t = 0; t < projection.tensors.size(); ++t) {
    const auto& factors = projection.tensors[t].factors;
    std::int64_t tensorSize = 1;
    for (std::size_t f = 0; f < factors.size(); ++f) tensorSize *= factors[f].present ? sizes[f] : 1;
    for (std::size_t f = 0; f < factors.size(); ++f) {
      if (!factors[f].present || axes[f].empty() || tensorSize <= sources[f].size) continue;
      if (prefixStatus(axes[f], factors[f].axes) != PrefixStatus::NotAPrefix) sources[f] = {static_cast<std::int64_t>(t), tensorSize};
    }
  }
  return sources;
}

std::vector<std::size_t> orderOfPreference(const std::vector<Source>& sources, const std::vector<AxisList>& axes, bool elementwise,
                                           const Mesh& mesh) {
  std::vector<std::size_t> order(sources.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto rank = [&](std::size_t f) {
    return std::tuple(-sources[f].size, elementwise ? -shardedSize(axes[f], mesh) : 0, sources[f].tensor, f);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

// What of a factor's axes the tensor can take; empty where nothing new.
AxisList axesFor(const TensorFactors& tensor, std::size_t factor, AxisList axes, std::int64_t factorSize, const FactorMode& mode,
                 const Mesh& mesh) {
  if (!tensor.factors[factor].present) return {};
  truncateAxes(axes, mesh, mode.conservative,
               [&](const AxisRef& axis, std::int64_t sharded) { return prefixThatFits(axis, tensor, factor, sharded, factorSize, mesh); });
  if (prefixStatus(tensor.factors[factor].axes, axes) != PrefixStatus::StrictPrefix) return {};
  truncateAxes(axes, mesh, mode.conservative,
               [&](const AxisRef& axis, std::int64_t) { return prefixFreeOfOtherFactors(axis, tensor, factor, mesh); });
  return axes;
}

// Operands of elementwise operations do not get from each other what no result could take.
AxisList cutToResults(const Projection& projection, std::size_t factor, AxisList axes) {
  for (std::size_t t = projection.operands; t < projection.tensors.size(); ++t) {
    const FactorSharding& result = projection.tensors[t].factors[factor];
    if (result.present && prefixStatus(result.axes, axes) == PrefixStatus::StrictPrefix) axes = result.axes;
  }
  return axes;
}

}  // namespace

std::vector<bool> propagateFactorsAggressively(Projection& projection, const ShardingRule& rule, const FactorMode& mode, const Mesh& mesh) {
  std::vector<bool> updated(projection.tensors.size(), false);
  std::vector<AxisList> axes;
  for (std::size_t f = 0; f < rule.factorSizes.size(); ++f) {
    axes.push_back(compatibleMajorAxes(projection, f, directionOf(rule, static_cast<std::int64_t>(f), mode)));
  }
  if (std::all_of(axes.begin(), axes.end(), [](const AxisList& a) { return a.empty(); })) return updated;
  std::vector<std::size_t> order = orderOfPreference(largestSources(projection, rule.factorSizes, axes), axes, mode.elementwise, mesh);

  auto update = [&](std::size_t t, bool operand) {
    for (std::size_t f : order) {
      AxisList taken = axesFor(projection.tensors[t], f, axes[f], rule.factorSizes[f], mode, mesh);
      if (taken.empty()) continue;
      if (operand && mode.elementwise) taken = cutToResults(projection, f, std::move(taken));
      if (expand(projection.tensors[t], f, taken)) updated[t] = true;
    }
  };
  for (std::size_t t = projection.operands; t < projection.tensors.size(); ++t) update(t, false);
  for (std::size_t t = 0; t < projection.operands; ++t) update(t, true);
  return updated;
}

}  // namespace shardlens
