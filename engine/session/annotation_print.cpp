#include "engine/session/annotation_text.h"

namespace shardlens {

namespace {

std::string axes(const std::vector<AxisText>& list) {
  std::string text;
  for (const AxisText& axis : list) {
    if (!text.empty()) text += ", ";
    text += '"' + axis.name + '"';
    if (axis.size != 0) text += ":(" + std::to_string(axis.preSize) + ")" + std::to_string(axis.size);
  }
  return text;
}

std::string dimension(const DimText& dim) {
  std::string text = axes(dim.axes);
  if (!dim.closed) text += text.empty() ? "?" : ", ?";
  text = "{" + text + "}";
  if (dim.priority) text += "p" + std::to_string(*dim.priority);
  return text;
}

AxisText axisAsText(const Context& c, const AxisRef& axis) { return {std::string(c.str(axis.name)), axis.preSize, axis.size}; }
AxisRef axisAsRef(Context& c, const AxisText& axis) { return {c.str(axis.name), axis.preSize, axis.size}; }

}  // namespace

std::string printSharding(const ShardingText& sharding, const ShardingScope& scope) {
  std::string text;
  bool named = !sharding.mesh.empty();  // one that stands inline has no name
  if (named && (scope.meshes.empty() || scope.meshes.front().name != sharding.mesh)) text = "@" + sharding.mesh + ", ";
  text += "[";
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) text += (d ? ", " : "") + dimension(sharding.dims[d]);
  text += "]";
  if (!sharding.replicated.empty()) text += ", replicated={" + axes(sharding.replicated) + "}";
  if (!sharding.unreduced.empty()) {
    text += ", unreduced=";
    if (sharding.reduction != ReductionOp::Sum) text += sharding.reduction == ReductionOp::Max ? "max" : "min";
    text += "{" + axes(sharding.unreduced) + "}";
  }
  return text;
}

ShardingText toText(const Context& c, const TensorSharding& sharding) {
  ShardingText text;
  if (sharding.mesh && c.kind(sharding.mesh) == AttrKind::SymbolRef) text.mesh = c.attr(sharding.mesh).text;
  for (const DimSharding& dim : sharding.dims) {
    DimText& to = text.dims.emplace_back();
    for (const AxisRef& axis : dim.axes) to.axes.push_back(axisAsText(c, axis));
    to.closed = dim.closed;
    to.priority = dim.priority;
  }
  for (const AxisRef& axis : sharding.replicated) text.replicated.push_back(axisAsText(c, axis));
  for (const AxisRef& axis : sharding.unreduced) text.unreduced.push_back(axisAsText(c, axis));
  text.reduction = sharding.reduction;
  return text;
}

AttrId encodeText(Context& c, const ShardingText& sharding) {
  TensorSharding to;
  to.mesh = c.symbol(sharding.mesh);
  for (const DimText& dim : sharding.dims) {
    DimSharding& made = to.dims.emplace_back();
    for (const AxisText& axis : dim.axes) made.axes.push_back(axisAsRef(c, axis));
    made.closed = dim.closed;
    made.priority = dim.priority;
  }
  for (const AxisText& axis : sharding.replicated) to.replicated.push_back(axisAsRef(c, axis));
  for (const AxisText& axis : sharding.unreduced) to.unreduced.push_back(axisAsRef(c, axis));
  to.reduction = sharding.reduction;
  return encodeSharding(c, to);
}

ShardingScope scopeOf(const Module& module, const MeshTable& meshes, ValueId value) { return scopeOf(module, meshes, module.type(value)); }

ShardingScope scopeOf(const Module& module, const MeshTable& meshes, TypeId type) {
  ShardingScope scope;
  const Context& c = module.context();
  for (const MeshTable::Entry& entry : meshes.entries()) {
    auto& mesh = scope.meshes.emplace_back();
    mesh.name = entry.name;
    for (const MeshAxis& axis : entry.mesh.axes) mesh.axes.push_back({std::string(c.str(axis.name)), axis.size});
  }
  auto shape = shapeOf(c, type);
  scope.shape.assign(shape.begin(), shape.end());
  return scope;
}

}  // namespace shardlens
