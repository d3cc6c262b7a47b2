#include "engine/mlir/assembly_func.h"

#include <algorithm>

#include "engine/mlir/mlir.h"

namespace shardlens {

namespace {

using Arguments = std::vector<ParsedArgument>;

AttrId dictionaryOf(OpParser& p) {
  AttrId made;
  return p.parseOptionalDictionary(&made) ? made : AttrId();
}

// Arguments have names throughout or nowhere.
bool parseFunctionArgument(OpParser& p, Arguments& arguments) {
  ParsedArgument argument;
  Offset where = p.at();
  std::optional<bool> named = p.parseOptionalOperand(&argument.name, false);
  if (named && !*named) return false;
  bool namedBefore = !arguments.empty() && !arguments.back().name.name.empty();
  if (!named && namedBefore) return p.error(where, "expected SSA identifier");
  argument.name.at = where;
  if (named ? !p.parseColonType(&argument.type) : !p.parseType(&argument.type)) return false;
  argument.attrs = dictionaryOf(p);
  if (!argument.attrs || !p.parseOptionalLocation(&argument.loc)) return false;
  if (named && !arguments.empty() && !namedBefore) return p.error(where, "expected type instead of SSA identifier");
  arguments.push_back(argument);
  return true;
}

bool parseFunctionResults(OpParser& p, std::vector<TypeId>& types, std::vector<AttrId>& attrs) {
  if (!p.parseOptionalPunctuation("(")) {
    attrs.push_back(p.context().emptyDict());
    return p.parseType(&types.emplace_back());
  }
  if (p.parseOptionalPunctuation(")")) return true;
  auto one = [&] { return p.parseType(&types.emplace_back()) && attrs.emplace_back(dictionaryOf(p)).valid(); };
  return p.parseCommaSeparatedList(OpParser::Delimiter::None, one) && p.parseRParen();
}

void addAttributesOf(OpParser& p, OpState& state, std::string_view name, const std::vector<AttrId>& dictionaries) {
  AttrId empty = p.context().emptyDict();
  bool any = std::any_of(dictionaries.begin(), dictionaries.end(), [&](AttrId d) { return d != empty; });
  if (any) state.add(p.context(), name, p.context().array(dictionaries));
}

// `func.func private @name(%x: t {...} loc(...)) -> (t {...}) attributes {...} { ... }`
bool parseFunc(OpParser& p, OpState& state) {
  Context& c = p.context();
  for (std::string_view visibility : {"public", "private", "nested"}) {
    if (!p.parseOptionalKeyword(visibility)) continue;
    state.add(c, "sym_visibility", c.string(visibility));
    break;
  }
  AttrId name;
  if (!p.parseSymbolName(&name)) return false;
  state.add(c, "sym_name", name);
  Arguments arguments;
  std::vector<TypeId> inputs, results;
  std::vector<AttrId> argumentAttrs, resultAttrs;
  if (!p.parseCommaSeparatedList(OpParser::Delimiter::Paren, [&] { return parseFunctionArgument(p, arguments); })) return false;
  if (p.parseOptionalPunctuation("->") && !parseFunctionResults(p, results, resultAttrs)) return false;
  for (const ParsedArgument& argument : arguments) {
    inputs.push_back(argument.type);
    argumentAttrs.push_back(argument.attrs);
  }
  state.add(c, "function_type", c.typeAttr(c.function(inputs, results)));
  Offset where = p.at();
  OpState written;
  if (!p.parseOptionalAttrDictWithKeyword(written)) return false;
  for (const auto& [key, value] : written.attrs) {
    std::string_view text = c.str(key);
    if (text == "sym_visibility" || text == "sym_name" || text == "function_type") {
      return p.error(
          where, "'" + std::string(text) + "' is an inferred attribute and should not be specified in the explicit attribute dictionary");
    }
    state.attrs.emplace_back(key, value);
  }
  addAttributesOf(p, state, "arg_attrs", argumentAttrs);
  addAttributesOf(p, state, "res_attrs", resultAttrs);
  Offset bodyAt = p.at();
  bool present = false;
  RegionId body;
  if (!p.parseOptionalRegion(&body, &present, arguments)) return false;
  if (present && !p.module().region(body).firstBlock) return p.error(bodyAt, "expected non-empty function body");
  state.regions.push_back(present ? body : p.module().createRegion());
  return true;
}

// `: (t, t) -> t` for operands that were read already.
bool parseFunctionalType(OpParser& p, OpState& state, const std::vector<UnresolvedOperand>& operands, Offset operandsAt) {
  Offset where = p.at();
  TypeId type;
  if (!p.parseType(&type)) return false;
  const TypeData& data = p.context().type(type);
  if (data.kind != TypeKind::Function) return p.error(where, "invalid kind of type specified");
  auto split = data.types.begin() + static_cast<std::ptrdiff_t>(data.ints[0]);
  state.results.assign(split, data.types.end());
  return p.resolve(operands, std::vector<TypeId>(data.types.begin(), split), operandsAt, &state.operands);
}

bool parseFlatSymbol(OpParser& p, OpState& state, std::string_view attribute) {
  Offset where = p.at();
  AttrId symbol;
  if (!p.parseAttribute(&symbol)) return false;
  const AttrData& data = p.context().attr(symbol);
  if (data.kind != AttrKind::SymbolRef || !data.subs.empty()) return p.error(where, "invalid kind of attribute specified");
  state.add(p.context(), attribute, symbol);
  return true;
}

// `call @f(%x) {...} : (t) -> t`
bool parseCall(OpParser& p, OpState& state) {
  std::vector<UnresolvedOperand> operands;
  if (!parseFlatSymbol(p, state, "callee") || !p.parseLParen()) return false;
  Offset where = p.at();
  if (!p.parseOperandList(&operands) || !p.parseRParen() || !p.parseOptionalAttrDict(state) || !p.parseColon()) return false;
  return parseFunctionalType(p, state, operands, where);
}

// `call_indirect %f(%x) {...} : (t) -> t`
bool parseCallIndirect(OpParser& p, OpState& state) {
  UnresolvedOperand callee;
  std::vector<UnresolvedOperand> operands;
  if (!p.parseOperand(&callee) || !p.parseLParen()) return false;
  Offset operandsAt = p.at();
  if (!p.parseOperandList(&operands) || !p.parseRParen() || !p.parseOptionalAttrDict(state) || !p.parseColon()) return false;
  Offset where = p.at();
  TypeId type;
  if (!p.parseType(&type)) return false;
  const TypeData& data = p.context().type(type);
  if (data.kind != TypeKind::Function)
    return p.error(where, "'callee' must be function type, but got '" + printType(p.context(), type) + "'");
  auto split = data.types.begin() + static_cast<std::ptrdiff_t>(data.ints[0]);
  state.results.assign(split, data.types.end());
  return p.resolve(callee, type, &state.operands) &&
         p.resolve(operands, std::vector<TypeId>(data.types.begin(), split), operandsAt, &state.operands);
}

// `constant {...} @f : (t) -> t`
bool parseFuncConstant(OpParser& p, OpState& state) {
  return p.parseOptionalAttrDict(state) && parseFlatSymbol(p, state, "value") && p.parseColon() && p.parseTypeList(&state.results);
}

// `return {...} %x, %y : t, t`
bool parseFuncReturn(OpParser& p, OpState& state) {
  std::vector<UnresolvedOperand> operands;
  std::vector<TypeId> types;
  if (!p.parseOptionalAttrDict(state)) return false;
  Offset where = p.at();
  if (!p.parseOperandList(&operands)) return false;
  if (!operands.empty() && !p.parseColonTypeList(&types)) return false;
  return p.resolve(operands, types, where, &state.operands);
}

}  // namespace

OpAssembly funcAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::FuncFunc: return {parseFunc, printFunc};
    case OpKind::FuncCall: return {parseCall, printCall};
    case OpKind::FuncCallIndirect: return {parseCallIndirect, printCallIndirect};
    case OpKind::FuncConstant: return {parseFuncConstant, printFuncConstant};
    case OpKind::FuncReturn: return {parseFuncReturn, printReturn};
    default: return {};
  }
}

}  // namespace shardlens
