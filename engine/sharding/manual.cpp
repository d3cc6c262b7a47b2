#include <algorithm>

#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

bool isManual(const AxisRef& axis, const std::vector<StrId>& manualAxes) {
  return std::find(manualAxes.begin(), manualAxes.end(), axis.name) != manualAxes.end();
}

std::vector<AxisRef> freeOf(const std::vector<AxisRef>& axes, const std::vector<StrId>& manualAxes) {
  std::vector<AxisRef> kept;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(kept), [&](const AxisRef& a) { return !isManual(a, manualAxes); });
  return kept;
}

// Manual axes stand before free ones in every dimension; this is where the free ones begin. Where they do not, halving finds the place that
// the reference finds.
std::ptrdiff_t firstFree(const DimSharding& dim, const std::vector<StrId>& manualAxes) {
  auto free = std::partition_point(dim.axes.begin(), dim.axes.end(), [&](const AxisRef& a) { return isManual(a, manualAxes); });
  return free - dim.axes.begin();
}

}  // namespace

std::vector<StrId> manualAxesOf(const Module& module, OpId op) {
  const Context& c = module.context();
  std::vector<StrId> names;
  if (AttrId axes = module.attribute(op, "manual_axes"); axes && c.kind(axes) == AttrKind::SdyManualAxes) {
    for (AttrId axis : c.attr(axes).subs) names.push_back(c.attr(axis).name);
  }
  return names;
}

TensorSharding withoutManualAxes(const TensorSharding& sharding, const std::vector<StrId>& manualAxes) {
  if (manualAxes.empty()) return sharding;
  TensorSharding inner = sharding;
  for (DimSharding& dim : inner.dims) dim.axes.erase(dim.axes.begin(), dim.axes.begin() + firstFree(dim, manualAxes));
  inner.replicated = freeOf(sharding.replicated, manualAxes);
  inner.unreduced = freeOf(sharding.unreduced, manualAxes);
  return inner;
}

// The lists of replicated and unreduced axes keep the free ones here too: that is how the reference erases.
TensorSharding onlyManualAxes(const TensorSharding& sharding, const std::vector<StrId>& manualAxes) {
  TensorSharding border = sharding;
  for (DimSharding& dim : border.dims) dim.axes.erase(dim.axes.begin() + firstFree(dim, manualAxes), dim.axes.end());
  border.replicated = freeOf(sharding.replicated, manualAxes);
  border.unreduced = freeOf(sharding.unreduced, manualAxes);
  return border;
}

TensorSharding withFreeAxesOf(const TensorSharding& border, const TensorSharding& inner, const std::vector<StrId>& manualAxes) {
  TensorSharding made = onlyManualAxes(border, manualAxes);
  for (std::size_t d = 0; d < made.dims.size() && d < inner.dims.size(); ++d) {
    DimSharding& dim = made.dims[d];
    dim.axes.insert(dim.axes.end(), inner.dims[d].axes.begin(), inner.dims[d].axes.end());
    dim.closed = inner.dims[d].closed;
    dim.priority = inner.dims[d].priority;
  }
  made.mesh = inner.mesh;
  made.replicated = border.replicated;
  made.unreduced = border.unreduced;
  made.reduction = ReductionOp::Sum;
  return made;
}

}  // namespace shardlens
