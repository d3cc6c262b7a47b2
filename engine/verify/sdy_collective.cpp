// What collectives demand of the shardings of operand and result: applying the axes to the one gives the other.
#include <algorithm>

#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

using Axes = std::vector<AxisRef>;

/// A collective with its shardings decoded; where the operand has none, a replicated one stands in.
struct Collective {
  Collective(Verifier& verifier, OpId id) : v(verifier), c(verifier.context()), op(id), at{verifier, id, ""} {
    outAttr = v.module().attribute(op, "out_sharding");
    inAttr = shardingOf(v.module(), v.module().operand(op, 0));
    out = decodeSharding(c, outAttr);
    if (!inAttr) inAttr = replicatedSharding(c, rank(), out.mesh, false);
    in = decodeSharding(c, inAttr);
    mesh = meshFor(v, op, out.mesh);
  }
  [[nodiscard]] std::size_t rank() const {
    return static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c, v.module().type(v.module().operand(op, 0))), 0));
  }
  [[nodiscard]] OpKind kind() const { return v.module().op(op).kind; }
  [[nodiscard]] AttrId attr(std::string_view name) const { return v.module().attribute(op, name); }
  [[nodiscard]] ReductionOp reduction() const {
    AttrId attribute = attr("reduction_op");
    return attribute ? static_cast<ReductionOp>(c.attr(attribute).ints[0]) : ReductionOp::Sum;
  }

  Verifier& v;
  Context& c;
  OpId op;
  CheckedPlace at;
  AttrId inAttr, outAttr;
  TensorSharding in, out;
  const Mesh* mesh;
};

Axes axesOf(Context& c, AttrId list) {
  Axes axes;
  for (AttrId axis : c.attr(list).subs) axes.push_back(decodeAxisRef(c, axis));
  return axes;
}

std::vector<Axes> axesPerDim(Context& c, AttrId lists) {
  std::vector<Axes> all;
  for (AttrId list : c.attr(lists).subs) all.push_back(axesOf(c, list));
  return all;
}

// Takes `axes` off the end of `sharded`.
bool gather(const Collective& o, const Axes& axes, std::size_t dim, std::string_view kind, Axes* sharded) {
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (sharded->empty() || !suffixOf(*axis, sharded->back(), *o.mesh)) {
      return o.at.fail(say("can't apply ", kind, " axis ", axisText(o.c, *axis), " to operand sharding on dimension ", dim));
    }
    AxisRef last = sharded->back();
    sharded->pop_back();
    if (auto prefix = prefixWithoutOverlap(last, *axis, *o.mesh)) sharded->push_back(*prefix);
  }
  return true;
}

void slice(const Collective& o, const Axes& axes, Axes* sharded) {
  for (const AxisRef& axis : axes) addOrMerge(*sharded, axis, *o.mesh);
}

bool expectDim(const Collective& o, std::size_t dim, const Axes& expected) {
  if (expected == o.out.dims[dim].axes) return true;
  return o.at.fail(say("result sharding doesn't match expected sharding ", quotedNames(o.c, expected), " on dimension ", dim));
}

// `gathered`: what the axes that leave a dimension are called; empty where they come to it.
bool checkPerDim(const Collective& o, std::string_view attribute, std::string_view gathered) {
  SeenAxes seen;
  std::vector<Axes> perDim = axesPerDim(o.c, o.attr(attribute));
  for (const Axes& axes : perDim) {
    if (!checkAxes(o.at, axes, *o.mesh, &seen)) return false;
  }
  if (o.out.dims.size() != perDim.size()) {
    return o.at.fail(say("result sharding has rank ", o.out.dims.size(), " but collective axes has rank ", perDim.size()));
  }
  for (std::size_t d = 0; d < perDim.size() && d < o.in.dims.size(); ++d) {
    Axes expected = o.in.dims[d].axes;
    if (gathered.empty())
      slice(o, perDim[d], &expected);
    else if (!gather(o, perDim[d], d, gathered, &expected))
      return false;
    if (!expectDim(o, d, expected)) return false;
  }
  return true;
}

bool allGather(const Collective& o) { return checkPerDim(o, "gathering_axes", "gathering"); }
bool allSlice(const Collective& o) { return checkPerDim(o, "slicing_axes", ""); }

bool reduceScatter(const Collective& o) {
  return checkUnreducedTransition(o.v, o.op, o.inAttr, o.outAttr, std::nullopt, o.reduction()) && checkPerDim(o, "reduce_scatter_axes", "");
}

bool expectSum(const Collective& o) { return o.out.reduction == ReductionOp::Sum || o.at.fail("out_sharding reduction_op must be SUM"); }

