#include <algorithm>

#include "engine/mlir/text_sdy.h"
#include "engine/sharding/product.h"

namespace shardlens::sdytext {

namespace {

bool parseParameter(OpParser& p, std::int64_t* out, std::string_view attribute, std::string_view parameter) {
  return p.parseInteger(out) || failedParameter(p, attribute, parameter, "int64_t");
}

bool isIota(const std::vector<std::int64_t>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

std::string joined(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::int64_t n : numbers) text.append(text.empty() ? "" : ", ").append(std::to_string(n));
  return text;
}

std::int64_t devices(const Context& c, const std::vector<AttrId>& axes) {
  std::int64_t count = 1;
  for (AttrId axis : axes) count = product(count, c.attr(axis).ints[0]);
  return count;
}

// Empty where the mesh is well-formed, else what is wrong with it.
std::string wrongMesh(const Context& c, const std::vector<AttrId>& axes, const std::vector<std::int64_t>& ids) {
  for (std::int64_t id : ids) {
    if (id < 0) return "device id must be non-negative, got: " + std::to_string(id);
  }
  if (axes.empty()) return ids.size() > 1 ? "axes is empty and device_ids has more than one element" : "";
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::string_view name = c.attr(axes[i]).text;
    auto first = std::find_if(axes.begin(), axes.end(), [&](AttrId a) { return c.attr(a).text == name; });
    if (first - axes.begin() != static_cast<std::ptrdiff_t>(i)) return "duplicate axis name: \"" + std::string(name) + "\"";
  }
  if (ids.empty()) return "";
  if (std::int64_t count = devices(c, axes); count != static_cast<std::int64_t>(ids.size())) {
    return "total product of axis sizes must match total number of device ids, got: " + std::to_string(count) +
           " != " + std::to_string(ids.size());
  }
  std::vector<std::int64_t> sorted = ids;
  std::sort(sorted.begin(), sorted.end());
  return isIota(sorted) ? "" : "sorted device ids must be iota(product(axes)), got: " + joined(sorted);
}

bool parseDeviceIds(OpParser& p, std::vector<std::int64_t>* ids) {
  if (!p.parseOptionalComma()) return true;
  if (!p.parseKeyword("device_ids") || !p.parseEqual() || !p.parseLSquare()) return false;
  do {
    std::int64_t id = 0;
    if (!p.parseInteger(&id)) return failedParameter(p, "Mesh", "device_ids", "::llvm::ArrayRef<int64_t>");
    ids->push_back(id);
  } while (p.parseOptionalComma());
  return p.parseRSquare();
}

}  // namespace

bool parseMeshAxis(OpParser& p, AttrId* out) {
  Offset at = p.at();
  std::string name;
  std::int64_t size = 0;
  if (!p.parseString(&name)) return failedParameter(p, "MeshAxis", "name", "::llvm::StringRef");
  if (!p.parseEqual() || !parseParameter(p, &size, "MeshAxis", "size")) return false;
  if (size <= 0) return p.error(at, "axis size must be at least 1, got: " + std::to_string(size));
  *out = p.context().attr({.kind = AttrKind::SdyMeshAxis, .ints = {&size, 1}, .text = name});
  return true;
}

bool parseMesh(OpParser& p, AttrId* out) {
  Offset at = p.at();
  std::vector<AttrId> axes;
  std::vector<std::int64_t> ids;
  if (!p.parseLess() || !p.parseLSquare()) return false;
  if (!p.parseOptionalPunctuation("]")) {
    if (!parseElements(p, AttrKind::SdyMeshAxis, parseMeshAxis, &axes))
      return failedParameter(p, "Mesh", "axes", "::llvm::ArrayRef<MeshAxisAttr>");
    if (!p.parseRSquare()) return false;
  }
  if (!parseDeviceIds(p, &ids) || !p.parseGreater()) return false;
  // The usual order of devices is not written down.
  if (!axes.empty() && isIota(ids) && devices(p.context(), axes) == static_cast<std::int64_t>(ids.size())) ids.clear();
  if (std::string wrong = wrongMesh(p.context(), axes, ids); !wrong.empty()) return p.error(at, wrong);
  *out = p.context().attr({.kind = AttrKind::SdyMesh, .subs = axes, .ints = ids});
  return true;
}

bool parseSubAxisInfo(OpParser& p, AttrId* out) {
  std::int64_t part[] = {0, 0};
  if (!p.parseLParen() || !parseParameter(p, &part[0], "SubAxisInfo", "pre_size")) return false;
  if (!p.parseRParen() || !parseParameter(p, &part[1], "SubAxisInfo", "size")) return false;
  *out = p.context().attr({.kind = AttrKind::SdySubAxisInfo, .ints = part});
  return true;
}

bool parseAxisRef(OpParser& p, AttrId* out) {
  std::string name;
  if (!p.parseString(&name)) return failedParameter(p, "AxisRef", "name", "::llvm::StringRef");
  AttrId part;
  if (p.parseOptionalColon() && !parseInFullOr(p, AttrKind::SdySubAxisInfo, parseSubAxisInfo, &part)) {
    return failedParameter(p, "AxisRef", "sub_axis_info", "SubAxisInfoAttr");
  }
  Context& c = p.context();
  *out = c.attr({.kind = AttrKind::SdyAxisRef, .ints = part ? c.attr(part).ints : std::span<const std::int64_t>(), .text = name});
  return true;
}

}  // namespace shardlens::sdytext
