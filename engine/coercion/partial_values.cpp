#include <algorithm>

#include "engine/coercion/reshard_inserter.h"

namespace shardlens {

namespace {

AxisList listOf(std::span<const AxisRef> axes) { return {axes.begin(), axes.end()}; }

/// How a value becomes partial: first its dimensions are aligned, then replicated axes turn partial, then axes that shard it.
struct WayToPartial {
  bool reshard = false;
  std::vector<DimSharding> dims;      ///< before sharded axes turn partial
  std::vector<AxisList> fromSharded;  ///< by dimension
  AxisList allFromSharded;
};

// What `in` has behind its prefix `out`.
AxisList behind(const AxisList& out, const AxisList& in, const Mesh& mesh) {
  AxisList rest;
  if (!out.empty() && out.back() != in[out.size() - 1]) {
    if (auto suffix = suffixWithoutOverlap(in[out.size() - 1], out.back(), mesh)) rest.push_back(*suffix);
  }
  rest.insert(rest.end(), in.begin() + static_cast<std::ptrdiff_t>(out.size()), in.end());
  return rest;
}

WayToPartial findWay(const TensorSharding& in, const TensorSharding& out, const AxisList& wanted, const Mesh& mesh) {
  WayToPartial way;
  way.dims = out.dims;
  way.fromSharded.resize(in.dims.size());
  for (std::size_t d = 0; d < in.dims.size() && d < out.dims.size(); ++d) {
    PrefixStatus status = prefixStatus(out.dims[d].axes, in.dims[d].axes);
    if (status == PrefixStatus::Equal) continue;
    AxisList rest = status == PrefixStatus::StrictPrefix ? behind(out.dims[d].axes, in.dims[d].axes, mesh) : AxisList();
    if (rest.empty() || !difference(rest, wanted, mesh).empty()) {
      way.reshard = true;
      continue;
    }
    way.allFromSharded.insert(way.allFromSharded.end(), rest.begin(), rest.end());
    way.fromSharded[d] = std::move(rest);
    way.dims[d] = in.dims[d];
  }
  return way;
}

}  // namespace

bool ReshardInserter::reduceUnless(UseId use, AttrId target, const Place& place) {
  ValueId value = module_.use(use).value;
  AttrId source = book_.of(value);
  AxisList partial = listOf(book_.unreduced(source));
  if (partial.empty()) return true;
  const KnownSharding known = book_[source];
  if (!known.mesh) return true;
  AxisList kept;
  if (target) {
    const Mesh* other = book_[target].mesh;
    if (other && *other != *known.mesh) {
      return fail(module_.use(use).owner, "takes a value with unreduced axes of one mesh where a sharding of another mesh is wanted");
    }
    kept = listOf(book_.unreduced(target));
  }
  AxisList reduced = difference(partial, kept, *known.mesh);
  if (reduced.empty()) return true;
  TensorSharding after = known.sharding;
  after.unreduced = difference(partial, reduced, *known.mesh);
  AttrId sharding = encodeSharding(module_.context(), after);
  module_.setOperand(use, make_.allReduce(place, value, reduced, known.sharding.reduction, sharding));
  return true;
}

bool ReshardInserter::makePartial(UseId use, AttrId target, const Place& place, bool* made) {
  ValueId input = module_.use(use).value;
  AttrId source = book_.of(input);
  if (!source || book_.unreduced(target).empty()) return true;
  const KnownSharding in = book_[source];
  const KnownSharding out = book_[target];
  if (!in.mesh || !out.mesh) return true;
  if (*in.mesh != *out.mesh) return fail(module_.use(use).owner, "has unreduced axes of one mesh where its operand is sharded by another");
  AxisList wanted = difference(out.sharding.unreduced, in.sharding.unreduced, *in.mesh);
  if (wanted.empty()) return true;
  if (!difference(in.sharding.unreduced, out.sharding.unreduced, *in.mesh).empty()) {
    return fail(module_.use(use).owner, "would both add to and take from the unreduced axes of its operand");
  }
  Context& c = module_.context();
  WayToPartial way = findWay(in.sharding, out.sharding, wanted, *in.mesh);
  ValueId value = input;
  TensorSharding now = in.sharding;
  if (way.reshard) {
    now.dims = way.dims;
    for (const DimSharding& dim : now.dims) now.replicated = difference(now.replicated, dim.axes, *in.mesh);
    value = make_.reshard(place, value, encodeSharding(c, now));
  }
  AxisList fromReplicated = difference(wanted, way.allFromSharded, *in.mesh);
  if (!fromReplicated.empty()) {
    // What does not move keeps being open or closed.
    now = {in.sharding.mesh, now.dims, out.sharding.replicated, in.sharding.unreduced, out.sharding.reduction};
    now.unreduced.insert(now.unreduced.end(), fromReplicated.begin(), fromReplicated.end());
    sortAndMerge(now.unreduced, *in.mesh);
    value = make_.replicatedToUnreduced(place, value, fromReplicated, encodeSharding(c, now));
  }
  if (!way.allFromSharded.empty()) value = make_.shardedToUnreduced(place, value, way.fromSharded, target);
  if (value == input) return true;
  module_.setOperand(use, value);
  *made = true;
  return true;
}

bool ReshardInserter::reshardToPartial(OpId reshard, bool* replaced) {
  UseId use = module_.operandUse(reshard, 0);
  AttrId target = book_.of(module_.result(reshard));
  if (!target || !makePartial(use, target, Place::beforeOp(module_, reshard), replaced)) return !target;
  if (!*replaced) return true;
  module_.replaceAllUses(module_.result(reshard), module_.operand(reshard, 0));
  module_.erase(reshard);
  return true;
}

bool ReshardInserter::reduceOperands(OpId op) {
  std::uint32_t operands = module_.op(op).operandCount, results = module_.op(op).resultCount;
  if (results == 0) {
    for (std::uint32_t i = 0; i < operands; ++i) {
      if (!book_.unreduced(book_.of(module_.operand(op, i))).empty()) return fail(op, "has operands with unreduced axes but no results");
    }
    return true;
  }
  AttrId first = book_.of(module_.result(op));
  for (std::uint32_t i = 1; i < results; ++i) {
    if (!std::ranges::equal(book_.unreduced(first), book_.unreduced(book_.of(module_.result(op, i))))) {
      return fail(op, "has results with different unreduced axes");
    }
  }
  for (std::uint32_t i = 0; i < operands; ++i) {
    if (!reduceUnless(module_.operandUse(op, i), first, Place::beforeOp(module_, op))) return false;
  }
  return true;
}

}  // namespace shardlens
