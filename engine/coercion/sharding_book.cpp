#include "engine/coercion/sharding_book.h"

#include <algorithm>

namespace shardlens {

ShardingBook::ShardingBook(const Module& module) : module_(module), meshes_(module) {
  const Context& c = module.context();
  auto count = static_cast<std::uint32_t>(c.attrCount());
  index_.resize(count);
  lists_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const AttrData& data = c.attr(AttrId(i));
    anyUnreduced_ |= data.kind == AttrKind::SdyTensorSharding && data.ints[2] > 0;
    anyMaximal_ |= data.kind == AttrKind::SdyMesh && data.subs.empty() && data.ints.size() == 1;
  }
}

const KnownSharding& ShardingBook::operator[](AttrId sharding) {
  if (sharding.value >= index_.size()) index_.resize(context().attrCount());
  std::uint32_t& place = index_[sharding.value];
  if (!place) {
    KnownSharding known{decodeSharding(context(), sharding), nullptr, false};
    known.mesh = meshes_.find(known.sharding.mesh);
    known.sharded = std::ranges::any_of(known.sharding.dims, [](const DimSharding& d) { return !d.axes.empty(); });
    known_.push_back(std::move(known));
    place = static_cast<std::uint32_t>(known_.size());
  }
  return known_[place - 1];
}

AttrId ShardingBook::listOf(AttrId dictionary) {
  if (dictionary.value >= lists_.size()) lists_.resize(context().attrCount());
  AttrId& list = lists_[dictionary.value];
  if (!list) {
    AttrId found = context().get(dictionary, "sdy.sharding");
    list = found && context().kind(found) == AttrKind::SdyShardingPerValue ? found : dictionary;
  }
  return list == dictionary ? AttrId() : list;
}

// Kinds whose results carry their shardings in a list of their own and pass none on.
bool ShardingBook::plainKind(OpKind kind) const {
  bool stablehlo = kind >= OpKind::StablehloConstant && kind < OpKind::SdyMesh;
  return stablehlo && kind != OpKind::StablehloWhile && kind != OpKind::StablehloCase && kind != OpKind::StablehloIf &&
         kind != OpKind::StablehloOptimizationBarrier;
}

AttrId ShardingBook::of(ValueId value) {
  OpId op = module_.definingOp(value);
  if (!op || !plainKind(module_.op(op).kind)) return shardingOf(module_, value);
  AttrId list = listOf(module_.op(op).attrs);
  std::uint32_t index = module_.indexOf(value);
  return list && index < context().attr(list).subs.size() ? context().attr(list).subs[index] : AttrId();
}

AttrId ShardingBook::behindBarriers(ValueId value) {
  for (OpId op = module_.definingOp(value); op && module_.op(op).kind == OpKind::SdyPropagationBarrier; op = module_.definingOp(value)) {
    value = module_.operand(op, 0);
  }
  return of(value);
}

AttrId ShardingBook::ofOwner(ValueId owner) const {
  bool argument = module_.isArgument(owner);
  OpId op = argument ? module_.region(module_.block(module_.owningBlock(owner)).region).op : module_.definingOp(owner);
  OpKind kind = module_.op(op).kind;
  bool border = kind == OpKind::SdyManualComputation || kind == OpKind::SdyNamedComputation;
  AttrId list = module_.attribute(op, !border ? "sdy.sharding" : argument ? "in_shardings" : "out_shardings");
  if (!list || context().kind(list) != AttrKind::SdyShardingPerValue) return {};
  auto all = context().attr(list).subs;
  return module_.indexOf(owner) < all.size() ? all[module_.indexOf(owner)] : AttrId();
}

std::span<const AxisRef> ShardingBook::unreduced(AttrId sharding) {
  return sharding ? std::span<const AxisRef>((*this)[sharding].sharding.unreduced) : std::span<const AxisRef>();
}

bool ShardingBook::equivalent(AttrId a, AttrId b) {
  if (a == b) return true;
  auto replicated = [&](AttrId s) { return !sharded(s) && unreduced(s).empty(); };
  // Without a sharding only the dimensions of the other one count.
  if (!a) return !sharded(b);
  if (replicated(a)) return replicated(b);
  if (!b) return false;
  const TensorSharding& x = (*this)[a].sharding;
  const TensorSharding& y = (*this)[b].sharding;
  auto sameAxes = [](const DimSharding& l, const DimSharding& r) { return l.axes == r.axes; };
  return x.mesh == y.mesh && x.unreduced == y.unreduced && std::ranges::equal(x.dims, y.dims, sameAxes);
}

AttrId ShardingBook::replicatedFor(ValueId value, AttrId mesh, bool closed) const {
  std::int64_t rank = std::max<std::int64_t>(rankOf(context(), module_.type(value)), 0);
  return replicatedSharding(context(), static_cast<std::size_t>(rank), mesh, closed);
}

}  // namespace shardlens
