// Formats of CHLO operations, and of mhlo.topk as XLA's dumps have it.
#include "engine/mlir/op_format.h"

namespace shardlens {

namespace {

constexpr std::string_view kBroadcast = "% , % {} : ( !operand , !operand ) -> !results";
constexpr std::string_view kChloBinary = "% , % {} : !operand , !operand -> !results";
constexpr std::string_view kChloUnary = "% {} : !operand -> !result";

constexpr FormatRow kChloFormats[] = {
    {OpKind::ChloBroadcastAdd, kBroadcast},
    {OpKind::ChloBroadcastAtan2, kBroadcast},
    {OpKind::ChloBroadcastDivide, kBroadcast},
    {OpKind::ChloBroadcastMaximum, kBroadcast},
    {OpKind::ChloBroadcastMinimum, kBroadcast},
    {OpKind::ChloBroadcastMultiply, kBroadcast},
    {OpKind::ChloBroadcastNextAfter, kBroadcast},
    {OpKind::ChloBroadcastPolygamma, kBroadcast},
    {OpKind::ChloBroadcastPower, kBroadcast},
    {OpKind::ChloBroadcastRemainder, kBroadcast},
    {OpKind::ChloBroadcastShiftLeft, kBroadcast},
    {OpKind::ChloBroadcastShiftRightArithmetic, kBroadcast},
    {OpKind::ChloBroadcastShiftRightLogical, kBroadcast},
    {OpKind::ChloBroadcastSubtract, kBroadcast},
    {OpKind::ChloBroadcastZeta, kBroadcast},
    {OpKind::ChloBroadcastAnd, kBroadcast},
    {OpKind::ChloBroadcastOr, kBroadcast},
    {OpKind::ChloBroadcastXor, kBroadcast},
    {OpKind::ChloBroadcastComplex, kBroadcast},
    {OpKind::ChloBroadcastCompare, kBroadcast},
    {OpKind::ChloBroadcastSelect, "% , % , % {} : ( !operand , !operand , !operand ) -> !results"},
    {OpKind::ChloNextAfter, kChloBinary},
    {OpKind::ChloPolygamma, kChloBinary},
    {OpKind::ChloZeta, kChloBinary},
    {OpKind::ChloMulhi, "% , % {} : !operand , !operand -> !result"},
    {OpKind::ChloAsinAcosKernel, kChloUnary},
    {OpKind::ChloAcos, kChloUnary},
    {OpKind::ChloAcosh, kChloUnary},
    {OpKind::ChloAsin, kChloUnary},
    {OpKind::ChloAsinh, kChloUnary},
    {OpKind::ChloAtan, kChloUnary},
    {OpKind::ChloAtanh, kChloUnary},
    {OpKind::ChloBesselI1e, kChloUnary},
    {OpKind::ChloConj, kChloUnary},
    {OpKind::ChloCosh, kChloUnary},
    {OpKind::ChloSinh, kChloUnary},
    {OpKind::ChloTan, kChloUnary},
    {OpKind::ChloDigamma, kChloUnary},
    {OpKind::ChloErf, kChloUnary},
    {OpKind::ChloErfInv, kChloUnary},
    {OpKind::ChloErfc, kChloUnary},
    {OpKind::ChloIsInf, kChloUnary},
    {OpKind::ChloIsNegInf, kChloUnary},
    {OpKind::ChloIsPosInf, kChloUnary},
    {OpKind::ChloLgamma, kChloUnary},
    {OpKind::ChloSquare, kChloUnary},
    {OpKind::ChloConstant, "{} <value:elements> !likevalue"},
    {OpKind::ChloTopK, "( % , k = <k:i64> [? , is_stable = <is_stable:bool> ?] ) {} : !operand -> ( !result , !result )"},
    {OpKind::MhloTopk, "( % , k = <k:i64> [? , largest = <largest:bool> ?] ) {} : !operand -> ( !result , !result )"},
};

AttrId segments(Context& c, std::size_t first, std::size_t second) {
  std::int64_t sizes[] = {static_cast<std::int64_t>(first), static_cast<std::int64_t>(second)};
  return c.attr({.kind = AttrKind::DenseArray, .type = c.integer(32U), .ints = sizes});
}

/// What the text of a scan has told: `(%x) inits (%c) dimension=0 attributes {...} {...} : (t, t) -> (t, t)`.
struct ScanText {
  std::vector<UnresolvedOperand> inputs, inits;
  std::int64_t dimension = 0;
  RegionId body;
  TypeId type;
};

bool parseScanText(OpParser& p, OpState& s, ScanText* scan) {
  using Delimiter = OpParser::Delimiter;
  if (!p.parseOperandList(&scan->inputs, Delimiter::Paren) || !p.parseKeyword("inits") ||
      !p.parseOperandList(&scan->inits, Delimiter::Paren) || !p.parseKeyword("dimension") || !p.parseEqual() ||
      !p.parseInteger(&scan->dimension) || !p.parseOptionalAttrDictWithKeyword(s) || !p.parseRegion(&scan->body) || !p.parseColon()) {
    return false;
  }
  Offset at = p.at();
  return p.parseType(&scan->type) && (isFunction(p.context(), scan->type) || p.error(at, "invalid kind of type specified"));
}

bool parseScan(OpParser& p, OpState& s) {
  ScanText scan;
  if (!parseScanText(p, s, &scan)) return false;
  Context& c = p.context();
  const TypeData& type = c.type(scan.type);
  auto inputs = static_cast<std::size_t>(type.ints[0]), results = type.types.size() - inputs;
  if (inputs != scan.inputs.size() + scan.inits.size()) return p.error(s.at, "operand types must match the number of inputs and inits");
  if (results < scan.inits.size()) return p.error(s.at, "not enough result types to cover the required carries");
  scan.inputs.insert(scan.inputs.end(), scan.inits.begin(), scan.inits.end());
  for (std::size_t i = 0; i < inputs; ++i) {
    if (!p.resolve(scan.inputs[i], type.types[i], &s.operands)) return false;
  }
  s.results.assign(type.types.begin() + static_cast<std::ptrdiff_t>(inputs), type.types.end());
  s.regions.push_back(scan.body);
  s.add(c, "dimension", c.i64(scan.dimension));
  s.add(c, "operandSegmentSizes", segments(c, inputs - scan.inits.size(), scan.inits.size()));
  s.add(c, "resultSegmentSizes", segments(c, results - scan.inits.size(), scan.inits.size()));
  return true;
}

void printScan(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  AttrId sizes = m.attribute(op, "operandSegmentSizes"), dimension = m.attribute(op, "dimension");
  auto counts = sizes ? p.context().attr(sizes).ints : std::span<const std::int64_t>();
  auto inputs = std::min(m.op(op).operandCount, static_cast<std::uint32_t>(counts.empty() ? 0 : counts[0]));
  p << '(';
  p.operands(op, 0, inputs);
  p << ") inits (";
  p.operands(op, inputs);
  p << ") dimension=";
  if (dimension) p.attributeWithoutType(dimension);
  p << ' ';
  constexpr std::string_view spelled[] = {"dimension", "operandSegmentSizes", "resultSegmentSizes"};
  p.optionalAttrDictWithKeyword(op, spelled);
  p << ' ';
  p.region(m.regionOf(op), true, true);
  p << " : ";
  p.functionalType(op);
}

}  // namespace

std::span<const FormatRow> chloFormats() { return kChloFormats; }

OpAssembly chloAssembly(OpKind kind) { return kind == OpKind::ChloScan ? OpAssembly{parseScan, printScan} : formatAssembly(kind); }

}  // namespace shardlens
