#include "engine/mlir/assembly_sdy.h"
#include "engine/mlir/mlir.h"
#include "engine/mlir/text_sdy.h"

namespace shardlens {

namespace {

struct OperandList {
  std::vector<UnresolvedOperand> operands;
  Offset at = kNoOffset;
};

bool parseOperands(OpParser& p, OperandList* list) {
  if (!p.parseLParen()) return false;
  list->at = p.at();
  return p.parseOperandList(&list->operands) && p.parseRParen();
}

bool addShardings(OpParser& p, std::string_view name, OpState& state) {
  AttrId shardings;
  if (!p.parseEqual() || !sdytext::parseShardings(p, &shardings)) return false;
  state.add(p.context(), name, shardings);
  return true;
}

// `(%arg0: type) {...} {attributes} : (types) -> types`, after which operands can be looked up.
bool parseBodyAndTypes(OpParser& p, const OperandList& list, OpState& state) {
  std::vector<ParsedArgument> arguments;
  RegionId body;
  TypeId type;
  if (!p.parseArgumentList(&arguments, OpParser::Delimiter::Paren, true, true) || !p.parseRegion(&body, arguments)) return false;
  state.regions.push_back(body);
  if (!p.parseOptionalAttrDict(state) || !p.parseColon()) return false;
  Offset at = p.at();
  if (!p.parseType(&type)) return false;
  const TypeData& function = p.context().type(type);
  if (function.kind != TypeKind::Function) {
    return p.error(at, "invalid kind of type specified: expected builtin.function, but found '" + printType(p.context(), type) + "'");
  }
  auto inputs = static_cast<std::ptrdiff_t>(function.ints[0]);
  std::vector<TypeId> operandTypes(function.types.begin(), function.types.begin() + inputs);
  state.results.assign(function.types.begin() + inputs, function.types.end());
  return p.resolve(list.operands, operandTypes, list.at, &state.operands);
}

void printOperands(OpPrinter& p, OpId op) {
  p << "(";
  p.operands(op);
  p << ")";
}

void printShardings(OpPrinter& p, OpId op, std::string_view name) {
  AttrId shardings = p.module().attribute(op, name);
  if (!shardings) return;
  p << " " << name << "=";
  sdytext::printShardings(p, shardings);
}

void printBodyAndTypes(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  BlockId entry = m.entry(m.regionOf(op));
  p << " (";
  for (std::uint32_t i = 0; entry && i < m.block(entry).argCount; ++i) {
    if (i > 0) p << ", ";
    p.argument(m.arg(entry, i), {});
  }
  p << ") ";
  p.region(m.regionOf(op), false, true);
  p.optionalAttrDict(op, opInfo(m.op(op).kind).inherent);
  p << " : ";
  p.functionalType(op);
}

}  // namespace

bool parseSdyManualComputation(OpParser& p, OpState& state) {
  OperandList list;
  AttrId axes;
  if (!parseOperands(p, &list)) return false;
  for (std::string_view name : {"in_shardings", "out_shardings"}) {
    if (!p.parseKeyword(name) || !addShardings(p, name, state)) return false;
  }
  if (!p.parseKeyword("manual_axes") || !p.parseEqual()) return false;
  if (!sdytext::parseInFullOr(p, AttrKind::SdyManualAxes, sdytext::parseManualAxes, &axes)) return false;
  state.add(p.context(), "manual_axes", axes);
  return parseBodyAndTypes(p, list, state);
}

void printSdyManualComputation(OpPrinter& p, OpId op) {
  printOperands(p, op);
  printShardings(p, op, "in_shardings");
  printShardings(p, op, "out_shardings");
  p << " manual_axes=";
  sdytext::printStripped(p, p.module().attribute(op, "manual_axes"));
  printBodyAndTypes(p, op);
}

bool parseSdyNamedComputation(OpParser& p, OpState& state) {
  OperandList list;
  AttrId name;
  if (!p.parseLess()) return false;
  Offset at = p.at();
  if (!p.parseAttribute(&name, p.context().noneType())) return false;
  if (p.context().kind(name) != AttrKind::String) return p.error(at, "invalid kind of attribute specified");
  state.add(p.context(), "name", name);
  if (!p.parseGreater() || !parseOperands(p, &list)) return false;
  for (std::string_view shardings : {"in_shardings", "out_shardings"}) {
    if (p.parseOptionalKeyword(shardings) && !addShardings(p, shardings, state)) return false;
  }
  return parseBodyAndTypes(p, list, state);
}

void printSdyNamedComputation(OpPrinter& p, OpId op) {
  p << "<";
  p.attributeWithoutType(p.module().attribute(op, "name"));
  p << ">";
  printOperands(p, op);
  printShardings(p, op, "in_shardings");
  printShardings(p, op, "out_shardings");
  printBodyAndTypes(p, op);
}

}  // namespace shardlens
