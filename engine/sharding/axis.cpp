// Sub-axes. An axis of size n split into parts k1, k2, ... has part i written as (m)k with pre-size m = k1*...*k(i-1) and size k, and
// covers the half-open interval [m, m*k) on the scale of products. All relations below are relations of such intervals; a full axis
// is [1, n), and without the mesh its end is "beyond all".
#include <algorithm>

#include "engine/sharding/product.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

constexpr std::int64_t kBeyond = INT64_MAX;

std::int64_t begin(const AxisRef& a) { return a.isFull() ? 1 : a.preSize; }
std::int64_t end(const AxisRef& a) { return a.isFull() ? kBeyond : product(a.preSize, a.size); }
std::int64_t end(const AxisRef& a, const Mesh& mesh) { return a.isFull() ? mesh.axisSize(a.name) : product(a.preSize, a.size); }

bool divides(std::int64_t divisor, std::int64_t number) { return divisor > 0 && number % divisor == 0; }

AxisRef part(const AxisRef& of, std::int64_t from, std::int64_t to) { return {of.name, from, from > 0 ? to / from : 0}; }

}  // namespace

bool overlaps(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name) return false;
  return a.isFull() || b.isFull() || (begin(a) < end(b) && begin(b) < end(a));
}

bool overlaps(const std::vector<AxisRef>& a, const std::vector<AxisRef>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const AxisRef& x) { return std::any_of(b.begin(), b.end(), [&](const AxisRef& y) { return overlaps(x, y); }); });
}

bool contains(const AxisRef& outer, const AxisRef& inner) {
  if (outer.name != inner.name) return false;
  if (outer.isFull() || inner.isFull()) return outer.isFull();
  return begin(outer) <= begin(inner) && end(outer) >= end(inner);
}

bool canCoexist(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name || a.isFull() || b.isFull()) return true;
  // Named pairs: minmax of two values alone would give references to temporaries.
  const std::pair<std::int64_t, std::int64_t> begins = std::minmax({begin(a), begin(b)});
  const std::pair<std::int64_t, std::int64_t> ends = std::minmax({end(a), end(b)});
  auto [firstBegin, lastBegin] = begins;
  auto [firstEnd, lastEnd] = ends;
  if (firstEnd <= lastBegin) return divides(firstEnd, lastBegin);
  return divides(firstBegin, lastBegin) && divides(lastBegin, firstEnd) && divides(firstEnd, lastEnd);
}

bool prefixOf(const AxisRef& a, const AxisRef& b) { return contains(b, a) && begin(a) == begin(b); }

bool strictPrefixOf(const AxisRef& a, const AxisRef& b) { return a != b && prefixOf(a, b); }

bool suffixOf(const AxisRef& a, const AxisRef& b, const Mesh& mesh) { return contains(b, a) && end(a, mesh) == end(b, mesh); }

bool strictSuffixOf(const AxisRef& a, const AxisRef& b, const Mesh& mesh) { return a != b && suffixOf(a, b, mesh); }

std::weak_ordering compareInMesh(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  // Axes that the mesh does not have come last.
  if (a.name != b.name) return static_cast<unsigned>(mesh.axisIndex(a.name)) <=> static_cast<unsigned>(mesh.axisIndex(b.name));
  if (auto order = begin(a) <=> begin(b); order != 0) return order;
  return end(a) <=> end(b);
}

bool canMerge(const AxisRef& a, const AxisRef& b) { return a.name == b.name && !a.isFull() && !b.isFull() && end(a) == begin(b); }

std::optional<AxisRef> merged(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  if (!canMerge(a, b)) return std::nullopt;
  std::int64_t size = product(a.size, b.size);
  if (size == mesh.axisSize(a.name)) return AxisRef{a.name};
  return AxisRef{a.name, a.preSize, size};
}

std::optional<AxisRef> overlapOf(const AxisRef& a, const AxisRef& b) {
  if (!overlaps(a, b) || !canCoexist(a, b)) return std::nullopt;
  if (a.isFull()) return b;
  if (b.isFull()) return a;
  return part(a, std::max(begin(a), begin(b)), std::min(end(a), end(b)));
}

std::optional<AxisRef> prefixWithoutOverlap(const AxisRef& a, const AxisRef& b, const Mesh&) {
  if (!canCoexist(a, b)) return std::nullopt;
  if (!overlaps(a, b)) return a;
  if (begin(a) >= begin(b)) return std::nullopt;
  return part(a, begin(a), begin(b));
}

std::optional<AxisRef> prefixWithoutOverlap(const AxisRef& a, const std::vector<AxisRef>& others, const Mesh& mesh) {
  std::optional<AxisRef> left = a;
  for (std::size_t i = 0; left && i < others.size(); ++i) left = prefixWithoutOverlap(*left, others[i], mesh);
  return left;
}

std::optional<AxisRef> suffixWithoutOverlap(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  if (!canCoexist(a, b)) return std::nullopt;
  if (!overlaps(a, b)) return a;
  if (end(a, mesh) <= end(b, mesh)) return std::nullopt;
  return part(a, end(b, mesh), end(a, mesh));
}

std::optional<AxisRef> greatestCommonPrefix(const AxisRef& a, const AxisRef& b) {
  if (!canCoexist(a, b)) return std::nullopt;
  if (prefixOf(a, b)) return a;
  if (prefixOf(b, a)) return b;
  return std::nullopt;
}

}  // namespace shardlens
