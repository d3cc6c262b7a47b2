#include "engine/mlir/assembly_func.h"

namespace shardlens {

namespace {

bool isFunctionType(const Context& c, TypeId type) { return c.type(type).kind == TypeKind::Function; }

/// The dictionary of entry `i` of `arg_attrs` or `res_attrs`; invalid where there is none.
AttrId entryAttrs(const Context& c, AttrId list, std::size_t i) {
  if (!list || c.kind(list) != AttrKind::Array || i >= c.attr(list).subs.size()) return {};
  return c.attr(list).subs[i];
}

bool isEmptyDict(const Context& c, AttrId dict) { return !dict || c.attr(dict).subs.empty(); }

void arguments(OpPrinter& p, OpId op, std::span<const TypeId> types, BlockId entry) {
  AttrId attrs = p.module().attribute(op, "arg_attrs");
  p << '(';
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i) p << ", ";
    AttrId own = entryAttrs(p.context(), attrs, i);
    if (entry) {
      p.argument(p.module().arg(entry, static_cast<std::uint32_t>(i)), own);
    } else {
      p.type(types[i]);
      p.attrDict(own);
    }
  }
  p << ')';
}

void results(OpPrinter& p, OpId op, std::span<const TypeId> types) {
  if (types.empty()) return;
  AttrId attrs = p.module().attribute(op, "res_attrs");
  bool parens = types.size() > 1 || isFunctionType(p.context(), types[0]) || !isEmptyDict(p.context(), entryAttrs(p.context(), attrs, 0));
  p << " -> ";
  if (parens) p << '(';
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i) p << ", ";
    p.type(types[i]);
    p.attrDict(entryAttrs(p.context(), attrs, i));
  }
  if (parens) p << ')';
}

std::string_view textOf(OpPrinter& p, OpId op, std::string_view name) {
  AttrId value = p.module().attribute(op, name);
  return value ? p.context().attr(value).text : std::string_view();
}

}  // namespace

void printModuleOp(OpPrinter& p, OpId op) {
  if (p.module().attribute(op, "sym_name")) p << ' ', p.symbol(textOf(p, op, "sym_name"));
  constexpr std::string_view kElided[] = {"sym_name"};
  p.optionalAttrDictWithKeyword(op, kElided);
  p << ' ';
  p.region(p.module().regionOf(op), true, true);
}

void printUnrealizedCast(OpPrinter& p, OpId op) {
  if (p.module().op(op).operandCount) {
    p << ' ';
    p.operands(op);
    p << " : ";
    p.operandTypes(op);
  }
  p << " to ";
  p.resultTypes(op);
  p.optionalAttrDict(op, {});
}

void printFunc(OpPrinter& p, OpId op) {
  const TypeData& type = p.context().type(p.context().attr(p.module().attribute(op, "function_type")).type);
  auto inputs = static_cast<std::size_t>(type.ints[0]);
  RegionId body = p.module().regionOf(op);
  p << ' ';
  if (p.module().attribute(op, "sym_visibility")) p << textOf(p, op, "sym_visibility") << ' ';
  p.symbol(textOf(p, op, "sym_name"));
  arguments(p, op, type.types.first(inputs), p.module().entry(body));
  results(p, op, type.types.subspan(inputs));
  constexpr std::string_view kElided[] = {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"};
  p.optionalAttrDictWithKeyword(op, kElided);
  if (!p.module().entry(body)) return;
  p << ' ';
  p.region(body, false, true);
}

void printCall(OpPrinter& p, OpId op) {
  p << ' ';
  p.attributeWithoutType(p.module().attribute(op, "callee"));
  p << '(';
  p.operands(op);
  p << ')';
  p.optionalAttrDict(op, {"callee"});
  p << " : ";
  p.functionalType(op);
}

void printCallIndirect(OpPrinter& p, OpId op) {
  p << ' ';
  p.operand(p.module().operand(op, 0));
  p << '(';
  p.operands(op, 1);
  p << ')';
  p.optionalAttrDict(op, {});
  p << " : ";
  p.operandTypes(op, 0, 1);
}

void printFuncConstant(OpPrinter& p, OpId op) {
  p.optionalAttrDict(op, {"value"});
  p << ' ';
  p.attributeWithoutType(p.module().attribute(op, "value"));
  p << " : ";
  p.resultTypes(op);
}

void printReturn(OpPrinter& p, OpId op) {
  p.optionalAttrDict(op, {});
  if (p.module().op(op).operandCount == 0) return;
  p << ' ';
  p.operands(op);
  p << " : ";
  p.operandTypes(op);
}

}  // namespace shardlens
