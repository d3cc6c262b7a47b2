#include "engine/mlir/assembly_stablehlo.h"

namespace shardlens {

namespace {

// `%i = %a, %j = %b)`: arguments of both regions and what they start with.
bool parseAssignments(OpParser& p, std::vector<ParsedArgument>* arguments, std::vector<UnresolvedOperand>* operands) {
  while (!p.parseOptionalPunctuation(")")) {
    if (!operands->empty() && !p.parseComma()) return false;
    if (p.parseOptionalPunctuation(")")) break;  // a comma may stand after the last
    if (!p.parseOperand(&arguments->emplace_back().name) || !p.parseEqual() || !p.parseOperand(&operands->emplace_back())) return false;
  }
  return true;
}

}  // namespace

bool parseWhile(OpParser& p, OpState& s) {
  Offset at = p.at();
  std::vector<ParsedArgument> arguments;
  std::vector<UnresolvedOperand> operands;
  if (!p.parseLParen() || !parseAssignments(p, &arguments, &operands)) return false;
  if (!operands.empty() && !(p.parseColon() && p.parseTypeList(&s.results))) return false;
  if (!p.resolve(operands, s.results, at, &s.operands) || !p.parseOptionalAttrDictWithKeyword(s)) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i].type = s.results[i];
  for (std::string_view word : {"cond", "do"}) {
    RegionId region;
    if (!p.parseKeyword(word) || !p.parseRegion(&region, arguments)) return false;
    s.regions.push_back(region);
  }
  return true;
}

void printWhile(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  RegionId cond = m.regionOf(op, 0), body = m.regionOf(op, 1);
  BlockId entry = m.entry(body);
  std::uint32_t count = m.op(op).operandCount;
  p << '(';
  for (std::uint32_t i = 0; entry && i < std::min(count, m.block(entry).argCount); ++i) {
    if (i) p << ", ";
    p.operand(m.arg(entry, i));
    p << " = ";
    p.operand(m.operand(op, i));
  }
  p << ')';
  if (count) {
    p << " : ";
    p.operandTypes(op);
  }
  p.optionalAttrDictWithKeyword(op, {});
  p.newline();
  p << "cond ";
  p.region(cond, false, true);
  p << " do ";
  p.region(body, false, true);
}

}  // namespace shardlens
