#include <algorithm>

#include "engine/canonical/pattern.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

/// How the axes of a slice are divided: those that were reduced over, at the front of each dimension, and the rest.
struct SliceParts {
  std::vector<AttrId> scattered, rest;  ///< a list of axes a dimension
  bool anyRest = false;
};

AttrId listOf(Context& c, std::span<const AttrId> axes) { return c.attr({.kind = AttrKind::SdyAxisRefList, .subs = axes}); }

// Nothing where an axis that was reduced over is not at the front of some dimension.
std::optional<SliceParts> divide(Context& c, AttrId slicing, AttrId reduction) {
  std::vector<AttrId> open(c.attr(reduction).subs.begin(), c.attr(reduction).subs.end());
  SliceParts parts;
  for (AttrId list : c.attr(slicing).subs) {
    auto axes = c.attr(list).subs;
    std::size_t taken = 0;
    for (; taken < axes.size(); ++taken) {
      auto found = std::ranges::find(open, axes[taken]);
      if (found == open.end()) break;
      open.erase(found);
    }
    parts.scattered.push_back(listOf(c, axes.first(taken)));
    parts.rest.push_back(listOf(c, axes.subspan(taken)));
    parts.anyRest |= taken < axes.size();
  }
  if (!open.empty()) return std::nullopt;
  return parts;
}

AttrId scatteredSharding(const Module& m, OpId reduce, OpId slice, const SliceParts& parts) {
  Context& c = m.context();
  const MeshTable meshes(m);
  TensorSharding out = decodeSharding(c, m.attribute(reduce, "out_sharding"));
  TensorSharding sliced = decodeSharding(c, m.attribute(slice, "out_sharding"));
  const Mesh* mesh = meshes.find(out.mesh);
  AttrId in = shardingOf(m, m.operand(reduce, 0));
  if (!mesh) return {};
  TensorSharding made{out.mesh, {}, sliced.replicated, sliced.unreduced, sliced.reduction};
  made.dims.resize(parts.scattered.size());
  if (in) made.dims = decodeSharding(c, in).dims;
  if (made.dims.size() != parts.scattered.size()) return {};
  for (std::size_t d = 0; d < made.dims.size(); ++d) {
    DimSharding dim{made.dims[d].axes, true, std::nullopt};
    for (AttrId axis : c.attr(parts.scattered[d]).subs) addOrMerge(dim.axes, decodeAxisRef(c, axis), *mesh);
    made.dims[d] = std::move(dim);
  }
  return encodeSharding(c, made);
}

bool isBefore(const Module& m, OpId a, OpId b) {
  for (OpId op = m.op(b).prev; op; op = m.op(op).prev) {
    if (op == a) return true;
  }
  return false;
}

// True where all users of the all-reduce are slices by the same axes, `slice` the first of them.
bool leadsEqualSlices(const Module& m, OpId reduce, OpId slice) {
  for (UseId use = m.value(m.result(reduce)).firstUse; use; use = m.use(use).next) {
    OpId user = m.use(use).owner;
    if (m.op(user).kind != OpKind::SdyAllSlice || m.attribute(user, "slicing_axes") != m.attribute(slice, "slicing_axes")) return false;
    if (m.op(user).block != m.op(slice).block || isBefore(m, user, slice)) return false;
  }
  return true;
}

}  // namespace

bool fuseReduceScatter(Rewriter& rewriter, OpId slice) {
  Module& m = rewriter.module();
  Context& c = rewriter.context();
  OpId reduce = m.definingOp(m.operand(slice, 0));
  if (!reduce || m.op(reduce).kind != OpKind::SdyAllReduce || !leadsEqualSlices(m, reduce, slice)) return false;
  auto parts = divide(c, m.attribute(slice, "slicing_axes"), m.attribute(reduce, "reduction_axes"));
  AttrId sharding = parts ? scatteredSharding(m, reduce, slice, *parts) : AttrId();
  if (!sharding) return false;

  auto lists = [&](const std::vector<AttrId>& all) { return c.attr({.kind = AttrKind::SdyListOfAxisRefLists, .subs = all}); };
  AttrId kind = m.attribute(reduce, "reduction_op");
  AttrId attributes =
      c.dict({{c.str("out_sharding"), sharding}, {c.str("reduce_scatter_axes"), lists(parts->scattered)}, {c.str("reduction_op"), kind}});
  OpId last = rewriter.createUnary(slice, OpKind::SdyReduceScatter, m.operand(reduce, 0), attributes, m.op(reduce).loc);
  m.op(last).source = m.op(reduce).source;
  if (parts->anyRest) {
    AttrId rest = c.dict({{c.str("out_sharding"), m.attribute(slice, "out_sharding")}, {c.str("slicing_axes"), lists(parts->rest)}});
    last = rewriter.createUnary(slice, OpKind::SdyAllSlice, m.result(last), rest, m.op(slice).loc);
  }
  while (UseId use = m.value(m.result(reduce)).firstUse) rewriter.replace(m.use(use).owner, m.result(last));
  rewriter.erase(reduce);
  return true;
}

}  // namespace shardlens
