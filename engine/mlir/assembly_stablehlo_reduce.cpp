// stablehlo.reduce: `(%a init: %z), (%b init: %y)` and then
//   ` applies stablehlo.add across dimensions = [0] : fn` where its region is one commutative operation on its two arguments, else
//   ` across dimensions = [0] : fn reducer(%x: t, %y: t) {...}`.
#include "engine/mlir/assembly_stablehlo.h"
#include "engine/mlir/op_format.h"
#include "engine/mlir/text_stablehlo.h"

namespace shardlens {

namespace {

class ReduceReader {
 public:
  ReduceReader(OpParser& p, OpState& s) : p_(p), c_(p.context()), s_(s), at_(p.at()) {}

  bool run() {
    if (!operands()) return false;
    s_.at = at_;  // the operation's place is that of its operands
    return p_.parseOptionalKeyword("applies") ? applies() : inFull();
  }

 private:
  bool operands() {
    std::vector<UnresolvedOperand> inits;
    auto pair = [&] {
      if (!p_.parseOptionalPunctuation("(")) return true;
      return p_.parseOperand(&operands_.emplace_back()) && p_.parseKeyword("init") && p_.parseColon() &&
             p_.parseOperand(&inits.emplace_back()) && p_.parseRParen();
    };
    if (!p_.parseCommaSeparatedList(OpParser::Delimiter::None, pair)) return false;
    operands_.insert(operands_.end(), inits.begin(), inits.end());
    return true;
  }

  // `across dimensions = [...] {attrs} : fn`
  bool dimensionsAndType() {
    std::vector<std::int64_t> dimensions;
    if (!p_.parseKeyword("across") || !p_.parseKeyword("dimensions") || !p_.parseEqual() || !hlotext::parseIntegers(p_, &dimensions) ||
        !p_.parseOptionalAttrDict(s_) || !p_.parseColon() || !parseFunctionType(p_, &types_, &s_.results)) {
      return false;
    }
    s_.add(c_, "dimensions", c_.denseI64Array(dimensions));
    return true;
  }

  bool applies() {
    std::string_view name;
    if (!p_.parseKeyword(&name)) return false;
    std::string full = name.find('.') == std::string_view::npos ? "stablehlo." + std::string(name) : std::string(name);
    OpKind kind = opKindByName(full);
    if (!hasTrait(kind, kCommutative) || !full.starts_with("stablehlo.")) {
      return p_.error(
          at_, "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result");
    }
    if (!dimensionsAndType() || !p_.parseOptionalLocation(&s_.loc)) return false;
    if (types_.empty()) return p_.error(at_, "input types missing in reduce-op function type");
    if (!p_.resolve(operands_, types_, at_, &s_.operands)) return false;
    TypeId scalar = c_.tensor({}, elementOf(c_, types_[0]));
    s_.regions.push_back(p_.createBinaryRegion(kind, OpKind::StablehloReturn, scalar, at_, s_.loc));
    return true;
  }

  bool reducerArgument(ParsedArgument* out) {
    return p_.parseOperand(&out->name, /*allowResultNumber=*/false) && p_.parseColon() && p_.parseType(&out->type) &&
           p_.parseOptionalLocation(&out->loc);
  }

  bool inFull() {
    if (!dimensionsAndType() || !p_.parseKeyword("reducer")) return false;
    std::vector<ParsedArgument> arguments, inits;
    while (p_.parseOptionalPunctuation("(")) {
      if (!reducerArgument(&arguments.emplace_back()) || !p_.parseComma() || !reducerArgument(&inits.emplace_back()) || !p_.parseRParen())
        return false;
    }
    arguments.insert(arguments.end(), inits.begin(), inits.end());
    if (!p_.resolve(operands_, types_, at_, &s_.operands)) return false;
    RegionId region;
    if (!p_.parseRegion(&region, arguments)) return false;
    s_.regions.push_back(region);
    return true;
  }

  OpParser& p_;
  Context& c_;
  OpState& s_;
  Offset at_;
  std::vector<UnresolvedOperand> operands_;
  std::vector<TypeId> types_;
};

/// `tensor<ELEMENT>`. Printing makes no types: another thread may be making some.
bool isScalarOf(const Context& c, TypeId type, TypeId element) {
  const TypeData& t = c.type(type);
  return t.kind == TypeKind::RankedTensor && t.ints.empty() && !t.attr && t.types[0] == element;
}

// The operation that the short form names; invalid where the region is anything else.
OpId appliedOp(const Module& m, OpId reduce) {
  BlockId body = m.entry(m.regionOf(reduce));
  if (!body || m.op(reduce).operandCount < 2) return {};
  OpId inner = m.block(body).firstOp;
  if (!inner || m.op(inner).next != m.block(body).lastOp || m.op(inner).next == OpId()) return {};
  const Operation& op = m.op(inner);
  if (!hasTrait(op.kind, kCommutative) || !m.name(inner).starts_with("stablehlo.") || op.operandCount != 2 || op.resultCount != 1)
    return {};
  TypeId scalar = m.type(m.result(inner));
  bool alike = m.type(m.operand(inner, 0)) == scalar && m.type(m.operand(inner, 1)) == scalar &&
               isScalarOf(m.context(), scalar, elementOf(m.context(), m.type(m.operand(reduce, 0))));
  bool forwards = m.block(body).argCount == 2 && m.operand(inner, 0) == m.arg(body, 0) && m.operand(inner, 1) == m.arg(body, 1);
  OpId last = m.block(body).lastOp;
  bool returned = m.name(last).ends_with(".return") && m.op(last).operandCount == 1 && m.operand(last, 0) == m.result(inner);
  return alike && forwards && returned ? inner : OpId();
}

void printReducer(OpPrinter& p, OpId op, std::uint32_t pairs) {
  const Module& m = p.module();
  BlockId body = m.entry(m.regionOf(op));
  p.newline();
  p << " reducer";
  for (std::uint32_t i = 0; i < pairs && i + pairs < m.block(body).argCount; ++i) {
    p << '(';
    p.argument(m.arg(body, i), {});
    p << ", ";
    p.argument(m.arg(body, i + pairs), {});
    p << ") ";
  }
  p << ' ';
  p.region(m.regionOf(op), false, true);
}

}  // namespace

bool parseReduce(OpParser& p, OpState& s) { return ReduceReader(p, s).run(); }

void printReduce(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  std::uint32_t pairs = m.op(op).operandCount / 2;
  for (std::uint32_t i = 0; i < pairs; ++i) {
    p << (i ? ", (" : "(");
    p.operand(m.operand(op, i));
    p << " init: ";
    p.operand(m.operand(op, i + pairs));
    p << ')';
  }
  OpId applied = appliedOp(m, op);
  if (applied) {
    p << " applies ";
    p.keywordOrString(m.name(applied));
  }
  p << " across dimensions = [";
  if (AttrId dimensions = m.attribute(op, "dimensions")) hlotext::printIntegers(p, m.context().attr(dimensions).ints);
  p << ']';
  p.optionalAttrDict(op, {"dimensions"});
  p << " : ";
  p.functionalType(op);
  if (!applied && m.entry(m.regionOf(op))) printReducer(p, op, pairs);
}

}  // namespace shardlens
