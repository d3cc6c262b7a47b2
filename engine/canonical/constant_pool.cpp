#include "engine/canonical/constant_pool.h"

#include "engine/mlir/dense_text.h"

namespace shardlens {

namespace {

// Long constants keep their text: two of them may say the same in different words.
bool isText(const Context& c, AttrId value) {
  const AttrData& data = c.attr(value);
  auto form = static_cast<DenseForm>(data.sub);
  return data.kind == AttrKind::DenseElements && (form == DenseForm::TextView || form == DenseForm::HexView);
}

std::uint64_t keyOf(OpKind kind, std::uint32_t id) { return static_cast<std::uint64_t>(kind) << 32 | id; }

}  // namespace

// Constants go up to the region of the nearest operation around them that hides the values of the outside.
RegionId ConstantPool::homeOf(OpId op) const {
  const Module& m = rewriter_.module();
  for (;;) {
    RegionId region = m.block(m.op(op).block).region;
    op = m.region(region).op;
    OpKind kind = m.op(op).kind;
    bool hides = kind == OpKind::Unknown || hasTrait(kind, kIsolatedFromAbove) || op == m.root();
    if (hides || region == rewriter_.scope()) return region;
  }
}

bool ConstantPool::sameElements(AttrId a, AttrId b) const {
  const Context& c = rewriter_.context();
  std::string bytes[2];
  decodeDense(c, a, [&](std::string_view piece) { bytes[0] += piece; });
  decodeDense(c, b, [&](std::string_view piece) { bytes[1] += piece; });
  return bytes[0] == bytes[1];
}

OpId ConstantPool::find(OpId op, RegionId region, AttrId value) {
  const Module& m = rewriter_.module();
  TypeId type = m.type(m.result(op));
  for (const Known& known : byValue_[keyOf(m.op(op).kind, value.value)]) {
    if (known.region == region && m.type(m.result(known.op)) == type) return known.op;
  }
  if (!isText(m.context(), value)) return {};
  auto& longOnes = byType_[keyOf(m.op(op).kind, type.value)];
  for (const Known& known : longOnes) {
    if (known.region == region && sameElements(known.value, value)) return known.op;
  }
  longOnes.push_back({op, region, value});
  return {};
}

bool ConstantPool::keep(OpId op) {
  Module& m = rewriter_.module();
  if (!hasTrait(m.op(op).kind, kConstantLike)) return true;
  AttrId value = m.attribute(op, m.op(op).kind == OpKind::ShapeConstShape ? "shape" : "value");
  if (!value || m.op(op).resultCount != 1) return true;
  RegionId home = homeOf(op);
  if (OpId known = find(op, home, value)) {
    rewriter_.replace(op, m.result(known));
    m.op(known).loc = m.context().unknownLoc();
    return false;
  }
  byValue_[keyOf(m.op(op).kind, value.value)].push_back({op, home, value});
  BlockId block = m.entry(home);
  OpId before = m.op(op).prev;
  bool inPlace = m.op(op).block == block && (!before || pooled(before));
  if (!inPlace) {
    if (m.op(op).block != block) m.op(op).loc = m.context().unknownLoc();
    m.unlink(op);
    m.insertBefore(m.block(block).firstOp, op);
  }
  if (op.value >= pooled_.size()) pooled_.resize(m.opCount());
  pooled_[op.value] = true;
  return true;
}

}  // namespace shardlens
