#include <limits>

#include "engine/mlir/assembly_arith.h"
#include "engine/mlir/op_format.h"

namespace shardlens {

namespace {

using Delimiter = OpParser::Delimiter;

/// `{...} : t` with a tensor of known rank.
bool parseDictAndTensor(OpParser& p, OpState& s, TypeId* type) {
  if (!p.parseOptionalAttrDict(s) || !p.parseColon()) return false;
  Offset at = p.at();
  if (!p.parseType(type)) return false;
  if (isRankedTensor(p.context(), *type)) return true;
  return p.error(at, "invalid kind of type specified");
}

bool resolveIndices(OpParser& p, OpState& s, const std::vector<UnresolvedOperand>& indices) {
  for (const UnresolvedOperand& index : indices) {
    if (!p.resolve(index, p.context().indexType(), &s.operands)) return false;
  }
  return true;
}

void printDictAndType(OpPrinter& p, OpId op, TypeId type) {
  p.optionalAttrDict(op, {});
  p << " : ";
  p.type(type);
}

void printIndices(OpPrinter& p, OpId op, std::uint32_t from) {
  p << '[';
  p.operands(op, from);
  p << ']';
}

// `dim {a.b} %t, %i : tensor<2xf32>`
bool parseDim(OpParser& p, OpState& s) {
  UnresolvedOperand source, index;
  if (!p.parseOptionalAttrDict(s) || !p.parseOperand(&source) || !p.parseComma() || !p.parseOperand(&index) || !p.parseColon())
    return false;
  Offset at = p.at();
  TypeId type;
  if (!p.parseType(&type)) return false;
  if (!isTensor(p.context(), type)) return p.error(at, "invalid kind of type specified");
  s.results.push_back(p.context().indexType());
  return p.resolve(source, type, &s.operands) && p.resolve(index, p.context().indexType(), &s.operands);
}

void printDim(OpPrinter& p, OpId op) {
  p.optionalAttrDict(op, {});
  p << ' ';
  p.operands(op);
  p << " : ";
  p.operandTypes(op, 0, 1);
}

// `extract %t[%i] : tensor<2xf32>`
bool parseExtract(OpParser& p, OpState& s) {
  UnresolvedOperand source;
  std::vector<UnresolvedOperand> indices;
  TypeId type;
  if (!p.parseOperand(&source) || !p.parseOperandList(&indices, Delimiter::Square) || !parseDictAndTensor(p, s, &type)) return false;
  s.results.push_back(elementOf(p.context(), type));
  return p.resolve(source, type, &s.operands) && resolveIndices(p, s, indices);
}

void printExtract(OpPrinter& p, OpId op) {
  p << ' ';
  p.operands(op, 0, 1);
  printIndices(p, op, 1);
  printDictAndType(p, op, p.module().type(p.module().operand(op, 0)));
}

// `insert %x into %t[%i] : tensor<2xf32>`
bool parseInsert(OpParser& p, OpState& s) {
  UnresolvedOperand scalar, dest;
  std::vector<UnresolvedOperand> indices;
  TypeId type;
  if (!p.parseOperand(&scalar) || !p.parseKeyword("into") || !p.parseOperand(&dest) || !p.parseOperandList(&indices, Delimiter::Square) ||
      !parseDictAndTensor(p, s, &type)) {
    return false;
  }
  s.results.push_back(type);
  return p.resolve(scalar, elementOf(p.context(), type), &s.operands) && p.resolve(dest, type, &s.operands) &&
         resolveIndices(p, s, indices);
}

void printInsert(OpPrinter& p, OpId op) {
  p << ' ';
  p.operands(op, 0, 1);
  p << " into ";
  p.operands(op, 1, 2);
  printIndices(p, op, 2);
  printDictAndType(p, op, p.module().type(p.module().result(op)));
}

/// Elements of a tensor of known shape, at most the largest number there is.
std::uint64_t staticElements(const Context& c, TypeId type) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t count = 1;
  for (std::int64_t dim : shapeOf(c, type)) {
    auto size = static_cast<std::uint64_t>(dim);
    if (size == 0) return 0;
    count = count > kMost / size ? kMost : count * size;
  }
  return count;
}

// `from_elements %a, %b : tensor<2xf32>`
bool parseFromElements(OpParser& p, OpState& s) {
  Offset where = p.at();
  TypeId type;
  if (!p.parseOperandList(&s.names) || !parseDictAndTensor(p, s, &type)) return false;
  const Context& c = p.context();
  if (!hasStaticShape(c, type)) return p.error(s.at, "'result' must be statically shaped tensor of any type values");
  std::uint64_t count = staticElements(c, type);
  if (count != s.names.size()) {
    return p.error(where, "number of operands and types do not match: got " + std::to_string(s.names.size()) + " operands and " +
                              std::to_string(count) + " types");
  }
  s.results.push_back(type);
  for (const UnresolvedOperand& name : s.names) {
    if (!p.resolve(name, elementOf(c, type), &s.operands)) return false;
  }
  return true;
}

void printFromElements(OpPrinter& p, OpId op) {
  p << ' ';
  p.operands(op);
  printDictAndType(p, op, p.module().type(p.module().result(op)));
}

}  // namespace

OpAssembly tensorAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::TensorDim: return {parseDim, printDim};
    case OpKind::TensorExtract: return {parseExtract, printExtract};
    case OpKind::TensorInsert: return {parseInsert, printInsert};
    case OpKind::TensorFromElements: return {parseFromElements, printFromElements};
    default: return formatAssembly(kind);
  }
}

}  // namespace shardlens
