// Lists of dimensions, and the windows of convolution and its kin.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

/// Sizes of a dilated axis: n elements with `dilation - 1` holes between neighbours.
std::int64_t dilated(std::int64_t size, std::int64_t dilation) { return size == 0 ? 0 : plus(times(size - 1, dilation), 1); }

/// Places where a window of `window` fits into `size` when it moves by `stride`.
std::int64_t placements(std::int64_t size, std::int64_t window, std::int64_t stride) {
  return size <= 0 || window > size ? 0 : (size - window) / stride + 1;
}

bool checkPositive(const OpCheck& o, std::int64_t value, std::string_view what, std::size_t dim) {
  return value > 0 || o.fail("expects window to have positive ", what, " for ", dim, "-th window dimension, but got ", value, ".");
}

bool checkListSize(const OpCheck& o, std::size_t size, std::size_t window, std::string_view name) {
  if (size == 0 || size == window) return true;
  return o.fail("expects ", name, " to have same dimension-size as size of window dimensions (", window, "), but got: ", size, ".");
}

bool checkListSizes(const OpCheck& o, const WindowLists& lists) {
  std::size_t n = lists.sizes.size();
  return checkListSize(o, lists.strides.size(), n, "window-strides") &&
         checkListSize(o, lists.baseDilations.size(), n, "base-dilation factors") &&
         checkListSize(o, lists.windowDilations.size(), n, "window-dilation factors") &&
         checkListSize(o, lists.padding.size() / 2, n, "padding-entries") && checkListSize(o, lists.reversals, n, "window-reversal");
}

WindowDim windowDim(const WindowLists& lists, std::size_t i) {
  WindowDim dim;
  dim.size = lists.sizes[i];
  if (!lists.strides.empty()) dim.stride = lists.strides[i];
  if (!lists.baseDilations.empty()) dim.baseDilation = lists.baseDilations[i];
  if (!lists.windowDilations.empty()) dim.windowDilation = lists.windowDilations[i];
  if (!lists.padding.empty()) {
    dim.low = lists.padding[2 * i];
    dim.high = lists.padding[2 * i + 1];
  }
  return dim;
}

bool checkWindowDim(const OpCheck& o, const WindowDim& dim, std::size_t i) {
  return (dim.size == kDynamic || checkPositive(o, dim.size, "value", i)) && checkPositive(o, dim.stride, "stride", i) &&
         checkPositive(o, dim.baseDilation, "base dilation factor", i) && checkPositive(o, dim.windowDilation, "window dilation factor", i);
}

}  // namespace

bool isUnique(std::span<const std::int64_t> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::ranges::find(values.first(i), values[i]) != values.first(i).end()) return false;
  }
  return true;
}

bool checkDimsDistinct(const OpCheck& o, std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::string_view nameA,
                       std::string_view nameB) {
  std::vector<std::int64_t> seen;
  for (auto list : {a, b}) {
    for (std::int64_t dim : list) {
      if (std::ranges::find(seen, dim) != seen.end()) return o.fail("has duplicated dimension from ", nameA, " and ", nameB, ": ", dim);
      seen.push_back(dim);
    }
  }
  return true;
}

bool checkDimInBounds(const OpCheck& o, std::int64_t dim, std::int64_t bound, std::string_view name, std::string_view boundName,
                      bool inclusive) {
  if (dim >= 0 && dim < bound + (inclusive ? 1 : 0)) return true;
  char end = inclusive ? ']' : ')';
  return o.fail("Expects ", name, " to be in range [0, ", boundName, end, " i.e. [0, ", bound, end, ". got: ", dim, ".");
}

bool checkDimsInBounds(const OpCheck& o, std::span<const std::int64_t> dims, std::int64_t bound, std::string_view name,
                       std::string_view boundName) {
  for (std::int64_t dim : dims) {
    if (dim >= 0 && dim < bound) continue;
    return o.fail("Expects each element of ", name, " to be in range [0, ", boundName, ") i.e. [0, ", bound, "). got: ", dim, ".");
  }
  return true;
}

bool readPadding(const OpCheck& o, AttrId padding, std::vector<std::int64_t>& flatPairs) {
  if (!padding) return true;
  auto shape = o.dims(o.c.attr(padding).type);
  if (shape.size() != 2 || shape[1] != 2) return o.fail("expects the shape of padding-attribute to be {N, 2}, but got {", shape, "}.");
  denseInts(o.c, padding, flatPairs);
  return true;
}

bool readWindow(const OpCheck& o, const WindowLists& lists, std::vector<WindowDim>& window) {
  if (!checkListSizes(o, lists)) return false;
  for (std::size_t i = 0; i < lists.sizes.size(); ++i) {
    window.push_back(windowDim(lists, i));
    if (!checkWindowDim(o, window.back(), i)) return false;
  }
  return true;
}

std::vector<std::int64_t> windowOutput(std::span<const std::int64_t> base, std::span<const WindowDim> window) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const WindowDim& dim = window[i];
    bool known = base[i] != kDynamic && dim.size != kDynamic;
    std::int64_t padded = known ? plus(plus(dim.low, dim.high), dilated(base[i], dim.baseDilation)) : 0;
    out.push_back(known ? placements(padded, dilated(dim.size, dim.windowDilation), dim.stride) : kDynamic);
  }
  return out;
}

}  // namespace shardlens
