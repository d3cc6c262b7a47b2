#include <algorithm>
#include <unordered_set>

#include "engine/canonical/pattern.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

constexpr std::string_view kLabel = "sdy-collective";

OpId definedBy(const Module& m, OpId op, OpKind kind) {
  OpId def = m.definingOp(m.operand(op, 0));
  return def && m.op(def).kind == kind ? def : OpId();
}

bool replaceByOperand(Rewriter& rewriter, OpId op, OpId of) {
  rewriter.replace(op, rewriter.module().operand(of, 0));
  return true;
}

bool isEmptyList(const Module& m, OpId op, std::string_view name) {
  const Context& c = m.context();
  AttrId axes = m.attribute(op, name);
  if (!axes) return false;
  const AttrData& data = c.attr(axes);
  if (data.kind == AttrKind::SdyAxisRefList) return data.subs.empty();
  return std::ranges::all_of(data.subs, [&](AttrId list) { return c.attr(list).subs.empty(); });
}

template <const std::string_view& Name>
bool dropWithoutAxes(Rewriter& rewriter, OpId op) {
  return isEmptyList(rewriter.module(), op, Name) && replaceByOperand(rewriter, op, op);
}
constexpr std::string_view kGathering = "gathering_axes", kSlicing = "slicing_axes", kReduction = "reduction_axes",
                           kScatter = "reduce_scatter_axes";

bool sliceOfGather(Rewriter& rewriter, OpId slice) {
  Module& m = rewriter.module();
  OpId gather = definedBy(m, slice, OpKind::SdyAllGather);
  return gather && m.attribute(gather, kGathering) == m.attribute(slice, kSlicing) && replaceByOperand(rewriter, slice, gather);
}

bool reduceOfReplicated(Rewriter& rewriter, OpId reduce) {
  Module& m = rewriter.module();
  OpId partial = definedBy(m, reduce, OpKind::SdyReplicatedToUnreduced);
  return partial && m.attribute(partial, "axes") == m.attribute(reduce, kReduction) && replaceByOperand(rewriter, reduce, partial);
}

std::vector<AxisRef> axesOf(Context& c, AttrId list) {
  std::vector<AxisRef> axes;
  for (AttrId axis : c.attr(list).subs) axes.push_back(decodeAxisRef(c, axis));
  return axes;
}

/// What was sharded, made partial and then added up over just these axes could have been gathered.
bool reduceOfSharded(Rewriter& rewriter, OpId reduce) {
  Module& m = rewriter.module();
  Context& c = rewriter.context();
  OpId partial = definedBy(m, reduce, OpKind::SdyShardedToUnreduced);
  if (!partial) return false;
  const MeshTable meshes(m);
  const Mesh* mesh = meshes.find(decodeSharding(c, m.attribute(partial, "out_sharding")).mesh);
  AttrId lists = m.attribute(partial, "axes");
  std::vector<AxisRef> axes;
  for (AttrId list : c.attr(lists).subs) {
    auto ofDim = axesOf(c, list);
    axes.insert(axes.end(), ofDim.begin(), ofDim.end());
  }
  if (!mesh) return false;
  sortAndMerge(axes, *mesh);
  if (axes != axesOf(c, m.attribute(reduce, kReduction))) return false;
  AttrId attributes = c.dict({{c.str(kGathering), lists}, {c.str("out_sharding"), m.attribute(reduce, "out_sharding")}});
  OpId gather = rewriter.createUnary(reduce, OpKind::SdyAllGather, m.operand(partial, 0), attributes, m.op(reduce).loc);
  rewriter.replace(reduce, m.result(gather));
  return true;
}

// Source and target dimensions of all parameters are different.
bool dimsApart(const Context& c, AttrId inner, AttrId outer) {
  std::unordered_set<std::int64_t> dims;
  for (AttrId list : {inner, outer}) {
    for (AttrId param : c.attr(list).subs) {
      for (std::int64_t dim : c.attr(param).ints) {
        if (!dims.insert(dim).second) return false;
      }
    }
  }
  return true;
}

