#include "engine/coercion/reshard_inserter.h"

namespace shardlens {

namespace {

// Operands that flow into `owner`, a result or region argument of `op`.
std::vector<UseId> sourcesOf(const Module& m, OpId op, ValueId owner) {
  std::vector<UseId> sources;
  std::uint32_t index = m.indexOf(owner);
  auto operand = [&](OpId of) {
    if (of && index < m.op(of).operandCount) sources.push_back(m.operandUse(of, index));
  };
  auto end = [&](std::uint32_t region) {
    BlockId block = region < m.op(op).regionCount ? m.entry(m.regionOf(op, region)) : BlockId();
    return block ? m.terminator(block) : OpId();
  };
  switch (m.op(op).kind) {
    case OpKind::StablehloCase:
    case OpKind::StablehloIf:
      for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) operand(end(r));
      break;
    case OpKind::StablehloWhile:
      operand(op);
      operand(end(1));
      break;
    case OpKind::StablehloOptimizationBarrier: operand(op); break;
    default: operand(m.isArgument(owner) ? op : end(0)); break;
  }
  return sources;
}

// Results first, then, of computations with borders of their own, the arguments of their body.
std::vector<ValueId> ownersOf(const Module& m, OpId op) {
  std::vector<ValueId> owners;
  for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) owners.push_back(m.result(op, i));
  OpKind kind = m.op(op).kind;
  if (kind != OpKind::SdyManualComputation && kind != OpKind::SdyNamedComputation) return owners;
  BlockId body = m.entry(m.regionOf(op));
  for (std::uint32_t i = 0; body && i < m.block(body).argCount; ++i) owners.push_back(m.arg(body, i));
  return owners;
}

// The sharding that what flows over a manual computation's border has on the side where it comes from.
AttrId onSourceSide(const Module& m, OpId op, ValueId owner, AttrId sharding) {
  if (!sharding || m.op(op).kind != OpKind::SdyManualComputation) return sharding;
  Context& c = m.context();
  auto manual = manualAxesOf(m, op);
  TensorSharding border = decodeSharding(c, sharding);
  TensorSharding inner = withoutManualAxes(border, manual);
  return encodeSharding(c, m.isArgument(owner) ? withFreeAxesOf(border, inner, manual) : inner);
}

}  // namespace

bool ReshardInserter::bringTo(UseId use, AttrId target, const Place& place, bool full) {
  bool made = false;
  if (!reduceUnless(use, target, place)) return false;
  if (target && !makePartial(use, target, place, &made)) return false;
  ValueId value = module_.use(use).value;
  AttrId now = book_.of(value);
  if (!full || book_.equivalent(now, target)) return true;
  AttrId sharding = target ? target : book_.replicatedFor(value, book_[now].sharding.mesh);
  module_.setOperand(use, make_.reshard(place, value, sharding));
  return true;
}

bool ReshardInserter::dataFlow(OpId op) {
  bool full = inFull(op);
  if (!full && !book_.anyUnreduced()) return true;
  for (ValueId owner : ownersOf(module_, op)) {
    AttrId target = onSourceSide(module_, op, owner, book_.ofOwner(owner));
    for (UseId use : sourcesOf(module_, op, owner)) {
      if (!bringTo(use, target, Place::afterValue(module_, module_.use(use).value), full)) return false;
    }
  }
  return true;
}

// Calls are resharded in every mode: a function that is called from many places must not be copied for each layout of its arguments.
bool ReshardInserter::call(OpId op) {
  OpId func = functionNamed(module_.attribute(op, "callee"));
  BlockId body = func && module_.op(func).regionCount ? module_.entry(module_.regionOf(func)) : BlockId();
  if (!body) return true;
  std::uint32_t count = std::min(module_.op(op).operandCount, module_.block(body).argCount);
  std::vector<AttrId> wanted(count), given(count);
  AttrId mesh;
  auto noteMesh = [&](AttrId sharding) {
    if (!mesh && sharding && !book_.maximal(sharding)) mesh = book_[sharding].sharding.mesh;
  };
  for (std::uint32_t i = 0; i < count; ++i) noteMesh(wanted[i] = book_.of(module_.arg(body, i)));
  bool closed = !mesh;
  if (closed) {
    wanted.assign(count, {});
    for (std::uint32_t i = 0; i < count; ++i) noteMesh(book_.of(module_.operand(op, i)));
    if (!mesh) return true;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    ValueId operand = module_.operand(op, i);
    AttrId target = wanted[i] ? wanted[i] : book_.replicatedFor(operand, mesh, closed);
    if (!bringTo(module_.operandUse(op, i), target, Place::afterValue(module_, operand), true)) return false;
  }
  return true;
}

bool ReshardInserter::functionReturn(OpId func) {
  BlockId body = module_.op(func).regionCount ? module_.entry(module_.regionOf(func)) : BlockId();
  OpId end = body ? module_.terminator(body) : OpId();
  if (!end || (!full_ && !book_.anyUnreduced())) return true;
  for (std::uint32_t i = 0; i < module_.op(end).operandCount; ++i) {
    AttrId target = funcResultSharding(module_, func, i);
    if (!bringTo(module_.operandUse(end, i), target, Place::beforeOp(module_, end), full_)) return false;
  }
  return true;
}

bool ReshardInserter::checkBorders(OpId func) {
  if (!book_.anyMaximal()) return true;
  BlockId body = module_.op(func).regionCount ? module_.entry(module_.regionOf(func)) : BlockId();
  auto refuse = [&](std::string_view what, std::uint32_t index) {
    return fail(
        func, "function " + std::string(what) + " " + std::to_string(index) + " cannot have a single-device (maximal) sharding attribute");
  };
  for (std::uint32_t i = 0; body && i < module_.block(body).argCount; ++i) {
    if (book_.maximal(book_.of(module_.arg(body, i)))) return refuse("argument", i);
  }
  OpId end = body ? module_.terminator(body) : OpId();
  for (std::uint32_t i = 0; end && i < module_.op(end).operandCount; ++i) {
    if (book_.maximal(funcResultSharding(module_, func, i))) return refuse("result", i);
  }
  return true;
}

}  // namespace shardlens
