#include "engine/ir/op_classes.h"

#include "engine/support/hash.h"

namespace shardlens {

namespace {

/// The operation on both arguments whose result is all that the only region of `op` returns; invalid where the region is anything else.
OpId binaryBody(const Module& m, OpId op) {
  RegionId region = m.regionOf(op);
  BlockId body = m.entry(region);
  if (!body || body != m.region(region).lastBlock || m.block(body).argCount != 2) return {};
  OpId inner = m.block(body).firstOp, last = m.block(body).lastOp;
  if (!inner || m.op(inner).next != last || !last) return {};
  const Operation& i = m.op(inner);
  const Operation& r = m.op(last);
  bool isBinary = i.kind != OpKind::Unknown && i.regionCount == 0 && i.operandCount == 2 && i.resultCount == 1 &&
                  m.operand(inner, 0) == m.arg(body, 0) && m.operand(inner, 1) == m.arg(body, 1);
  bool returns = r.kind == OpKind::StablehloReturn && r.attrs == m.context().emptyDict() && r.operandCount == 1 && r.resultCount == 0 &&
                 r.regionCount == 0 && m.operand(last, 0) == m.result(inner);
  return isBinary && returns ? inner : OpId();
}

}  // namespace

bool OpClasses::hasClass(OpId op) const {
  const Operation& o = m_.op(op);
  if (o.kind == OpKind::Unknown || (m_.hasSuccessors() && !m_.successors(op).empty())) return false;
  return o.regionCount == 0 || (o.regionCount == 1 && binaryBody(m_, op).valid());
}

std::uint64_t OpClasses::hashOf(OpId op) const {
  const Operation& o = m_.op(op);
  std::uint64_t hash =
      hashMix(static_cast<std::uint64_t>(o.kind) << 32 | o.attrs.value,
              static_cast<std::uint64_t>(o.resultCount) << 34 | static_cast<std::uint64_t>(o.regionCount) << 32 | o.operandCount);
  for (std::uint32_t i = 0; i < o.operandCount; ++i) hash = hashMix(hash, typeOf(m_.operand(op, i)).value);
  for (std::uint32_t i = 0; i < o.resultCount; ++i) hash = hashMix(hash, m_.type(m_.result(op, i)).value);
  return hash;
}

bool OpClasses::sameTypes(OpId a, OpId b) const {
  const Operation& x = m_.op(a);
  const Operation& y = m_.op(b);
  bool alike = x.kind == y.kind && x.attrs == y.attrs && x.operandCount == y.operandCount && x.resultCount == y.resultCount &&
               x.regionCount == y.regionCount;
  for (std::uint32_t i = 0; alike && i < x.operandCount; ++i) alike = typeOf(m_.operand(a, i)) == typeOf(m_.operand(b, i));
  for (std::uint32_t i = 0; alike && i < x.resultCount; ++i) alike = m_.type(m_.result(a, i)) == m_.type(m_.result(b, i));
  return alike;
}

bool OpClasses::same(OpId a, OpId b) const {
  if (!sameTypes(a, b)) return false;
  return m_.op(a).regionCount == 0 || sameTypes(binaryBody(m_, a), binaryBody(m_, b));
}

std::uint32_t OpClasses::of(OpId op) {
  if (!hasClass(op)) return kNone;
  std::uint32_t found = order_.guess();
  if (found == kNone || !same(classes_[found], op)) {
    found = table_.findOrAdd(
        hashOf(op), [&](std::uint32_t i) { return same(classes_[i], op); },
        [&] {
          classes_.push_back(op);
          return static_cast<std::uint32_t>(classes_.size() - 1);
        });
  }
  order_.add(found);
  return found;
}

}  // namespace shardlens
