#include <algorithm>

#include "engine/sharding/product.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

// Order of parts of one axis, for lists whose axes need not be in a mesh's order.
bool before(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name) return a.name < b.name;
  std::int64_t pa = a.isFull() ? 1 : a.preSize;
  std::int64_t pb = b.isFull() ? 1 : b.preSize;
  if (pa != pb) return pa < pb;
  if (a.isFull() || b.isFull()) return !a.isFull();
  return a.size < b.size;
}

}  // namespace

void addOrMerge(std::vector<AxisRef>& axes, const AxisRef& axis, const Mesh& mesh) {
  if (axes.empty()) {
    axes.push_back(axis);
  } else if (auto both = merged(axes.back(), axis, mesh)) {
    axes.back() = *both;
  } else {
    axes.push_back(axis);
  }
}

void sortAndMerge(std::vector<AxisRef>& axes, const Mesh& mesh) {
  std::sort(axes.begin(), axes.end(), [&](const AxisRef& a, const AxisRef& b) { return compareInMesh(a, b, mesh) < 0; });
  std::vector<AxisRef> joined;
  for (const AxisRef& axis : axes) addOrMerge(joined, axis, mesh);
  axes = std::move(joined);
}

std::vector<AxisRef> difference(const std::vector<AxisRef>& axes, const std::vector<AxisRef>& minus, const Mesh& mesh) {
  if (axes == minus) return {};
  std::vector<AxisRef> sorted = minus;
  std::sort(sorted.begin(), sorted.end(), before);
  std::vector<AxisRef> left;
  for (std::optional<AxisRef> axis : axes) {
    while (axis) {
      auto other = std::find_if(sorted.begin(), sorted.end(), [&](const AxisRef& m) { return overlaps(*axis, m); });
      if (other == sorted.end()) {
        left.push_back(*axis);
        break;
      }
      if (auto prefix = prefixWithoutOverlap(*axis, *other, mesh)) left.push_back(*prefix);
      axis = suffixWithoutOverlap(*axis, *other, mesh);
    }
  }
  return left;
}

std::string axisText(const Context& c, const AxisRef& axis) {
  std::string text = "\"" + std::string(c.str(axis.name)) + "\"";
  if (!axis.isFull()) text += ":(" + std::to_string(axis.preSize) + ")" + std::to_string(axis.size);
  return text;
}

std::int64_t shardedSize(const std::vector<AxisRef>& axes, const Mesh& mesh) {
  std::int64_t size = 1;
  for (const AxisRef& axis : axes) size = product(size, mesh.sizeOf(axis));
  return size;
}

}  // namespace shardlens
