#include <algorithm>

#include "engine/sharding/product.h"
#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

bool checkPart(const CheckedPlace& at, const AxisRef& part, std::int64_t axisSize, const AxisRef* before) {
  const Context& c = at.v.context();
  auto next = product(part.preSize, part.size);
  if (part.preSize < 1) return at.fail(say("sub-axis pre-size must be at least 1: ", axisText(c, part)));
  if (part.size <= 1) return at.fail(say("sub-axis sizes must be greater than 1: ", axisText(c, part)));
  bool tooBig = part.preSize > axisSize || part.size > axisSize;
  if (tooBig || next <= 0 || axisSize % next != 0) {
    return at.fail(say("sub-axis next pre-size ", next, " doesn't divide the size of the full axis ", axisSize, ": ", axisText(c, part)));
  }
  if (part.size == axisSize) return at.fail(say("sub-axis size is equal to the full axis size: ", axisText(c, part)));
  if (before && before->preSize * before->size > part.preSize) {
    return at.fail(say("overlapping sub-axes: ", axisText(c, *before), ", ", axisText(c, part)));
  }
  return true;
}

}  // namespace

bool checkAxes(const CheckedPlace& at, const std::vector<AxisRef>& axes, const Mesh& mesh, SeenAxes* seen) {
  const Context& c = at.v.context();
  const AxisRef* before = nullptr;
  for (const AxisRef& axis : axes) {
    if (mesh.axisIndex(axis.name) < 0) return at.fail(say("unknown axis name: \"", c.str(axis.name), "\""));
    if (std::find(seen->all.begin(), seen->all.end(), axis) != seen->all.end()) return at.fail("duplicate axis ref: " + axisText(c, axis));
    seen->all.push_back(axis);
    if (!axis.isFull()) {
      seen->parts.push_back(axis);
      if (before && canMerge(*before, axis)) {
        return at.fail(say("two consecutive sub-axes can be merged: ", axisText(c, *before), ", ", axisText(c, axis)));
      }
    }
    before = &axis;
  }
  return true;
}

bool checkSortedAxes(const CheckedPlace& at, const std::vector<AxisRef>& axes, const Mesh& mesh, SeenAxes* seen, std::string_view name) {
  bool sorted = std::is_sorted(axes.begin(), axes.end(), [&](const AxisRef& a, const AxisRef& b) { return compareInMesh(a, b, mesh) < 0; });
  return sorted ? checkAxes(at, axes, mesh, seen) : at.fail(say(name, " axes are not ordered w.r.t. mesh"));
}

// Sub-axes of one axis after another, each axis' in their order.
bool checkParts(const CheckedPlace& at, const Mesh& mesh, const SeenAxes& seen) {
  std::vector<AxisRef> parts = seen.parts;
  std::stable_sort(parts.begin(), parts.end(), [&](const AxisRef& a, const AxisRef& b) { return compareInMesh(a, b, mesh) < 0; });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const AxisRef* before = i > 0 && parts[i - 1].name == parts[i].name ? &parts[i - 1] : nullptr;
    bool fullToo = std::find(seen.all.begin(), seen.all.end(), AxisRef{parts[i].name}) != seen.all.end();
    if (!before && fullToo) {
      return at.fail(say("both sub-axis and full-axis are used for axis name: \"", at.v.context().str(parts[i].name), "\""));
    }
    if (!checkPart(at, parts[i], mesh.axisSize(parts[i].name), before)) return false;
  }
  return true;
}

std::string quotedNames(const Context& c, const std::vector<AxisRef>& axes) {
  std::string text = "[";
  for (const AxisRef& axis : axes) text.append(text.size() > 1 ? ", " : "").append(axisText(c, axis));
  return text + "]";
}

std::string_view reductionName(ReductionOp op) {
  constexpr std::string_view kNames[] = {"sum", "max", "min"};
  return kNames[static_cast<std::size_t>(op)];
}

}  // namespace shardlens