bool joinAllToAlls(Rewriter& rewriter, OpId outer) {
  Module& m = rewriter.module();
  Context& c = rewriter.context();
  OpId inner = definedBy(m, outer, OpKind::SdyAllToAll);
  if (!inner || !hasOneUse(m, m.result(inner))) return false;
  AttrId innerParams = m.attribute(inner, "params"), outerParams = m.attribute(outer, "params");
  if (!dimsApart(c, innerParams, outerParams)) return false;
  std::vector<AttrId> params(c.attr(innerParams).subs.begin(), c.attr(innerParams).subs.end());
  params.insert(params.end(), c.attr(outerParams).subs.begin(), c.attr(outerParams).subs.end());
  std::ranges::stable_sort(params, {}, [&](AttrId param) { return c.attr(param).ints[0]; });
  AttrId all = c.attr({.kind = AttrKind::SdyAllToAllParamList, .subs = params});
  AttrId attributes = c.dict({{c.str("out_sharding"), m.attribute(outer, "out_sharding")}, {c.str("params"), all}});
  OpId joined = rewriter.createUnary(outer, OpKind::SdyAllToAll, m.operand(inner, 0), attributes, rewriter.fusedLocation({outer, inner}));
  rewriter.replace(outer, m.result(joined));
  return true;
}

bool dropUnusedAllToAll(Rewriter& rewriter, OpId op) {
  return !rewriter.module().hasUses(rewriter.module().result(op)) && replaceByOperand(rewriter, op, op);
}

bool sameLayout(const TensorSharding& a, const TensorSharding& b) {
  auto replicated = [](const TensorSharding& s) {
    return s.unreduced.empty() && std::ranges::all_of(s.dims, [](const DimSharding& d) { return d.axes.empty(); });
  };
  if (replicated(a)) return replicated(b);
  auto sameAxes = [](const DimSharding& l, const DimSharding& r) { return l.axes == r.axes; };
  return a.mesh == b.mesh && a.unreduced == b.unreduced && std::ranges::equal(a.dims, b.dims, sameAxes);
}

bool permuteToItself(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  AttrId in = shardingOf(m, m.operand(op, 0)), out = m.attribute(op, "out_sharding");
  return in && out && sameLayout(decodeSharding(m.context(), in), decodeSharding(m.context(), out)) && replaceByOperand(rewriter, op, op);
}

constexpr RewritePattern kCollectivePatterns[] = {
    {OpKind::SdyAllGather, kLabel, "AllGatherNoopPattern", dropWithoutAxes<kGathering>},
    {OpKind::SdyAllReduce, kLabel, "AllReduceOfReplicatedToUnreducedPattern", reduceOfReplicated},
    {OpKind::SdyAllReduce, kLabel, "AllReduceNoopPattern", dropWithoutAxes<kReduction>},
    {OpKind::SdyAllReduce, kLabel, "AllReduceOfShardedToUnreducedPattern", reduceOfSharded},
    {OpKind::SdyAllSlice, kLabel, "AllSliceOfAllGatherPattern", sliceOfGather},
    {OpKind::SdyAllSlice, kLabel, "AllSliceNoopPattern", dropWithoutAxes<kSlicing>},
    {OpKind::SdyAllSlice, kLabel, "ReduceScatterFusion", fuseReduceScatter},
    {OpKind::SdyAllToAll, kLabel, "AllToAllFusionPattern", joinAllToAlls},
    {OpKind::SdyAllToAll, kLabel, "AllToAllNoUsePattern", dropUnusedAllToAll},
    {OpKind::SdyCollectivePermute, kLabel, "CollectivePermuteNoopPattern", permuteToItself},
    {OpKind::SdyReduceScatter, kLabel, "ReduceScatterNoopPattern", dropWithoutAxes<kScatter>},
};

}  // namespace

std::span<const RewritePattern> collectivePatterns() { return kCollectivePatterns; }

}  // namespace shardlens
