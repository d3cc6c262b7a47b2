#include <algorithm>

#include "engine/canonical/pattern.h"

namespace shardlens {

namespace {

/// Casts to the types that are there already, and casts back.
bool foldCast(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  const Operation o = m.op(op);
  auto typesAre = [&](OpId of) {
    if (m.op(of).operandCount != o.resultCount) return false;
    for (std::uint32_t i = 0; i < o.resultCount; ++i) {
      if (m.type(m.operand(of, i)) != m.type(m.result(op, i))) return false;
    }
    return true;
  };
  auto operandsOf = [&](OpId of) {
    std::vector<ValueId> values;
    for (std::uint32_t i = 0; i < m.op(of).operandCount; ++i) values.push_back(m.operand(of, i));
    return values;
  };
  if (o.resultCount == 0) return false;
  if (typesAre(op)) {
    rewriter.replace(op, operandsOf(op));
    return true;
  }
  OpId inner = o.operandCount ? m.definingOp(m.operand(op, 0)) : OpId();
  if (!inner || m.op(inner).kind != o.kind || m.op(inner).resultCount != o.operandCount || !typesAre(inner)) return false;
  for (std::uint32_t i = 0; i < o.operandCount; ++i) {
    if (m.operand(op, i) != m.result(inner, i)) return false;
  }
  rewriter.replace(op, operandsOf(inner));
  return true;
}

// One element as dense attributes keep it; empty for what has no such form.
std::string elementBytes(const Context& c, AttrId value) {
  const AttrData& data = c.attr(value);
  if (data.kind == AttrKind::Bool) return std::string(1, data.ints[0] ? '\1' : '\0');
  if ((data.kind != AttrKind::Integer && data.kind != AttrKind::Float) || data.ints.empty()) return {};
  std::size_t bytes = (storageBits(c, data.type) + 7) / 8;
  std::string raw(reinterpret_cast<const char*>(data.ints.data()), data.ints.size_bytes());
  return raw.substr(0, std::min(bytes, raw.size()));
}

/// A constant shaped like a tensor whose shape is known.
bool foldConstantLike(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  Context& c = rewriter.context();
  TypeId like = m.type(m.operand(op, 0)), type = m.type(m.result(op));
  AttrId value = m.attribute(op, "value");
  if (!value || !hasStaticShape(c, like) || !hasStaticShape(c, type)) return false;
  std::string element = elementBytes(c, value);
  if (element.empty() || c.attr(value).type != elementOf(c, type)) return false;
  AttrId dense =
      c.attr({.kind = AttrKind::DenseElements, .sub = static_cast<std::uint8_t>(DenseForm::Splat), .type = type, .text = element});
  Module::NewOp made;
  made.kind = OpKind::ChloConstant;
  made.attrs = c.dict({{c.str("value"), dense}});
  made.loc = m.op(op).loc;
  made.source = m.op(op).source;
  made.results = {&type, 1};
  rewriter.replace(op, m.result(rewriter.createBefore(op, made)));
  return true;
}

/// A choice that is known, or between equals, or between true and false.
bool foldSelect(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  ValueId condition = m.operand(op, 0), yes = m.operand(op, 1), no = m.operand(op, 2), chosen;
  std::optional<bool> known = constantTruth(m, condition);
  if (yes == no) {
    chosen = yes;
  } else if (known) {
    chosen = *known ? yes : no;
  } else if (constantTruth(m, yes) == true && constantTruth(m, no) == false) {
    chosen = condition;
  }
  if (!chosen || m.type(chosen) != m.type(m.result(op))) return false;
  rewriter.replace(op, chosen);
  return true;
}

}  // namespace

std::optional<bool> constantTruth(const Module& m, ValueId value) {
  OpId def = m.definingOp(value);
  AttrId constant = def && m.op(def).kind == OpKind::ArithConstant ? m.attribute(def, "value") : AttrId();
  if (!constant || m.context().kind(constant) != AttrKind::Bool) return std::nullopt;
  return m.context().attr(constant).ints[0] != 0;
}

bool foldOp(Rewriter& rewriter, OpId op) {
  switch (rewriter.module().op(op).kind) {
    case OpKind::BuiltinUnrealizedConversionCast: return foldCast(rewriter, op);
    case OpKind::ArithSelect: return foldSelect(rewriter, op);
    case OpKind::ChloConstantLike: return foldConstantLike(rewriter, op);
    default: return false;
  }
}

}  // namespace shardlens
