#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

std::vector<AxisRef> decodeAxes(const Context& c, std::span<const AttrId> axes) {
  std::vector<AxisRef> decoded;
  decoded.reserve(axes.size());
  for (AttrId axis : axes) decoded.push_back(decodeAxisRef(c, axis));
  return decoded;
}

DimSharding decodeDim(const Context& c, AttrId dim) {
  const AttrData& data = c.attr(dim);
  DimSharding decoded{decodeAxes(c, data.subs), data.sub == 1, std::nullopt};
  if (!data.ints.empty()) decoded.priority = data.ints[0];
  return decoded;
}

void encodeAxes(Context& c, const std::vector<AxisRef>& axes, std::vector<AttrId>& subs) {
  for (const AxisRef& axis : axes) subs.push_back(encodeAxisRef(c, axis));
}

AttrId encodeDim(Context& c, const DimSharding& dim) {
  std::vector<AttrId> subs;
  encodeAxes(c, dim.axes, subs);
  std::int64_t priority = dim.priority.value_or(0);
  std::span<const std::int64_t> ints(&priority, dim.priority ? 1 : 0);
  return c.attr({.kind = AttrKind::SdyDimSharding, .sub = dim.closed, .subs = subs, .ints = ints});
}

}  // namespace

AxisRef decodeAxisRef(const Context& c, AttrId axis) {
  const AttrData& data = c.attr(axis);
  AxisRef decoded{data.name};
  if (!data.ints.empty()) decoded.preSize = data.ints[0], decoded.size = data.ints[1];
  return decoded;
}

AttrId encodeAxisRef(Context& c, const AxisRef& axis) {
  std::int64_t part[] = {axis.preSize, axis.size};
  std::span<const std::int64_t> ints(part, axis.isFull() ? 0 : 2);
  return c.attr({.kind = AttrKind::SdyAxisRef, .ints = ints, .text = c.str(axis.name)});
}

Mesh decodeMesh(const Context& c, AttrId mesh) {
  const AttrData& data = c.attr(mesh);
  Mesh decoded;
  for (AttrId axis : data.subs) decoded.axes.push_back({c.attr(axis).name, c.attr(axis).ints[0]});
  decoded.deviceIds.assign(data.ints.begin(), data.ints.end());
  return decoded;
}

AttrId encodeMesh(Context& c, const Mesh& mesh) {
  std::vector<AttrId> subs;
  for (const MeshAxis& axis : mesh.axes) {
    subs.push_back(c.attr({.kind = AttrKind::SdyMeshAxis, .ints = {&axis.size, 1}, .text = c.str(axis.name)}));
  }
  return c.attr({.kind = AttrKind::SdyMesh, .subs = subs, .ints = mesh.deviceIds});
}

TensorSharding decodeSharding(const Context& c, AttrId sharding) {
  const AttrData& data = c.attr(sharding);
  auto count = [&](std::size_t list) { return static_cast<std::size_t>(data.ints[list]); };
  TensorSharding decoded;
  decoded.mesh = data.subs[0];
  decoded.dims.reserve(count(0));
  for (AttrId dim : data.subs.subspan(1, count(0))) decoded.dims.push_back(decodeDim(c, dim));
  decoded.replicated = decodeAxes(c, data.subs.subspan(1 + count(0), count(1)));
  decoded.unreduced = decodeAxes(c, data.subs.subspan(1 + count(0) + count(1), count(2)));
  decoded.reduction = static_cast<ReductionOp>(data.sub);
  return decoded;
}

AttrId encodeSharding(Context& c, const TensorSharding& sharding) {
  std::vector<AttrId> subs{sharding.mesh};
  for (const DimSharding& dim : sharding.dims) subs.push_back(encodeDim(c, dim));
  encodeAxes(c, sharding.replicated, subs);
  encodeAxes(c, sharding.unreduced, subs);
  std::int64_t counts[] = {static_cast<std::int64_t>(sharding.dims.size()), static_cast<std::int64_t>(sharding.replicated.size()),
                           static_cast<std::int64_t>(sharding.unreduced.size())};
  return c.attr({.kind = AttrKind::SdyTensorSharding, .sub = static_cast<std::uint8_t>(sharding.reduction), .subs = subs, .ints = counts});
}

AttrId encodePerValue(Context& c, const std::vector<AttrId>& shardings) {
  return c.attr({.kind = AttrKind::SdyShardingPerValue, .subs = shardings});
}

AttrId replicatedSharding(Context& c, std::size_t rank, AttrId mesh, bool closed) {
  AttrId dim = c.attr({.kind = AttrKind::SdyDimSharding, .sub = closed});
  std::vector<AttrId> subs(1 + rank, dim);
  subs[0] = mesh;
  std::int64_t counts[] = {static_cast<std::int64_t>(rank), 0, 0};
  return c.attr({.kind = AttrKind::SdyTensorSharding, .subs = subs, .ints = counts});
}

}  // namespace shardlens
