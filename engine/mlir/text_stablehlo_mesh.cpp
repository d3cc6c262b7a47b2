// Replica groups said by the axes of a mesh.
#include <algorithm>

#include "engine/mlir/text_stablehlo.h"

namespace shardlens::hlotext {

namespace {

bool parseDeviceIds(OpParser& p, AttrId* out) {
  Offset at = p.at();
  if (!p.parseAttribute(out)) return false;
  return p.context().kind(*out) == AttrKind::DenseElements || p.error(at, "invalid kind of attribute specified");
}

// What must hold between the mesh and the axes: empty where it does.
std::string wrongAxes(const Context& c, AttrId mesh, std::span<const AttrId> axes) {
  if (c.kind(mesh) == AttrKind::SymbolRef && c.attr(mesh).subs.empty()) return "";
  if (c.kind(mesh) != AttrKind::StablehloMesh) return "mesh must be a FlatSymbolRefAttr or MeshAttr";
  auto known = c.attr(mesh).subs;
  for (AttrId axis : axes) {
    if (c.kind(axis) != AttrKind::StablehloAxisRef) return "expected AxisRefAttr in axes list";
    std::string_view name = c.attr(axis).text;
    bool found = std::any_of(known.begin(), known.end(),
                             [&](AttrId a) { return c.kind(a) == AttrKind::StablehloMeshAxis && c.attr(a).text == name; });
    if (!found) return "axis '" + std::string(name) + "' not found in mesh definition";
  }
  return "";
}

}  // namespace

bool parseMesh(OpParser& p, AttrId* out) {
  std::vector<AttrId> subs;
  if (!p.parseLess() || !p.parseKeyword("axes") || !p.parseEqual() || !p.parseLSquare()) return false;
  do {
    if (!parseInFullOr(p, AttrKind::StablehloMeshAxis, parseMeshAxis, &subs.emplace_back())) return false;
  } while (p.parseOptionalComma());
  if (!p.parseRSquare()) return false;
  bool withIds = p.parseOptionalComma();
  if (withIds && (!p.parseKeyword("device_ids") || !p.parseEqual() || !parseDeviceIds(p, &subs.emplace_back()))) return false;
  if (!p.parseGreater()) return false;
  *out = p.context().attr({.kind = AttrKind::StablehloMesh, .sub = withIds, .subs = subs});
  return true;
}

void printMesh(OpPrinter& p, AttrId attr) {
  const AttrData& data = p.context().attr(attr);
  auto axes = data.subs.first(data.subs.size() - data.sub);
  p << "<axes=[";
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (i) p << ", ";
    printMeshAxis(p, axes[i]);
  }
  p << ']';
  if (data.sub) {
    p << ", device_ids=";
    p.attribute(data.subs.back());
  }
  p << '>';
}

bool parseReplicaGroupMeshAxes(OpParser& p, AttrId* out) {
  Offset at = p.at();
  AttrId mesh, axes;
  auto parseAxes = [&] {
    Offset where = p.at();
    if (!p.parseAttribute(&axes)) return false;
    return p.context().kind(axes) == AttrKind::Array || p.error(where, "invalid kind of attribute specified");
  };
  StructField fields[] = {{"mesh", [&] { return p.parseAttribute(&mesh); }}, {"axes", parseAxes}};
  if (!parseStruct(p, fields)) return false;
  std::vector<AttrId> subs = {mesh};
  auto items = p.context().attr(axes).subs;
  subs.insert(subs.end(), items.begin(), items.end());
  if (std::string wrong = wrongAxes(p.context(), mesh, items); !wrong.empty()) return p.error(at, std::move(wrong));
  *out = p.context().attr({.kind = AttrKind::StablehloReplicaGroupMeshAxes, .subs = subs});
  return true;
}

void printReplicaGroupMeshAxes(OpPrinter& p, AttrId attr) {
  auto subs = p.context().attr(attr).subs;
  p << "<mesh = ";
  p.attribute(subs[0]);
  p << ", axes = [";
  for (std::size_t i = 1; i < subs.size(); ++i) {
    if (i > 1) p << ", ";
    p.attribute(subs[i]);
  }
  p << "]>";
}

}  // namespace shardlens::hlotext
