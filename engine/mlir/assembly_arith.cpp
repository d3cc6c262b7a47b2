#include "engine/mlir/assembly_arith.h"

#include <algorithm>

#include "engine/mlir/op_format.h"
#include "engine/mlir/typed_attribute.h"

namespace shardlens {

namespace {

constexpr FormatRow kArithFormats[] = {
    {OpKind::ArithIndexCast, "% {} : !operand to !result"},     {OpKind::TensorCast, "% {} : !operand to !result"},
    {OpKind::ShapeShapeOf, "% {} : !operand -> !result"},       {OpKind::ShapeNumElements, "% {} : !operand -> !result"},
    {OpKind::ShapeBroadcast, "%... {} : !operands -> !result"},
};

// `constant {a.b} 5 : i32`
bool parseArithConstant(OpParser& p, OpState& s) {
  if (!p.parseOptionalAttrDict(s)) return false;
  Offset at = p.at();
  AttrId value;
  if (!p.parseAttribute(&value)) return false;
  std::optional<TypeId> type = typeOfTyped(p.context(), value);
  if (!type) return p.error(at, "invalid kind of attribute specified");
  s.add(p.context(), "value", value);
  s.results.push_back(*type);
  return true;
}

void printArithConstant(OpPrinter& p, OpId op) {
  p.optionalAttrDict(op, {"value"});
  p << ' ';
  if (AttrId value = p.module().attribute(op, "value")) p.attribute(value);
}

// `addi %a, %b overflow<nsw> {a.b} : i32`; all are of one type.
bool parseArithBinary(OpParser& p, OpState& s) {
  UnresolvedOperand lhs, rhs;
  if (!p.parseOperand(&lhs) || !p.parseComma() || !p.parseOperand(&rhs)) return false;
  if (const ArithFlags* flags = arithFlagsOf(s.kind)) {
    AttrId given = noArithFlags(p.context(), *flags);
    if (p.parseOptionalKeyword(flags->mnemonic) && !parseArithFlags(p, *flags, &given)) return false;
    s.add(p.context(), arithFlagsAttribute(*flags), given);
  } else if (p.parseOptionalKeyword("exact")) {
    s.add(p.context(), "isExact", p.context().unit());
  }
  TypeId type;
  if (!p.parseOptionalAttrDict(s) || !p.parseColonType(&type)) return false;
  s.results.push_back(type);
  return p.resolve(lhs, type, &s.operands) && p.resolve(rhs, type, &s.operands);
}

void printArithBinary(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  p << ' ';
  p.operands(op);
  if (const ArithFlags* flags = arithFlagsOf(m.op(op).kind)) {
    AttrId given = m.attribute(op, arithFlagsAttribute(*flags));
    std::string_view text = given ? p.context().attr(given).text : std::string_view();
    if (text.starts_with("arith.") && !text.ends_with("<none>")) p << ' ' << text.substr(std::string_view("arith.").size());
  } else if (m.attribute(op, "isExact")) {
    p << " exact";
  }
  p.optionalAttrDict(op, {"overflowFlags", "fastmath", "isExact"});
  p << " : ";
  p.resultTypes(op);
}

constexpr std::string_view kPredicates[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};

bool parsePredicate(OpParser& p, OpState& s) {
  Offset at = p.at();
  std::string word;
  auto found = std::end(kPredicates);
  if (p.parseOptionalKeywordOrString(&word)) found = std::ranges::find(kPredicates, word);
  if (found == std::end(kPredicates)) {
    std::string list;
    for (std::string_view known : kPredicates) list.append(list.empty() ? "" : ", ").append(known);
    return p.error(at, "expected string or keyword containing one of the following enum values for attribute 'predicate' [" + list + "]");
  }
  s.add(p.context(), "predicate", p.context().i64(found - std::begin(kPredicates)));
  return true;
}

/// `i1`, in the shape of `type`.
TypeId truthOf(Context& c, TypeId type) {
  TypeData data = c.type(type);
  TypeId bit = c.integer(1U);
  if (!isTensor(c, type) && data.kind != TypeKind::Vector) return bit;
  data.types = {&bit, 1};
  return c.type(data);
}

// `cmpi slt, %a, %b : i32`
bool parseCompare(OpParser& p, OpState& s) {
  UnresolvedOperand lhs, rhs;
  TypeId type;
  if (!parsePredicate(p, s) || !p.parseComma() || !p.parseOperand(&lhs) || !p.parseComma() || !p.parseOperand(&rhs)) return false;
  if (!p.parseOptionalAttrDict(s) || !p.parseColonType(&type)) return false;
  s.results.push_back(truthOf(p.context(), type));
  return p.resolve(lhs, type, &s.operands) && p.resolve(rhs, type, &s.operands);
}

void printCompare(OpPrinter& p, OpId op) {
  AttrId predicate = p.module().attribute(op, "predicate");
  auto number = predicate && !p.context().attr(predicate).ints.empty() ? static_cast<std::size_t>(p.context().attr(predicate).ints[0]) : 0;
  p << ' ' << kPredicates[std::min(number, std::size(kPredicates) - 1)] << ", ";
  p.operands(op);
  p.optionalAttrDict(op, {"predicate"});
  p << " : ";
  p.operandTypes(op, 0, 1);
}

// `select %c, %a, %b : tensor<2xi1>, tensor<2xf32>`, the condition's type only where it is not `i1`.
bool parseSelect(OpParser& p, OpState& s) {
  UnresolvedOperand condition, yes, no;
  TypeId type, conditionType = p.context().integer(1U);
  if (!p.parseOperand(&condition) || !p.parseComma() || !p.parseOperand(&yes) || !p.parseComma() || !p.parseOperand(&no)) return false;
  if (!p.parseOptionalAttrDict(s) || !p.parseColonType(&type)) return false;
  if (p.parseOptionalComma()) {
    conditionType = type;
    if (!p.parseType(&type)) return false;
  }
  s.results.push_back(type);
  return p.resolve(condition, conditionType, &s.operands) && p.resolve(yes, type, &s.operands) && p.resolve(no, type, &s.operands);
}

void printSelect(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  p << ' ';
  p.operands(op);
  p.optionalAttrDict(op, {});
  p << " : ";
  TypeId condition = m.type(m.operand(op, 0));
  if (p.context().type(condition).kind != TypeKind::Integer) {
    p.type(condition);
    p << ", ";
  }
  p.resultTypes(op);
}

}  // namespace

std::span<const FormatRow> mixedFormats() { return kArithFormats; }

OpAssembly arithAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::ArithConstant: return {parseArithConstant, printArithConstant};
    case OpKind::ArithCmpI: return {parseCompare, printCompare};
    case OpKind::ArithSelect: return {parseSelect, printSelect};
    case OpKind::ArithIndexCast: return formatAssembly(kind);
    default: return {parseArithBinary, printArithBinary};
  }
}

}  // namespace shardlens
