#include <algorithm>

#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

bool hasAxes(const TensorSharding& s) { return !s.dims.empty() || !s.replicated.empty() || !s.unreduced.empty(); }

bool isShaped(TypeKind kind) {
  return kind == TypeKind::RankedTensor || kind == TypeKind::UnrankedTensor || kind == TypeKind::Vector || kind == TypeKind::MemRef ||
         kind == TypeKind::UnrankedMemRef;
}

bool shardsNothing(const TensorSharding& s) {
  return std::all_of(s.dims.begin(), s.dims.end(), [](const DimSharding& d) { return d.axes.empty(); });
}

bool checkDim(const CheckedPlace& at, const DimSharding& dim, std::size_t index, const Mesh& mesh, SeenAxes* seen) {
  if (dim.priority && *dim.priority < 0) return at.fail(say("dim ", index, " has a negative priority"));
  if (dim.priority && dim.closed && dim.axes.empty()) return at.fail(say("dim ", index, " is empty and closed but has a priority"));
  return checkAxes(at, dim.axes, mesh, seen);
}

bool checkManualAxes(const CheckedPlace& at, const SeenAxes& seen) {
  for (const AxisRef& axis : seen.all) {
    if (OpId owner = manualOwner(at.v.module(), at.op, axis.name)) return failBoundAxis(at, at.v.context().str(axis.name), owner);
  }
  return true;
}

bool checkOnTensor(const CheckedPlace& at, const TensorSharding& s, TypeId type, const Mesh& mesh) {
  const Context& c = at.v.context();
  std::int64_t rank = rankOf(c, type);
  if (rank < 0) return at.fail("only ranked tensors can have a sharding. type: " + at.v.text(type));
  if (static_cast<std::int64_t>(s.dims.size()) != rank)
    return at.fail(say("sharding doesn't match tensor rank: ", s.dims.size(), " != ", rank));
  SeenAxes seen;
  for (std::size_t d = 0; d < s.dims.size(); ++d) {
    if (!checkDim(at, s.dims[d], d, mesh, &seen)) return false;
  }
  return checkSortedAxes(at, s.replicated, mesh, &seen, "replicated") && checkSortedAxes(at, s.unreduced, mesh, &seen, "unreduced") &&
         checkParts(at, mesh, seen) && checkManualAxes(at, seen);
}

bool checkDecoded(const CheckedPlace& at, AttrId sharding, TypeId type) {
  Context& c = at.v.context();
  TensorSharding s = decodeSharding(c, sharding);
  const Mesh* mesh = meshFor(at.v, at.op, s.mesh);
  if (!mesh) return at.fail("unknown mesh: " + at.v.text(s.mesh));
  if (mesh->isMaximal() || (!type && shardsNothing(s))) {
    return !hasAxes(s) || at.fail("a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.");
  }
  TypeId shaped = type;
  if (c.type(type).kind == TypeKind::Tuple) {
    if (c.type(type).types.size() != 1) return at.fail("ops can only have a sharding for a tuple of size 1: " + at.v.text(type));
    shaped = c.type(type).types[0];
  }
  if (isShaped(c.type(shaped).kind)) return checkOnTensor(at, s, shaped, *mesh);
  return !hasAxes(s) || at.fail("non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: " +
                                at.v.text(type) + ", sharding: " + at.v.text(sharding));
}

bool insideManual(const Module& m, OpId op) {
  for (OpId parent = m.parentOp(op); parent; parent = m.parentOp(parent)) {
    if (m.op(parent).kind == OpKind::SdyManualComputation) return true;
  }
  return false;
}

}  // namespace

Verifier::SdyMemory& Verifier::sdyMemory() {
  if (!sdyMemory_) sdyMemory_ = std::make_shared<SdyMemory>();
  return *sdyMemory_;
}

bool CheckedPlace::fail(std::string_view message) const {
  std::string text(before);
  if (style == Index::Number) text += std::to_string(index) + " ";
  if (style != Index::None) text += "- ";
  return v.opError(op, text.append(message));
}

bool checkSharding(const CheckedPlace& at, AttrId sharding, TypeId type) {
  const Module& m = at.v.module();
  // Only what no manual computation surrounds, in the outermost module, is the same wherever it stands.
  bool remember = type && !insideManual(m, at.op) && enclosingModule(m, at.op) == m.root();
  std::uint64_t key = (static_cast<std::uint64_t>(sharding.value) << 32) | type.value;
  if (remember && at.v.sdyMemory().good.contains(key)) return true;
  if (!checkDecoded(at, sharding, type)) return false;
  if (remember) at.v.sdyMemory().good.insert(key);
  return true;
}

bool checkShardings(Verifier& v, OpId op, AttrId perValue, std::span<const TypeId> types, std::string_view before) {
  Context& c = v.context();
  auto shardings = c.attr(perValue).subs;
  CheckedPlace at{v, op, before};
  if (types.empty() && shardings.size() == 1) {
    const Mesh* mesh = meshOfSharding(v, op, shardings[0]);
    at.style = CheckedPlace::Index::Number;
    if ((mesh && mesh->isMaximal()) || shardsNothing(decodeSharding(c, shardings[0]))) return checkSharding(at, shardings[0], {});
    at.style = CheckedPlace::Index::None;
  }
  if (shardings.size() != types.size()) {
    return at.fail(say("shardings don't match number of values: ", shardings.size(), " shardings vs ", types.size(), " values"));
  }
  at.style = types.size() == 1 ? CheckedPlace::Index::Dash : CheckedPlace::Index::Number;
  for (at.index = 0; at.index < types.size(); ++at.index) {
    if (!checkSharding(at, shardings[at.index], types[at.index])) return false;
  }
  return true;
}

OpId manualOwner(const Module& m, OpId op, StrId axis) {
  OpId owner;
  for (OpId parent = m.parentOp(op); parent; parent = m.parentOp(parent)) {
    if (m.op(parent).kind != OpKind::SdyManualComputation) continue;
    auto axes = manualAxesOf(m, parent);
    if (std::find(axes.begin(), axes.end(), axis) != axes.end()) owner = parent;
  }
  return owner;
}

bool failBoundAxis(const CheckedPlace& at, std::string_view axis, OpId owner) {
  at.fail(say("operates on axis \"", axis, "\" which is already bound by a parent sdy.manual_computation op"));
  at.v.note(at.v.module().location(owner), "parent bounding this axis as manual");
  return false;
}

}  // namespace shardlens