// The operand's unreduced axes and `more` are the result's.
bool expectUnreduced(const Collective& o, const Axes& more, std::string_view message) {
  Axes expected = o.in.unreduced;
  expected.insert(expected.end(), more.begin(), more.end());
  sortAndMerge(expected, *o.mesh);
  return expected == o.out.unreduced || o.at.fail(message);
}

bool shardedToUnreduced(const Collective& o) {
  if (!expectSum(o) || !checkPerDim(o, "axes", "shard-to-unreduce")) return false;
  Axes moved;
  for (const Axes& axes : axesPerDim(o.c, o.attr("axes"))) moved.insert(moved.end(), axes.begin(), axes.end());
  return expectUnreduced(o, moved, "out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes");
}

bool overlapsDims(const TensorSharding& s, const AxisRef& axis) {
  return std::any_of(s.dims.begin(), s.dims.end(), [&](const DimSharding& d) { return overlaps(d.axes, {axis}); });
}

bool replicatedToUnreduced(const Collective& o) {
  if (!expectSum(o)) return false;
  if (o.in.dims != o.out.dims) return o.at.fail("input and output must share the same dimension shardings");
  SeenAxes seen;
  Axes axes = axesOf(o.c, o.attr("axes"));
  if (axes.empty()) return o.at.fail("r2u axes must not be empty");
  if (!checkSortedAxes(o.at, axes, *o.mesh, &seen, "r2u")) return false;
  for (const AxisRef& axis : axes) {
    if (overlapsDims(o.in, axis)) return o.at.fail(say("r2u axis ", axisText(o.c, axis), " overlaps with operand dimension sharding"));
    if (overlaps(o.in.unreduced, {axis})) return o.at.fail(say("r2u axis ", axisText(o.c, axis), " overlaps with operand unreduced axes"));
  }
  return expectUnreduced(o, axes, "out_unreduced_axes should be in_unreduced_axes + r2u_axes");
}

// Same axes on every dimension of the same mesh, or nothing sharded by either.
bool equivalent(const TensorSharding& a, const TensorSharding& b) {
  auto nothing = [](const TensorSharding& s) {
    return std::all_of(s.dims.begin(), s.dims.end(), [](const auto& d) { return d.axes.empty(); });
  };
  if (nothing(a)) return nothing(b);
  return a.mesh == b.mesh && std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(), b.dims.end(),
                                        [](const DimSharding& x, const DimSharding& y) { return x.axes == y.axes; });
}

bool allReduce(const Collective& o) {
  if (!equivalent(o.in, o.out)) return o.at.fail("operand and result shardings are not equivalent");
  SeenAxes seen;
  Axes axes = axesOf(o.c, o.attr("reduction_axes"));
  if (!checkSortedAxes(o.at, axes, *o.mesh, &seen, "reduction")) return false;
  for (const AxisRef& axis : axes) {
    std::string text = say("reduction axis ", axisText(o.c, axis));
    if (overlapsDims(o.in, axis) || overlaps(o.in.replicated, {axis})) {
      return o.at.fail(text + " overlaps with operand dimension sharding or replicated axes");
    }
    if (overlaps(o.out.unreduced, {axis})) return o.at.fail(text + " overlaps with result unreduced axes");
  }
  return checkUnreducedTransition(o.v, o.op, o.inAttr, o.outAttr, std::nullopt, o.reduction());
}

struct Move {
  Axes axes;
  std::int64_t from, to;
};

bool checkMoveDim(const Collective& o, std::int64_t dim, std::string_view name, std::int64_t rank) {
  return (dim >= 0 && dim < rank) || o.at.fail(say(name, " dimension ", dim, " is out of range [0, ", rank, ")"));
}

// Moves between dimensions that are all different, from lower dimensions first.
bool checkMoves(const Collective& o, const std::vector<Move>& moves, std::vector<bool>* used) {
  auto rank = static_cast<std::int64_t>(used->size());
  SeenAxes seen;
  std::int64_t before = -1;
  for (const Move& move : moves) {
    if (!checkAxes(o.at, move.axes, *o.mesh, &seen)) return false;
    if (!checkMoveDim(o, move.from, "source", rank) || !checkMoveDim(o, move.to, "target", rank)) return false;
    for (std::int64_t dim : {move.from, move.to}) {
      if ((*used)[static_cast<std::size_t>(dim)]) {
        return o.at.fail(say("overlapping source/target dimensions in all-to-all params: ", dim));
      }
      (*used)[static_cast<std::size_t>(dim)] = true;
    }
    if (before >= move.from) {
      return o.at.fail(say("source dimensions are not sorted in ascending order: ", move.from, " appears after ", before));
    }
    before = move.from;
  }
  return true;
}

