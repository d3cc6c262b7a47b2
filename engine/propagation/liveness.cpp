#include "engine/propagation/liveness.h"

namespace shardlens {

Liveness::Liveness(const Flow& flow)
    : flow_(flow), module_(flow.module()), root_(module_.root()), erased_(module_.opCount(), 0), uses_(flow.uses()) {}

// Terminators and symbols stay wherever they are; inside an operation whose effects are those of its regions they count by their own.
bool Liveness::pure(OpId op) const {
  const Operation& o = module_.op(op);
  if (o.kind == OpKind::Unknown) return false;
  if (o.kind == OpKind::StablehloCustomCall) {
    AttrId effect = module_.attribute(op, "has_side_effect");
    return !effect || module_.context().attr(effect).kind != AttrKind::Bool || module_.context().attr(effect).ints[0] == 0;
  }
  if (!hasTrait(o.kind, kRecursivelyPure)) return hasTrait(o.kind, kPure);
  for (std::uint32_t r = 0; r < o.regionCount; ++r) {
    for (BlockId b = module_.entry(module_.regionOf(op, r)); b; b = module_.block(b).next) {
      for (OpId inner = module_.block(b).firstOp; inner; inner = module_.op(inner).next) {
        if (!erased(inner) && !pure(inner)) return false;
      }
    }
  }
  return true;
}

bool Liveness::mayGo(OpId op) const {
  OpKind kind = module_.op(op).kind;
  return kind != OpKind::Unknown && !hasTrait(kind, kTerminator) && !hasTrait(kind, kSymbol) && pure(op);
}

bool Liveness::otherUsersAtMostOne(ValueId value, OpId than) const {
  OpId other;
  for (UseId use = module_.value(value).firstUse; use; use = module_.use(use).next) {
    OpId user = module_.use(use).owner;
    if (user == than || user == other || erased(user)) continue;
    if (other) return false;
    other = user;
  }
  return true;
}

void Liveness::revisitOperands(OpId op, VisitList& list) const {
  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    ValueId operand = module_.operand(op, i);
    OpId def = operand ? module_.definingOp(operand) : OpId();
    if (def && otherUsersAtMostOne(operand, op)) revisit(def, list);
  }
}

void Liveness::eraseOne(OpId op, VisitList& list) {
  revisitOperands(op, list);
  list.remove(op);
  erased_[op.value] = 1;
  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    if (ValueId operand = module_.operand(op, i)) --uses_[operand.value];
  }
}

// Users go before what they use: from the last operation of the last region to the first.
void Liveness::eraseTree(OpId op, VisitList& list) {
  for (std::uint32_t r = module_.op(op).regionCount; r-- > 0;) {
    for (BlockId b = module_.region(module_.regionOf(op, r)).lastBlock; b; b = module_.block(b).prev) {
      for (OpId inner = module_.block(b).lastOp; inner; inner = module_.op(inner).prev) {
        if (!erased(inner)) eraseTree(inner, list);
      }
    }
  }
  eraseOne(op, list);
}

void Liveness::erase(OpId op, VisitList& list) {
  eraseTree(op, list);
  dropped_.push_back(op);
}

}  // namespace shardlens
