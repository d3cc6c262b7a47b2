#include "engine/propagation/projection.h"

#include <numeric>

#include "engine/propagation/axis_reader.h"

namespace shardlens {

namespace {

// Gives a factor that is not the minor-most of its dimension the axes that divide it. False when what comes next does not divide the rest.
bool fillFactor(FactorSharding& factor, std::int64_t size, AxisReader& axes) {
  while (axes.more()) {
    std::int64_t common = std::gcd(size, axes.size());
    if (axes.size() != 1 && common <= 1) break;
    std::int64_t taken = axes.size() > common ? common : axes.size();
    size /= taken;
    factor.axes.push_back(axes.size() > taken ? axes.takePart(taken) : axes.takeAll());
  }
  return size <= 1 || !axes.more();
}

void projectDim(TensorFactors& tensor, const DimMapping& mapping, const std::vector<std::int64_t>& sizes, const AxisList& axes, bool closed,
                const Mesh& mesh) {
  AxisReader reader(axes, mesh);
  bool overflown = false;
  for (std::int64_t index : mapping) {
    FactorSharding& factor = tensor.factors[static_cast<std::size_t>(index)];
    factor.present = true;
    factor.closed = closed || overflown;
    factor.minorMost = index == mapping.back();
    if (overflown) return;  // further factors are not looked at
    if (factor.minorMost) {
      reader.takeRest(factor.axes);
    } else if (!fillFactor(factor, sizes[static_cast<std::size_t>(index)], reader)) {
      reader.takeRest(factor.overflow);
      overflown = true;
    }
  }
}

}  // namespace

const TensorMapping& mappingOf(const ShardingRule& rule, std::size_t i) {
  return i < rule.operands.size() ? rule.operands[i] : rule.results[i - rule.operands.size()];
}

Projection project(const ShardingRule& rule, const std::vector<const TensorSharding*>& shardings, const Mesh& mesh, bool closedIfMissing) {
  static const AxisList kNone;
  Projection projection;
  projection.operands = rule.operands.size();
  projection.tensors.resize(shardings.size());
  for (std::size_t t = 0; t < shardings.size(); ++t) {
    TensorFactors& tensor = projection.tensors[t];
    const TensorSharding* sharding = shardings[t];
    const TensorMapping& mapping = mappingOf(rule, t);
    tensor.factors.resize(rule.factorSizes.size());
    for (std::size_t d = 0; d < mapping.size(); ++d) {
      const DimSharding* dim = sharding && d < sharding->dims.size() ? &sharding->dims[d] : nullptr;
      projectDim(tensor, mapping[d], rule.factorSizes, dim ? dim->axes : kNone, dim ? dim->closed : closedIfMissing, mesh);
    }
    if (!sharding) continue;
    tensor.replicated = sharding->replicated;
    tensor.unreduced = sharding->unreduced;
    tensor.reduction = sharding->reduction;
  }
  return projection;
}

namespace {

// Appends `axes`, the first merged with what the factor before left of the same axis. Returns the product of their sizes.
std::int64_t appendAxes(AxisList& dim, const AxisList& axes, const Mesh& mesh) {
  std::int64_t size = 1;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    size *= mesh.sizeOf(axes[i]);
    if (i == 0) {
      addOrMerge(dim, axes[i], mesh);
    } else {
      dim.push_back(axes[i]);
    }
  }
  return size;
}

DimSharding joinFactors(const TensorFactors& tensor, const DimMapping& mapping, const std::vector<std::int64_t>& sizes, const Mesh& mesh) {
  DimSharding dim;
  for (std::int64_t index : mapping) {
    const FactorSharding& factor = tensor.factors[static_cast<std::size_t>(index)];
    dim.closed |= factor.closed;
    std::int64_t sharded = appendAxes(dim.axes, factor.axes, mesh);
    if (!factor.overflow.empty()) {
      appendAxes(dim.axes, factor.overflow, mesh);
      break;
    }
    if (sharded < sizes[static_cast<std::size_t>(index)]) break;
  }
  return dim;
}

}  // namespace

TensorSharding unproject(const TensorFactors& tensor, const TensorMapping& mapping, const std::vector<std::int64_t>& factorSizes,
                         AttrId meshRef, const Mesh& mesh) {
  TensorSharding sharding;
  sharding.mesh = meshRef;
  for (const DimMapping& dim : mapping) sharding.dims.push_back(joinFactors(tensor, dim, factorSizes, mesh));
  sharding.replicated = tensor.replicated;
  sharding.unreduced = tensor.unreduced;
  sharding.reduction = tensor.reduction;
  return sharding;
}

PrefixStatus prefixStatus(const AxisList& first, const AxisList& second) {
  if (first.empty()) return second.empty() ? PrefixStatus::Equal : PrefixStatus::StrictPrefix;
  if (first.size() > second.size()) return PrefixStatus::NotAPrefix;
  std::size_t last = first.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    if (first[i] != second[i]) return PrefixStatus::NotAPrefix;
  }
  if (first.size() == second.size() && first[last] == second[last]) return PrefixStatus::Equal;
  return prefixOf(first[last], second[last]) ? PrefixStatus::StrictPrefix : PrefixStatus::NotAPrefix;
}

}  // namespace shardlens