bool checkMoved(const Collective& o, const Move& move) {
  auto from = static_cast<std::size_t>(move.from);
  auto to = static_cast<std::size_t>(move.to);
  Axes source = o.in.dims[from].axes;
  Axes target = o.in.dims[to].axes;
  if (!gather(o, move.axes, from, "all-to-all", &source) || !expectDim(o, from, source)) return false;
  slice(o, move.axes, &target);
  return expectDim(o, to, target);
}

bool allToAll(const Collective& o) {
  std::vector<Move> moves;
  for (AttrId param : o.c.attr(o.attr("params")).subs)
    moves.push_back({axesOf(o.c, param), o.c.attr(param).ints[0], o.c.attr(param).ints[1]});
  if (moves.empty()) return o.at.fail("parameter list is empty");
  // A maximal mesh has no dimensions to move axes between.
  if (o.in.dims.size() != o.rank() || o.out.dims.size() != o.rank()) return true;
  std::vector<bool> used(o.rank());
  if (!checkMoves(o, moves, &used)) return false;
  for (const Move& move : moves) {
    if (!checkMoved(o, move)) return false;
  }
  for (std::size_t d = 0; d < used.size(); ++d) {
    if (!used[d] && !expectDim(o, d, o.in.dims[d].axes)) return false;
  }
  return true;
}

bool failWithOperandMesh(const Collective& o, std::string_view message, const Mesh& operandMesh) {
  o.at.fail(message);
  o.v.note(o.v.module().location(o.v.module().operand(o.op, 0)), "operand mesh: " + o.v.text(encodeMesh(o.c, operandMesh)));
  return false;
}

bool collectivePermute(const Collective& o) {
  const Mesh* operandMesh = meshFor(o.v, o.op, o.in.mesh);
  if (!operandMesh) return true;
  if (o.mesh->axes != operandMesh->axes) return failWithOperandMesh(o, "result mesh has different axes than operand mesh", *operandMesh);
  if (o.in.mesh != o.out.mesh && o.mesh->deviceIds == operandMesh->deviceIds) {
    return failWithOperandMesh(o, "result mesh name is different but same device ids as operand", *operandMesh);
  }
  for (std::size_t d = 0; d < o.in.dims.size() && d < o.out.dims.size(); ++d) {
    std::int64_t before = shardedSize(o.in.dims[d].axes, *o.mesh);
    std::int64_t after = shardedSize(o.out.dims[d].axes, *o.mesh);
    if (before != after)
      return o.at.fail(say("sharded size of result doesn't match operand on dimension ", d, ": ", after, " != ", before));
  }
  return true;
}

bool mayMissSharding(OpKind kind) {
  return kind == OpKind::SdyAllSlice || kind == OpKind::SdyAllReduce || kind == OpKind::SdyReduceScatter;
}

}  // namespace

bool verifySdyCollective(Verifier& v, OpId op) {
  const Module& m = v.module();
  CheckedPlace at{v, op, ""};
  OpKind kind = m.op(op).kind;
  AttrId in = shardingOf(m, m.operand(op, 0));
  AttrId out = m.attribute(op, "out_sharding");
  if (!in && !mayMissSharding(kind)) return at.fail("collective on operand without sharding");
  if (!checkSharding(at, out, m.type(m.result(op)))) return false;
  if (!in) return true;
  const Mesh* operandMesh = meshOfSharding(v, op, in);
  if (kind != OpKind::SdyCollectivePermute && operandMesh && *operandMesh != *meshOfSharding(v, op, out)) {
    return failWithOperandMesh(Collective(v, op), "result mesh does not match operand mesh", *operandMesh);
  }
  std::int64_t inRank = v.context().attr(in).ints[0];
  std::int64_t outRank = v.context().attr(out).ints[0];
  return inRank == outRank || at.fail(say("result sharding has rank ", outRank, " but operand sharding has rank ", inRank));
}

bool verifySdyCollectiveAxes(Verifier& v, OpId op) {
  Collective o(v, op);
  if (!o.mesh) return true;
  switch (o.kind()) {
    case OpKind::SdyAllGather: return allGather(o);
    case OpKind::SdyAllSlice: return allSlice(o);
    case OpKind::SdyAllToAll: return allToAll(o);
    case OpKind::SdyCollectivePermute: return collectivePermute(o);
    case OpKind::SdyAllReduce: return allReduce(o);
    case OpKind::SdyReduceScatter: return reduceScatter(o);
    case OpKind::SdyShardedToUnreduced: return shardedToUnreduced(o);
    case OpKind::SdyReplicatedToUnreduced: return replicatedToUnreduced(o);
    default: return true;
  }
}

}  // namespace shardlens
