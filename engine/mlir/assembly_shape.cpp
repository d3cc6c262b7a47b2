#include <algorithm>

#include "engine/ir/dense.h"
#include "engine/mlir/assembly_arith.h"
#include "engine/mlir/assembly_func.h"
#include "engine/mlir/op_format.h"

namespace shardlens {

namespace {

TypeId shapeType(Context& c, std::string_view text) { return c.type({.kind = TypeKind::Dialect, .text = text}); }

bool parseShapeType(OpParser& p, std::string_view mnemonic, Offset, TypeId* out) {
  constexpr std::string_view kKnown[] = {"shape", "size", "value_shape", "witness"};
  if (std::ranges::find(kKnown, mnemonic) == std::end(kKnown)) return false;
  *out = shapeType(p.context(), "shape." + std::string(mnemonic));
  return true;
}

/// The extents of a constant; none where it claims more of them than a shape has.
std::vector<std::int64_t> extentsOf(const Context& c, AttrId attr) {
  constexpr std::int64_t kMost = 1 << 16;
  std::vector<std::int64_t> values;
  if (c.kind(attr) != AttrKind::DenseElements) return values;
  std::int64_t count = 1;
  for (std::int64_t dim : shapeOf(c, c.attr(attr).type)) {
    if (dim > kMost || (count *= dim) > kMost) return values;
  }
  denseIntegers(c, attr, values);
  return values;
}

// Extents are kept as elements of index type, one after another; equal ones as a splat.
AttrId extents(Context& c, std::span<const std::int64_t> values) {
  auto count = static_cast<std::int64_t>(values.size());
  bool splat = !values.empty() && std::ranges::count(values, values[0]) == count;
  std::string bytes;
  for (std::int64_t value : splat ? values.first(1) : values) {
    for (unsigned i = 0; i < sizeof value; ++i) bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
  auto form = static_cast<std::uint8_t>(splat ? DenseForm::Splat : DenseForm::Raw);
  return c.attr({.kind = AttrKind::DenseElements, .sub = form, .type = c.tensor({&count, 1}, c.indexType()), .text = bytes});
}

// `const_shape {a.b} [1, 2] : !shape.shape`
bool parseConstShape(OpParser& p, OpState& s) {
  std::vector<std::int64_t> values;
  auto one = [&] {
    if (!p.parseInteger(&values.emplace_back())) return false;
    TypeId ignored;
    return !p.parseOptionalColon() || p.parseType(&ignored);
  };
  TypeId type;
  if (!p.parseOptionalAttrDict(s) || !p.parseCommaSeparatedList(OpParser::Delimiter::Square, one) || !p.parseColonType(&type)) return false;
  s.add(p.context(), "shape", extents(p.context(), values));
  s.results.push_back(type);
  return true;
}

void printConstShape(OpPrinter& p, OpId op) {
  p << ' ';
  p.optionalAttrDict(op, {"shape"});
  p << '[';
  if (AttrId value = p.module().attribute(op, "shape")) {
    std::vector<std::int64_t> values = extentsOf(p.context(), value);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i) p << ", ";
      p << values[i];
    }
  }
  p << "] : ";
  p.resultTypes(op);
}

// `cstr_broadcastable %a, %b : t, t`
bool parseCstrBroadcastable(OpParser& p, OpState& s) {
  Offset where = p.at();
  if (!p.parseOperandList(&s.names) || !p.parseOptionalAttrDict(s) || !p.parseColonTypeList(&s.types)) return false;
  s.results.push_back(shapeType(p.context(), "shape.witness"));
  return p.resolve(s.names, s.types, where, &s.operands);
}

void printCstrBroadcastable(OpPrinter& p, OpId op) {
  p << ' ';
  p.operands(op);
  p.optionalAttrDict(op, {});
  p << " : ";
  p.operandTypes(op);
}

// `assuming %w -> (t) { ... }`; a block that yields nothing need not say so.
bool parseAssuming(OpParser& p, OpState& s) {
  UnresolvedOperand witness;
  if (!p.parseOperand(&witness) || !p.resolve(witness, shapeType(p.context(), "shape.witness"), &s.operands) ||
      !p.parseOptionalArrowTypeList(&s.results)) {
    return false;
  }
  RegionId body;
  if (!p.parseRegion(&body)) return false;
  p.ensureTerminator(body, OpKind::ShapeAssumingYield, s.at);
  s.regions.push_back(body);
  return p.parseOptionalAttrDict(s);
}

void printAssuming(OpPrinter& p, OpId op) {
  bool yields = p.module().op(op).resultCount > 0;
  p << ' ';
  p.operands(op);
  if (yields) {
    p << " -> (";
    p.resultTypes(op);
    p << ')';
  }
  p << ' ';
  p.region(p.module().regionOf(op), false, yields);
  p.optionalAttrDict(op, {});
}

// `assuming_yield {a.b} %a, %b : t, t`
bool parseYield(OpParser& p, OpState& s) {
  if (!p.parseOptionalAttrDict(s)) return false;
  Offset where = p.at();
  if (!p.parseOperandList(&s.names) || s.names.empty()) return s.names.empty();
  return p.parseColonTypeList(&s.types) && p.resolve(s.names, s.types, where, &s.operands);
}

}  // namespace

const DialectText kShapeText = {"shape", nullptr, nullptr, parseShapeType, nullptr};

OpAssembly shapeAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::ShapeConstShape: return {parseConstShape, printConstShape};
    case OpKind::ShapeCstrBroadcastable: return {parseCstrBroadcastable, printCstrBroadcastable};
    case OpKind::ShapeAssuming: return {parseAssuming, printAssuming};
    case OpKind::ShapeAssumingYield: return {parseYield, printReturn};
    default: return formatAssembly(kind);
  }
}

}  // namespace shardlens
