// Composites against the function that says what they mean; branches by number.
#include <algorithm>
#include <cctype>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

constexpr std::string_view kNamePattern = "^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$";

bool isWordChar(char ch) { return std::isalnum(static_cast<unsigned char>(ch)) != 0 || ch == '_'; }

/// Whether the name is a namespace and at least one part more, joined by points, as the pattern says.
bool isNamespaced(std::string_view name) {
  std::size_t dot = name.find('.');
  if (dot == 0 || dot == std::string_view::npos || std::isalpha(static_cast<unsigned char>(name[0])) == 0) return false;
  if (!std::ranges::all_of(name.substr(0, dot), isWordChar)) return false;
  bool wasDot = false;
  for (char ch : name.substr(dot)) {
    if (ch == '.' ? wasDot : !(isWordChar(ch) || ch == '$')) return false;
    wasDot = ch == '.';
  }
  return !wasDot;
}

bool checkTypes(const OpCheck& o, std::string_view what, std::span<const TypeId> own, std::span<const TypeId> theirs) {
  if (own.size() != theirs.size()) return o.fail("has ", own.size(), " ", what, "(s), but decomposition has ", theirs.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] == theirs[i]) continue;
    return o.fail(what, " at index ", i, " has type ", o.text(own[i]), ", but decomposition has type ", o.text(theirs[i]));
  }
  return true;
}

}  // namespace

bool verifyCompositeUses(const OpCheck& o) {
  if (!isNamespaced(o.c.attr(o.attr("name")).text)) {
    return o.fail("name must be a valid namespaced op name, i.e. it must match the following regular expression: ", kNamePattern,
                  " e.g. \"my_namespace.my_op\"");
  }
  std::string_view decomposition = o.c.attr(o.attr("decomposition")).text;
  OpId func = o.v.symbol(o.m.parentOp(o.op), decomposition);
  if (!func || o.m.op(func).kind != OpKind::FuncFunc) return o.fail("'", decomposition, "' does not reference a valid function");
  const TypeData& type = o.c.type(o.c.attr(o.m.attribute(func, "function_type")).type);
  auto inputs = static_cast<std::size_t>(type.ints[0]);
  return checkTypes(o, "operand", o.operandTypes(), type.types.first(inputs)) &&
         checkTypes(o, "result", o.resultTypes(), type.types.subspan(inputs));
}

bool inferCase(const OpCheck& o) {
  std::vector<TypeId> inferred;
  return inferConditional(o, inferred) && checkInferred(o, inferred);
}

}  // namespace shardlens::verify_a
