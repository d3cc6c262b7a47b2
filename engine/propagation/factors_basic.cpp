#include <algorithm>
#include <numeric>

#include "engine/propagation/factors.h"

namespace shardlens {

Direction directionOf(const ShardingRule& rule, std::int64_t factor, const FactorMode& mode) {
  if (std::find(rule.blockedPropagation.begin(), rule.blockedPropagation.end(), factor) != rule.blockedPropagation.end())
    return Direction::None;
  return rule.kind(factor) == FactorKind::PassThrough ? mode.passThrough : mode.other;
}

namespace {

// Joins the axes agreed on so far with those of one more tensor, from the major side up to the first conflict. `canGrow` says whether axes
// may still be added; a conflict ends that.
struct Agreement {
  AxisList axes;
  bool canGrow = true;

  void meet(const AxisList& other) {
    AxisList joined;
    bool agreed = true;
    std::size_t shared = std::min(axes.size(), other.size());
    for (std::size_t i = 0; i < shared && agreed; ++i) agreed = meetAxis(i, other, joined);
    if (agreed) {
      joined.insert(joined.end(), axes.begin() + static_cast<std::ptrdiff_t>(shared), axes.end());
      if (canGrow) joined.insert(joined.end(), other.begin() + static_cast<std::ptrdiff_t>(shared), other.end());
    }
    axes = std::move(joined);
    canGrow = canGrow && agreed;
  }

 private:
  // Where one axis is a part of the other the longer one is taken if nothing follows the shorter: what follows would be a conflict.
  bool meetAxis(std::size_t i, const AxisList& other, AxisList& joined) const {
    const AxisRef &mine = axes[i], &theirs = other[i];
    if (mine == theirs) {
      joined.push_back(mine);
      return true;
    }
    if (prefixOf(theirs, mine)) {
      bool last = i + 1 == other.size();
      joined.push_back(last ? mine : theirs);
      return last;
    }
    if (prefixOf(mine, theirs)) {
      bool grows = canGrow && i + 1 == axes.size();
      joined.push_back(grows ? theirs : mine);
      return grows;
    }
    return false;
  }
};

}  // namespace

AxisList compatibleMajorAxes(const Projection& projection, std::size_t factor, Direction direction) {
  if (direction == Direction::None) return {};
  Agreement agreement;
  auto meetAll = [&](std::size_t from, std::size_t to) {
    for (std::size_t t = from; t < to; ++t) {
      const FactorSharding& f = projection.tensors[t].factors[factor];
      if (f.present) agreement.meet(f.axes);
    }
  };
  std::size_t middle = projection.operands, end = projection.tensors.size();
  // Tensors on the receiving side may object but not add.
  bool backward = direction == Direction::Backward;
  backward ? meetAll(middle, end) : meetAll(0, middle);
  if (direction != Direction::Both) agreement.canGrow = false;
  backward ? meetAll(0, middle) : meetAll(middle, end);
  return agreement.axes;
}

std::optional<AxisRef> prefixFreeOfOtherFactors(AxisRef axis, const TensorFactors& tensor, std::size_t factor, const Mesh& mesh) {
  for (std::size_t f = 0; f < tensor.factors.size(); ++f) {
    if (f == factor || !tensor.factors[f].present) continue;
    for (const AxisList* used : {&tensor.factors[f].overflow, &tensor.factors[f].axes}) {
      std::optional<AxisRef> rest = prefixWithoutOverlap(axis, *used, mesh);
      if (!rest) return std::nullopt;
      axis = *rest;
    }
  }
  return axis;
}

std::optional<AxisRef> prefixThatFits(AxisRef axis, const TensorFactors& tensor, std::size_t factor, std::int64_t sharded,
                                      std::int64_t factorSize, const Mesh& mesh) {
  for (const AxisList* used : {&tensor.replicated, &tensor.unreduced}) {
    std::optional<AxisRef> rest = prefixWithoutOverlap(axis, *used, mesh);
    if (!rest) return std::nullopt;
    axis = *rest;
  }
  const FactorSharding& f = tensor.factors[factor];
  if (std::any_of(f.axes.begin(), f.axes.end(), [&](const AxisRef& has) { return contains(has, axis); })) return axis;
  if (!f.closed && f.overflow.empty()) {
    if (f.minorMost) return axis;
    // A factor with others behind it in its dimension must be divided evenly.
    if (factorSize % sharded == 0) {
      std::int64_t size = mesh.sizeOf(axis), common = std::gcd(factorSize / sharded, size);
      if (common == size) return axis;
      if (common != 1) return AxisRef{axis.name, axis.isFull() ? 1 : axis.preSize, common};
    }
  }
  if (!f.axes.empty() && prefixOf(f.axes.back(), axis)) return f.axes.back();
  return std::nullopt;
}

bool expand(TensorFactors& tensor, std::size_t factor, const AxisList& axes) {
  FactorSharding& f = tensor.factors[factor];
  if (!f.present || prefixStatus(f.axes, axes) != PrefixStatus::StrictPrefix) return false;
  f.axes = axes;
  return true;
}

std::vector<bool> propagateFactors(Projection& projection, const ShardingRule& rule, const FactorMode& mode, const Mesh& mesh) {
  std::vector<bool> updated(projection.tensors.size(), false);
  for (std::size_t factor = 0; factor < rule.factorSizes.size(); ++factor) {
    AxisList axes = compatibleMajorAxes(projection, factor, directionOf(rule, static_cast<std::int64_t>(factor), mode));
    truncateAxes(axes, mesh, mode.conservative, [&](AxisRef axis, std::int64_t sharded) -> std::optional<AxisRef> {
      for (const TensorFactors& tensor : projection.tensors) {
        std::optional<AxisRef> kept = prefixFreeOfOtherFactors(axis, tensor, factor, mesh);
        if (kept && tensor.factors[factor].present) kept = prefixThatFits(*kept, tensor, factor, sharded, rule.factorSizes[factor], mesh);
        if (!kept) return std::nullopt;
        axis = *kept;
      }
      return axis;
    });
    for (std::size_t t = 0; t < projection.tensors.size(); ++t) {
      if (expand(projection.tensors[t], factor, axes)) updated[t] = true;
    }
  }
  return updated;
}

}  // namespace shardlens
