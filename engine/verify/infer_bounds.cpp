// One type out of several: the most specific one that operands agree on, the least specific one that covers branches.
//
// Every dimension is a size (or unknown) with a bound (or none). Operands must describe the same tensor, so a known size wins over
// an unknown one and the smaller of two bounds holds. Branches are alternatives, so unknown wins and the larger bound holds.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

struct DimBound {
  std::int64_t size = kDynamic, bound = kDynamic;
  [[nodiscard]] bool fixed() const { return size != kDynamic; }
  [[nodiscard]] bool bounded() const { return bound != kDynamic; }
};

using Merge = std::optional<DimBound> (*)(const OpCheck&, std::size_t dim, DimBound a, DimBound b);

bool sameSizes(const OpCheck& o, std::size_t dim, DimBound a, DimBound b) {
  if (!a.fixed() || !b.fixed() || a.size == b.size) return true;
  return o.fail("Mismatched dimension sizes ", a.size, " and ", b.size, " in dimension ", dim);
}

std::optional<DimBound> mostSpecific(const OpCheck& o, std::size_t dim, DimBound a, DimBound b) {
  if (!sameSizes(o, dim, a, b)) return std::nullopt;
  DimBound out;
  if (!a.fixed() && !b.fixed()) {
    out.bound = a.bounded() && b.bounded() ? std::min(a.bound, b.bound) : std::max(a.bound, b.bound);
    return out;
  }
  out.size = a.fixed() ? a.size : b.size;
  std::int64_t limit = a.bounded() ? a.bound : b.bound;
  if (limit != kDynamic && out.size > limit) {
    o.fail("Mismatched dimension size ", out.size, " and bound ", limit, " in dimension ", dim);
    return std::nullopt;
  }
  return out;
}

std::optional<DimBound> leastSpecific(const OpCheck& o, std::size_t dim, DimBound a, DimBound b) {
  if (!sameSizes(o, dim, a, b)) return std::nullopt;
  DimBound out;
  if (a.fixed() && b.fixed()) {
    out.size = a.size;
  } else if ((a.fixed() || a.bounded()) && (b.fixed() || b.bounded())) {
    out.bound = std::max(a.fixed() ? a.size : a.bound, b.fixed() ? b.size : b.bound);
  }
  return out;
}

TypeId mergeRanked(const OpCheck& o, std::span<const TypeId> types, Merge merge) {
  const TypeData& first = o.c.type(types[0]);
  for (TypeId t : types) {
    if (o.rank(t) == o.rank(types[0])) continue;
    o.fail("Mismatched ranks of types", o.rank(types[0]), " vs ", o.rank(t));
    return {};
  }
  std::vector<std::int64_t> sizes(first.ints.begin(), first.ints.end());
  auto known = o.bounds(types[0]);
  std::vector<std::int64_t> bounds(sizes.size(), kDynamic);
  std::ranges::copy(known, bounds.begin());
  bool any = !known.empty();
  for (TypeId t : types.subspan(1)) {
    auto other = o.bounds(t);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      auto merged = merge(o, d, {sizes[d], bounds[d]}, {o.dims(t)[d], other.empty() ? kDynamic : other[d]});
      if (!merged) return {};
      sizes[d] = merged->size;
      bounds[d] = merged->bound;
    }
  }
  // Bounds count only where the first type has an encoding that can carry them.
  AttrId encoding = encodingOf(o.c, first.attr, any ? std::span<const std::int64_t>(bounds) : std::span<const std::int64_t>());
  return o.c.tensor(sizes, first.types[0], encoding);
}

TypeId mostSpecificShaped(const OpCheck& o, std::span<const TypeId> types) {
  std::vector<TypeId> ranked;
  std::ranges::copy_if(types, std::back_inserter(ranked), [&](TypeId t) { return isRankedTensor(o.c, t); });
  return ranked.empty() ? types[0] : mergeRanked(o, ranked, mostSpecific);
}

TypeId leastSpecificShaped(const OpCheck& o, std::span<const TypeId> types) {
  for (TypeId t : types) {
    if (!isRankedTensor(o.c, t)) return t;
  }
  return mergeRanked(o, types, leastSpecific);
}

template <typename Infer>
TypeId overTuples(const OpCheck& o, std::span<const TypeId> types, Infer infer) {
  auto isTuple = [&](TypeId t) { return o.c.type(t).kind == TypeKind::Tuple; };
  if (std::ranges::none_of(types, isTuple)) return infer(o, types);
  if (!std::ranges::all_of(types, isTuple)) {
    o.fail("Mismatched type kinds: either all types must be tuples, or no types must be tuples");
    return {};
  }
  std::size_t members = o.c.type(types[0]).types.size();
  if (!std::ranges::all_of(types, [&](TypeId t) { return o.c.type(t).types.size() == members; })) {
    o.fail("Mismatched tuple sizes: all tuple sizes must be the same");
    return {};
  }
  std::vector<TypeId> results, column(types.size());
  for (std::size_t i = 0; i < members; ++i) {
    std::ranges::transform(types, column.begin(), [&](TypeId t) { return o.c.type(t).types[i]; });
    results.push_back(infer(o, column));
    if (!results.back()) return {};
  }
  return o.c.tuple(results);
}

bool allEqual(std::span<const TypeId> types) {
  return std::ranges::all_of(types, [&](TypeId t) { return t == types[0]; });
}

}  // namespace

std::span<const std::int64_t> boundsOf(const Context& c, AttrId encoding) {
  bool has = encoding && c.kind(encoding) == AttrKind::StablehloTypeExtensions;
  return has ? c.attr(encoding).ints : std::span<const std::int64_t>();
}

AttrId encodingOf(Context& c, AttrId prototype, std::span<const std::int64_t> bounds) {
  if (bounds.empty()) return prototype;
  if (std::ranges::all_of(bounds, [](std::int64_t b) { return b == kDynamic; })) return {};
  AttrData data;
  data.kind = AttrKind::StablehloTypeExtensions;
  data.ints = bounds;
  return c.attr(data);
}

TypeId inferMostSpecific(const OpCheck& o, std::span<const TypeId> types) {
  return allEqual(types) ? types[0] : overTuples(o, types, mostSpecificShaped);
}

TypeId inferLeastSpecific(const OpCheck& o, std::span<const TypeId> types) {
  return allEqual(types) ? types[0] : overTuples(o, types, leastSpecificShaped);
}

}  // namespace shardlens
