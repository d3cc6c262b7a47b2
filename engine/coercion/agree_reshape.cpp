#include <numeric>

#include "engine/coercion/agreement.h"
#include "engine/propagation/axis_reader.h"

namespace shardlens {

namespace {

// Hands out axes in order, each to the first factors that have a divisor in common with what is left of it. What no factor takes overflows
// at the last one.
void deal(const AxisList& list, const Mesh& mesh, std::vector<FactorSharding*>& factors, std::vector<std::int64_t> room) {
  AxisReader axes(list, mesh);
  while (axes.more()) {
    bool used = false, whole = false;
    for (std::size_t f = 0; f < factors.size() && !whole; ++f) {
      if (room[f] <= 1) continue;
      std::int64_t common = std::gcd(room[f], axes.size());
      if (common == 1 && axes.size() != 1) continue;
      used = true;
      room[f] /= common;
      whole = common == axes.size();
      addOrMerge(factors[f]->axes, whole ? axes.takeAll() : axes.takePart(common), mesh);
    }
    if (!used) axes.takeRest(factors.back()->overflow);
  }
}

void redistribute(TensorFactors& tensor, const TensorMapping& mapping, const ShardingRule& rule, const AxisList& axes, const Mesh& mesh) {
  std::vector<FactorSharding*> factors;
  std::vector<std::int64_t> sizes;
  for (const DimMapping& dim : mapping) {
    for (std::int64_t f : dim) {
      FactorSharding& factor = tensor.factors[static_cast<std::size_t>(f)];
      if (!factor.present) continue;
      factor.axes.clear();
      factor.overflow.clear();
      factors.push_back(&factor);
      sizes.push_back(rule.factorSizes[static_cast<std::size_t>(f)]);
    }
  }
  if (!factors.empty()) deal(axes, mesh, factors, std::move(sizes));
}

AxisList commonPrefix(const AxisList& a, const AxisList& b) {
  AxisList prefix;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    std::optional<AxisRef> common = a[i] == b[i] ? a[i] : greatestCommonPrefix(a[i], b[i]);
    if (common) prefix.push_back(*common);
    if (a[i] != b[i]) break;
  }
  return prefix;
}

AxisList allAxes(const TensorFactors& tensor) {
  AxisList axes;
  for (const FactorSharding& factor : tensor.factors) {
    axes.insert(axes.end(), factor.axes.begin(), factor.axes.end());
    axes.insert(axes.end(), factor.overflow.begin(), factor.overflow.end());
  }
  return axes;
}

}  // namespace

AxesPerFactor agreeOnReshape(Projection& projection, const ShardingRule& rule, AttrId meshRef, const Mesh& mesh) {
  bool input = shardedSize(projection.tensors[0], mesh) >= shardedSize(projection.tensors[1], mesh);
  AxisList axes = allAxes(projection.tensors[input ? 0 : 1]);
  std::vector<TensorSharding> sides;
  for (std::size_t t = 0; t < 2; ++t) {
    redistribute(projection.tensors[t], mappingOf(rule, t), rule, axes, mesh);
    sides.push_back(unproject(projection.tensors[t], mappingOf(rule, t), rule.factorSizes, meshRef, mesh));
  }
  Projection legal = project(rule, {&sides[0], &sides[1]}, mesh);
  AxesPerFactor common(rule.factorSizes.size());
  std::vector<bool> changed(2);
  for (std::size_t f = 0; f < common.size(); ++f) {
    const FactorSharding& in = legal.tensors[0].factors[f];
    const FactorSharding& out = legal.tensors[1].factors[f];
    common[f] = in.present && out.present ? commonPrefix(in.axes, out.axes) : in.present ? in.axes : out.axes;
    setFactor(projection, f, common[f], changed);
  }
  return common;
}

}  // namespace shardlens
