#include "engine/canonical/rewriter.h"

#include <algorithm>

namespace shardlens {

namespace {

bool withoutEffects(const Module& m, OpId op) {
  const Operation& o = m.op(op);
  if (o.kind == OpKind::Unknown) return false;
  std::uint32_t traits = opInfo(o.kind).traits;
  if (traits & kPureUnlessMarked) {
    AttrId effect = m.attribute(op, "has_side_effect");
    return !effect || m.context().kind(effect) != AttrKind::Bool || m.context().attr(effect).ints[0] == 0;
  }
  if (!(traits & kRecursivelyPure)) return (traits & kPure) != 0;
  for (std::uint32_t r = 0; r < o.regionCount; ++r) {
    for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next) {
      for (OpId inner = m.block(b).firstOp; inner; inner = m.op(inner).next) {
        if (!withoutEffects(m, inner)) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool wouldBeDead(const Module& m, OpId op) {
  OpKind kind = m.op(op).kind;
  return kind != OpKind::Unknown && !(opInfo(kind).traits & (kTerminator | kSymbol)) && withoutEffects(m, op);
}

bool isDead(const Module& m, OpId op) {
  const Operation& o = m.op(op);
  for (std::uint32_t i = 0; i < o.resultCount; ++i) {
    if (m.hasUses(ValueId(o.firstResult.value + i))) return false;
  }
  return wouldBeDead(m, op);
}

bool hasOneUse(const Module& m, ValueId value) {
  UseId use = m.value(value).firstUse;
  return use && !m.use(use).next;
}

void Rewriter::revisit(OpId op) {
  // Most operations lie in functions of the scope; those around are on the list already.
  OpId outermost = op;
  for (RegionId region = module_.block(module_.op(op).block).region; region != scope_;) {
    outermost = module_.region(region).op;
    if (!outermost || !module_.op(outermost).block) return;
    region = module_.block(module_.op(outermost).block).region;
  }
  for (;; op = module_.region(module_.block(module_.op(op).block).region).op) {
    worklist_.push(op);
    if (op == outermost) return;
  }
}

OpId Rewriter::createBefore(OpId anchor, const Module::NewOp& op) {
  OpId made = module_.create(op);
  module_.insertBefore(anchor, made);
  revisit(made);
  return made;
}

OpId Rewriter::createUnary(OpId model, OpKind kind, ValueId operand, AttrId attributes, AttrId location) {
  TypeId type = module_.type(module_.result(model));
  Module::NewOp made;
  made.kind = kind;
  made.attrs = attributes;
  made.loc = location;
  made.source = module_.op(model).source;
  made.operands = {&operand, 1};
  made.results = {&type, 1};
  OpId op = createBefore(model, made);
  module_.value(module_.result(op)).source = module_.value(module_.result(model)).source;
  return op;
}

void Rewriter::setOperand(UseId use, ValueId value) {
  module_.setOperand(use, value);
  revisit(module_.use(use).owner);
}

void Rewriter::replaceUses(ValueId from, ValueId to) {
  if (from == to) return;
  while (UseId use = module_.value(from).firstUse) setOperand(use, to);
}

void Rewriter::replace(OpId op, std::span<const ValueId> values) {
  for (std::uint32_t i = 0; i < values.size(); ++i) replaceUses(module_.result(op, i), values[i]);
  erase(op);
}

void Rewriter::erase(OpId op) {
  for (std::uint32_t r = module_.op(op).regionCount; r-- > 0;) {
    for (BlockId b = module_.region(module_.regionOf(op, r)).lastBlock; b; b = module_.block(b).prev) {
      for (OpId inner = module_.block(b).lastOp; inner;) {
        OpId before = module_.op(inner).prev;
        erase(inner);
        inner = before;
      }
    }
  }
  eraseOne(op);
}

void Rewriter::eraseOne(OpId op) {
  revisitOperands(op);
  worklist_.remove(op);
  module_.erase(op);
}

// What only one other operation uses besides `op` may have become simpler, or dead.
void Rewriter::revisitOperands(OpId op) {
  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    ValueId operand = module_.operand(op, i);
    OpId def = operand ? module_.definingOp(operand) : OpId();
    if (!def || module_.erased(def)) continue;
    OpId other;
    bool many = false;
    for (UseId use = module_.value(operand).firstUse; use && !many; use = module_.use(use).next) {
      OpId user = module_.use(use).owner;
      if (user == op || user == other) continue;
      many = other.valid();
      other = user;
    }
    if (!many) revisit(def);
  }
}

void Rewriter::cloneBodyBefore(BlockId body, OpId anchor, CloneMap& map) {
  OpId before = module_.op(anchor).prev;
  shardlens::cloneBodyBefore(module_, body, anchor, map);
  OpId first = before ? module_.op(before).next : module_.block(module_.op(anchor).block).firstOp;
  for (OpId op = first; op != anchor; op = module_.op(op).next) {
    walk(module_, op, [this](OpId inner) { revisit(inner); });
  }
}

// Fused locations without metadata of their own lend their parts; what is unknown adds nothing.
void Rewriter::addLocation(AttrId location, std::vector<AttrId>& all) const {
  const AttrData& data = module_.context().attr(location);
  if (data.kind == AttrKind::LocFused && data.sub == 0) {
    for (AttrId part : data.subs) addLocation(part, all);
  } else if (data.kind != AttrKind::LocUnknown && std::ranges::find(all, location) == all.end()) {
    all.push_back(location);
  }
}

AttrId Rewriter::fusedLocation(std::initializer_list<OpId> ops) {
  std::vector<AttrId> parts;
  for (OpId op : ops) addLocation(module_.location(op), parts);
  if (parts.empty()) return context().unknownLoc();
  return parts.size() == 1 ? parts.front() : context().attr({.kind = AttrKind::LocFused, .subs = parts});
}

}  // namespace shardlens
