#include "engine/mlir/assembly_stablehlo.h"
#include "engine/mlir/op_format.h"
#include "engine/mlir/op_format_fields.h"

namespace shardlens {

namespace {

// `<{value = ...}>`: entries join the other attributes.
bool parseProperties(OpParser& p, OpState& s) {
  Offset at = p.at();
  AttrId properties;
  if (!p.parseAttribute(&properties) || !p.parseGreater()) return false;
  const AttrData& data = p.context().attr(properties);
  if (data.kind != AttrKind::Dictionary) return p.error(at, "expected dictionary attribute to set properties");
  for (std::size_t i = 0; i + 1 < data.subs.size(); i += 2) s.add(p.context(), p.context().attr(data.subs[i]).text, data.subs[i + 1]);
  return true;
}

// After `(`: the generic form without the operation's name.
bool parseGeneric(OpParser& p, OpState& s) {
  if (!p.parseRParen() || (p.parseOptionalPunctuation("<") && !parseProperties(p, s)) || !p.parseOptionalAttrDict(s)) return false;
  return p.parseColon() && p.parseLParen() && p.parseRParen() && p.parseArrow() && p.parseType(&s.results.emplace_back());
}

}  // namespace

bool parseConstant(OpParser& p, OpState& s) {
  if (p.parseOptionalPunctuation("(")) return parseGeneric(p, s);
  if (p.peek() == '{' && !p.parseOptionalAttrDict(s)) return false;
  Offset at = p.at();
  AttrId value;
  if (!p.parseAttribute(&value)) return false;
  if (!isElements(p.context(), value)) return p.error(at, "invalid kind of attribute specified");
  s.add(p.context(), "value", value);
  s.results.push_back(p.context().attr(value).type);
  return true;
}

void printConstant(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  AttrId value = m.attribute(op, "value");
  if (value && p.context().attr(value).type == m.type(m.result(op))) {
    p.optionalAttrDict(op, {"value"});
    p << ' ';
    return p.attribute(value);
  }
  p << "()";
  if (value) {
    p << " <{value = ";
    p.attribute(value);
    p << "}>";
  }
  p.optionalAttrDict(op, {"value"});
  p << " : ";
  p.functionalType(op);
}

bool parseBarrier(OpParser& p, OpState& s) {
  s.names.clear();
  s.types.clear();
  if (!p.parseOptionalAttrDict(s)) return false;
  Offset operandsAt = p.at();
  if (!p.parseOperandList(&s.names)) return false;
  if (s.names.empty()) return p.parseLParen() && p.parseRParen();
  if (!p.parseColon()) return false;
  Offset typesAt = p.at();
  if (!p.parseTypeList(&s.types)) return p.error(typesAt, "expected type list");
  s.results = s.types;
  return p.resolve(s.names, s.types, operandsAt, &s.operands);
}

void printBarrier(OpPrinter& p, OpId op) {
  p.optionalAttrDict(op, std::span<const std::string_view>());
  if (p.module().op(op).operandCount == 0) {
    p << "()";
    return;
  }
  p << ' ';
  p.operands(op);
  p << " : ";
  p.operandTypes(op);
}

}  // namespace shardlens
