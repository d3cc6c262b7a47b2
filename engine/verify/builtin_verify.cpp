#include <algorithm>

#include "engine/verify/op_checks.h"

namespace shardlens {

namespace {

struct Signature {
  std::span<const TypeId> inputs, results;
};

Signature signatureOf(const Context& c, TypeId function) {
  const TypeData& d = c.type(function);
  auto inputs = static_cast<std::size_t>(d.ints[0]);
  return {d.types.subspan(0, inputs), d.types.subspan(inputs)};
}

Signature signatureOf(const OpCheck& o, OpId func) { return signatureOf(o.c, o.c.attr(o.m.attribute(func, "function_type")).type); }

std::string_view symbolName(const OpCheck& o, OpId op) { return o.c.attr(o.m.attribute(op, "sym_name")).text; }

bool isDeclaration(const OpCheck& o) { return !o.body(0); }

// Symbols -------------------------------------------------------------------------------------------------------------------------

bool checkSymbol(const OpCheck& o) {
  AttrId visibility = o.attr("sym_visibility");
  std::string_view text = visibility ? o.c.attr(visibility).text : "public";
  if (text != "public" && text != "private" && text != "nested") {
    return o.failOp("visibility expected to be one of [\"public\", \"private\", \"nested\"], but got ", o.v.text(visibility));
  }
  bool isFunction = o.m.op(o.op).kind == OpKind::FuncFunc;
  if (isFunction && isDeclaration(o) && text == "public") return o.failOp("symbol declaration cannot have public visibility");
  if (o.op == o.m.root()) return true;
  OpKind parent = o.m.op(o.m.parentOp(o.op)).kind;
  if (parent != OpKind::Unknown && !hasTrait(parent, kSymbolTable)) return o.failOp("symbol's parent must have the SymbolTable trait");
  return true;
}

bool verifyModuleOp(Verifier& v, OpId op) {
  OpCheck o(v, op);
  if (o.attr("sym_name") && !checkSymbol(o)) return false;
  auto entries = o.c.attr(o.m.op(op).attrs).subs;
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    std::string_view name = o.c.attr(entries[i]).text;
    if (name.find('.') != std::string_view::npos || name == "sym_name" || name == "sym_visibility") continue;
    return o.failOp("can only contain attributes with dialect-prefixed names, found: '", name, "'");
  }
  return true;
}

// Functions -----------------------------------------------------------------------------------------------------------------------

/// `what` is "argument" or "result".
bool checkValueAttrs(const OpCheck& o, std::string_view name, std::string_view what, std::size_t count) {
  AttrId all = o.attr(name);
  if (!all) return true;
  auto items = o.c.attr(all).subs;
  if (items.size() != count) {
    return o.failOp("expects ", what, " attribute array to have the same number of elements as the number of function ", what, "s, got ",
                    items.size(), ", but expected ", count);
  }
  for (AttrId item : items) {
    auto entries = o.c.attr(item).subs;
    for (std::size_t i = 0; i < entries.size(); i += 2) {
      if (o.c.attr(entries[i]).text.find('.') == std::string_view::npos) return o.failOp(what, "s may only have dialect attributes");
    }
  }
  return true;
}

bool checkEntryBlock(const OpCheck& o, std::span<const TypeId> inputs) {
  if (isDeclaration(o)) return true;
  std::vector<TypeId> types = o.argumentTypes(o.body(0));
  if (types.size() != inputs.size()) return o.failOp("entry block must have ", inputs.size(), " arguments to match function signature");
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] == inputs[i]) continue;
    return o.failOp("type of entry block argument #", i, "(", o.text(types[i]),
                    ") must match the type of the corresponding argument in function signature(", o.text(inputs[i]), ")");
  }
  return true;
}

bool verifyFunc(Verifier& v, OpId op) {
  OpCheck o(v, op);
  Signature signature = signatureOf(o, op);
  return checkSymbol(o) && checkValueAttrs(o, "arg_attrs", "argument", signature.inputs.size()) &&
         checkValueAttrs(o, "res_attrs", "result", signature.results.size()) && checkEntryBlock(o, signature.inputs);
}

