#include <algorithm>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

namespace shardlens {

namespace {

struct Branch {
  std::vector<UnresolvedOperand> operands;
  std::vector<TypeId> types;
  Offset at = kNoOffset;
};

// `^bb1(%x, %y : t, t)`
bool parseBranch(OpParser& p, OpState& state, Branch* out) {
  if (!p.parseSuccessor(&state.successors.emplace_back())) return false;
  if (!p.parseOptionalPunctuation("(")) return true;
  out->at = p.at();
  return p.parseOperandList(&out->operands) && p.parseColonTypeList(&out->types) && p.parseRParen();
}

void printBranch(OpPrinter& p, OpId op, std::uint32_t successor, std::uint32_t from, std::uint32_t to) {
  p.successor(p.module().successors(op)[successor]);
  if (from == to) return;
  p << '(';
  p.operands(op, from, to);
  p << " : ";
  p.operandTypes(op, from, to);
  p << ')';
}

bool parseBr(OpParser& p, OpState& state) {
  Branch branch;
  return parseBranch(p, state, &branch) && p.parseOptionalAttrDict(state) &&
         p.resolve(branch.operands, branch.types, branch.at, &state.operands);
}

void printBr(OpPrinter& p, OpId op) {
  p << ' ';
  printBranch(p, op, 0, 0, p.module().op(op).operandCount);
  p.optionalAttrDict(op, {});
}

AttrId i32Array(Context& c, std::span<const std::int64_t> values) {
  return c.attr({.kind = AttrKind::DenseArray, .type = c.integer(32), .ints = values});
}

bool parseWeights(OpParser& p, OpState& state) {
  if (!p.parseOptionalKeyword("weights")) return true;
  std::vector<std::int64_t> weights;
  auto one = [&] { return p.parseInteger(&weights.emplace_back()); };
  if (!p.parseLParen() || !p.parseCommaSeparatedList(OpParser::Delimiter::Square, one) || !p.parseRParen()) return false;
  state.add(p.context(), "branch_weights", i32Array(p.context(), weights));
  return true;
}

// `cond_br %c weights([1, 2]), ^yes(%x : t), ^no`
bool parseCondBr(OpParser& p, OpState& state) {
  UnresolvedOperand condition;
  Branch yes, no;
  if (!p.parseOperand(&condition) || !parseWeights(p, state) || !p.parseComma() || !parseBranch(p, state, &yes)) return false;
  if (!p.parseComma() || !parseBranch(p, state, &no) || !p.parseOptionalAttrDict(state)) return false;
  std::int64_t segments[] = {1, static_cast<std::int64_t>(yes.operands.size()), static_cast<std::int64_t>(no.operands.size())};
  state.add(p.context(), "operandSegmentSizes", i32Array(p.context(), segments));
  return p.resolve(condition, p.context().integer(1), &state.operands) && p.resolve(yes.operands, yes.types, yes.at, &state.operands) &&
         p.resolve(no.operands, no.types, no.at, &state.operands);
}

void printCondBr(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  const Context& c = p.context();
  p << ' ';
  p.operand(m.operand(op, 0));
  if (AttrId weights = m.attribute(op, "branch_weights")) {
    p << " weights([";
    bool first = true;
    for (std::int64_t weight : c.attr(weights).ints) {
      if (!first) p << ", ";
      first = false;
      p << weight;
    }
    p << "])";
  }
  AttrId segments = m.attribute(op, "operandSegmentSizes");
  std::uint32_t count = m.op(op).operandCount;
  std::uint32_t split = segments && c.attr(segments).ints.size() == 3 ? 1 + static_cast<std::uint32_t>(c.attr(segments).ints[1]) : count;
  split = std::min(split, count);
  p << ", ";
  printBranch(p, op, 0, 1, split);
  p << ", ";
  printBranch(p, op, 1, split, count);
  p.optionalAttrDict(op, {"branch_weights", "operandSegmentSizes"});
}

bool parseAssert(OpParser& p, OpState& state) {
  UnresolvedOperand condition;
  std::string message;
  if (!p.parseOperand(&condition) || !p.parseComma() || !p.parseString(&message) || !p.parseOptionalAttrDict(state)) return false;
  state.add(p.context(), "msg", p.context().string(message));
  return p.resolve(condition, p.context().integer(1), &state.operands);
}

void printAssert(OpPrinter& p, OpId op) {
  p << ' ';
  p.operand(p.module().operand(op, 0));
  p << ", ";
  p.attribute(p.module().attribute(op, "msg"));
  p.optionalAttrDict(op, {"msg"});
}

}  // namespace

OpAssembly cfAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::CfBranch: return {parseBr, printBr};
    case OpKind::CfCondBranch: return {parseCondBr, printCondBr};
    case OpKind::CfAssert: return {parseAssert, printAssert};
    default: return {};
  }
}

}  // namespace shardlens
