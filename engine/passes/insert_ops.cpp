#include "engine/passes/insert_ops.h"

#include <algorithm>

namespace shardlens {

OpId createBehind(Module& m, OpKind kind, ValueId value, AttrId attrs, AttrId loc) {
  OpId def = m.definingOp(value);
  AttrId place = def ? m.op(def).loc : m.value(value).loc;
  Offset source = def ? m.op(def).source : m.value(value).source;
  TypeId type = m.type(value);
  OpId op =
      m.create({.kind = kind, .attrs = attrs, .loc = loc ? loc : place, .source = source, .operands = {&value, 1}, .results = {&type, 1}});
  m.value(m.result(op)).source = m.value(value).source;
  if (def) {
    m.insertAfter(def, op);
  } else if (OpId first = m.block(m.owningBlock(value)).firstOp) {
    m.insertBefore(first, op);
  } else {
    m.append(m.owningBlock(value), op);
  }
  return op;
}

// Newest uses first, each becoming the newest of the result: the order that MLIR leaves.
void replaceUsesExcept(Module& m, ValueId of, OpId op) {
  ValueId to = m.result(op);
  for (UseId use = m.value(of).firstUse; use;) {
    UseId following = m.use(use).next;
    if (m.use(use).owner != op) m.setOperand(use, to);
    use = following;
  }
}

bool isStaticShaped(const Context& c, TypeId type) {
  TypeKind kind = c.type(type).kind;
  if (kind != TypeKind::RankedTensor && kind != TypeKind::MemRef && kind != TypeKind::Vector) return false;
  auto shape = shapeOf(c, type);
  return std::find(shape.begin(), shape.end(), kDynamic) == shape.end();
}

}  // namespace shardlens