bool checkReturn(const OpCheck& o, OpId func) {
  auto results = signatureOf(o, func).results;
  if (o.operands() != results.size()) {
    return o.failOp("has ", o.operands(), " operands, but enclosing function (@", symbolName(o, func), ") returns ", results.size());
  }
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (o.operand(i) == results[i]) continue;
    return o.fail("type of return operand ", i, " (", o.text(o.operand(i)), ") doesn't match function result type (", o.text(results[i]),
                  ") in function @", symbolName(o, func));
  }
  return true;
}

/// What the returns of a function give back is looked at once all in it holds, isolated operations too.
bool verifyReturns(Verifier& v, OpId op) {
  OpCheck o(v, op);
  for (BlockId b = o.body(0); b; b = o.m.block(b).next) {
    OpId last = o.m.terminator(b);
    if (last && o.m.op(last).kind == OpKind::FuncReturn && !checkReturn({v, last}, op)) return false;
  }
  return true;
}

/// The function that a symbol attribute names; invalid where it names none.
OpId functionNamed(const OpCheck& o, std::string_view attribute) {
  OpId found = o.v.symbol(o.m.parentOp(o.op), o.c.attr(o.attr(attribute)).text);
  return found && o.m.op(found).kind == OpKind::FuncFunc ? found : OpId();
}

bool verifyCallUses(Verifier& v, OpId op) {
  OpCheck o(v, op);
  OpId callee = functionNamed(o, "callee");
  if (!callee) return o.failOp("'", o.c.attr(o.attr("callee")).text, "' does not reference a valid function");
  Signature signature = signatureOf(o, callee);
  if (signature.inputs.size() != o.operands()) return o.failOp("incorrect number of operands for callee");
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (o.operand(i) == signature.inputs[i]) continue;
    return o.failOp("operand type mismatch: expected operand type ", o.text(signature.inputs[i]), ", but provided ", o.text(o.operand(i)),
                    " for operand number ", i);
  }
  if (signature.results.size() != o.results()) return o.failOp("incorrect number of results for callee");
  for (std::uint32_t i = 0; i < o.results(); ++i) {
    if (o.result(i) == signature.results[i]) continue;
    o.failOp("result type mismatch at index ", i);
    v.note(o.m.location(op), say("      op result types: ", o.text(o.resultTypes())));
    v.note(o.m.location(op), say("function result types: ", o.text(signature.results)));
    return false;
  }
  return true;
}

bool verifyCallIndirect(Verifier& v, OpId op) {
  OpCheck o(v, op);
  Signature signature = signatureOf(o.c, o.operand(0));
  if (!std::ranges::equal(signature.inputs, o.operandTypes(1)))
    return o.failOp("failed to verify that callee input types match argument types");
  if (!std::ranges::equal(signature.results, o.resultTypes()))
    return o.failOp("failed to verify that callee result types match result types");
  return true;
}

bool verifyConstantUses(Verifier& v, OpId op) {
  OpCheck o(v, op);
  OpId func = functionNamed(o, "value");
  if (!func) return o.failOp("reference to undefined function '", o.c.attr(o.attr("value")).text, "'");
  return o.c.attr(o.m.attribute(func, "function_type")).type == o.result() || o.failOp("reference to function with mismatched type");
}

bool verifyCast(Verifier& v, OpId op) {
  OpCheck o(v, op);
  return o.results() > 0 || o.failOp("expected at least one result for cast operation");
}

}  // namespace

OpChecks builtinChecks(OpKind kind) {
  switch (kind) {
    case OpKind::BuiltinModule: return {verifyModuleOp};
    case OpKind::BuiltinUnrealizedConversionCast: return {verifyCast};
    case OpKind::FuncFunc: return {.verify = verifyFunc, .verifyRegions = verifyReturns};
    case OpKind::FuncCall: return {nullptr, nullptr, verifyCallUses};
    case OpKind::FuncCallIndirect: return {verifyCallIndirect};
    case OpKind::FuncConstant: return {nullptr, nullptr, verifyConstantUses};
    default: return {};
  }
}

}  // namespace shardlens
