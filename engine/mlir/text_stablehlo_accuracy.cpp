// How exact dots and transcendental functions must be.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/mlir/float_text.h"
#include "engine/mlir/mlir.h"
#include "engine/mlir/text_stablehlo.h"

namespace shardlens::hlotext {

namespace {

/// Types and numbers of a dot algorithm.
struct Algorithm {
  std::array<TypeId, 3> types;               ///< lhs, rhs, accumulation
  std::array<std::int64_t, 4> numbers = {};  ///< components of lhs and rhs, primitive operations, 1 where imprecise sums are allowed
};

constexpr std::string_view kTypeNames[] = {"lhs_precision_type", "rhs_precision_type", "accumulation_type"};
constexpr std::string_view kNumberNames[] = {"lhs_component_count", "rhs_component_count", "num_primitive_operations",
                                             "allow_imprecise_accumulation"};

struct KnownAlgorithm {
  FloatKind input, accumulation;
  std::int64_t operations;
};
// Algorithms that some hardware has, beside those on 8-bit floats.
constexpr KnownAlgorithm kKnown[] = {
    {FloatKind::F16, FloatKind::F16, 1},  {FloatKind::F16, FloatKind::F32, 1},  {FloatKind::BF16, FloatKind::BF16, 1},
    {FloatKind::BF16, FloatKind::F32, 1}, {FloatKind::BF16, FloatKind::F32, 3}, {FloatKind::BF16, FloatKind::F32, 6},
    {FloatKind::BF16, FloatKind::F32, 9}, {FloatKind::TF32, FloatKind::F32, 1}, {FloatKind::TF32, FloatKind::F32, 3},
    {FloatKind::F32, FloatKind::F32, 1},  {FloatKind::F64, FloatKind::F64, 1}};

bool isFloatOf(const Context& c, TypeId t, FloatKind kind) {
  return c.type(t).kind == TypeKind::Float && c.type(t).sub == static_cast<std::uint8_t>(kind);
}

bool isAnyF8(const Context& c, TypeId t) {
  constexpr FloatKind kinds[] = {FloatKind::F8E3M4,     FloatKind::F8E4M3,        FloatKind::F8E4M3FN,  FloatKind::F8E5M2,
                                 FloatKind::F8E4M3FNUZ, FloatKind::F8E4M3B11FNUZ, FloatKind::F8E5M2FNUZ};
  return std::any_of(std::begin(kinds), std::end(kinds), [&](FloatKind kind) { return isFloatOf(c, t, kind); });
}

bool isKnown(const Context& c, const Algorithm& a) {
  if (a.numbers[0] != 1 || a.numbers[1] != 1) return false;
  if (isAnyF8(c, a.types[0]) && isAnyF8(c, a.types[1]) && isFloatOf(c, a.types[2], FloatKind::F32) && a.numbers[2] == 1) return true;
  if (a.numbers[3]) return false;
  return std::any_of(std::begin(kKnown), std::end(kKnown), [&](const KnownAlgorithm& k) {
    return isFloatOf(c, a.types[0], k.input) && isFloatOf(c, a.types[1], k.input) && isFloatOf(c, a.types[2], k.accumulation) &&
           a.numbers[2] == k.operations;
  });
}

std::string wrongAlgorithm(const Context& c, const Algorithm& a) {
  if (a.numbers[0] < 1) return "lhs component count must be positive";
  if (a.numbers[1] < 1) return "rhs component count must be positive";
  if (a.numbers[2] < 1) return "num primitive operations must be positive";
  if (isKnown(c, a)) return "";
  auto type = [&](std::size_t i) { return "'" + printType(c, a.types[i]) + "'"; };
  auto number = [&](std::size_t i) { return std::to_string(a.numbers[i]); };
  return "dot algorithm not known to be supported on any hardware: {lhs:" + type(0) + ", rhs:" + type(1) + ", accum:" + type(2) +
         ", lhs_components:" + number(0) + ", rhs_components:" + number(1) + ", primitive_ops:" + number(2) + ", imprecise:" + number(3) +
         "}";
}

constexpr std::string_view kModes[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};
constexpr std::int64_t kTolerance = 2;

std::string wrongAccuracy(double atol, double rtol, std::int64_t ulps, std::int64_t mode) {
  if (std::signbit(atol) || std::signbit(rtol) || ulps < 0) return "Negative tolerance";
  if (mode == kTolerance || (atol == 0 && rtol == 0 && ulps == 0)) return "";
  return "Invalid tolerances for ResultAccuracyAttr with mode " + std::string(kModes[mode]) + ", must be all zero.";
}

// `word = value,` where it stands.
template <typename Read>
bool parseOptionalPart(OpParser& p, std::string_view word, Read&& read) {
  return !p.parseOptionalKeyword(word) || (p.parseEqual() && read() && p.parseComma());
}

bool parseMode(OpParser& p, AttrId* out) {
  if (!p.parseKeyword("mode") || !p.parseEqual()) return false;
  Offset at = p.at();
  if (!p.parseAttribute(out)) return false;
  const AttrData& data = p.context().attr(*out);
  bool isMode = data.kind == AttrKind::StablehloEnum && data.sub == static_cast<std::uint8_t>(StablehloEnumKind::ResultAccuracyMode);
  return isMode || p.error(at, "invalid kind of attribute specified");
}

}  // namespace

bool parseDotAlgorithm(OpParser& p, AttrId* out) {
  Offset at = p.at();
  Algorithm a;
  if (!p.parseLess()) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!p.parseKeyword(kTypeNames[i]) || !p.parseEqual() || !p.parseType(&a.types[i]) || !p.parseComma()) return false;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (!p.parseKeyword(kNumberNames[i]) || !p.parseEqual() || !p.parseInteger(&a.numbers[i])) return false;
    if (i < 3 ? !p.parseComma() : !p.parseGreater()) return false;
  }
  Context& c = p.context();
  if (std::string wrong = wrongAlgorithm(c, a); !wrong.empty()) return p.error(at, std::move(wrong));
  AttrId types[] = {c.typeAttr(a.types[0]), c.typeAttr(a.types[1]), c.typeAttr(a.types[2])};
  *out = c.attr({.kind = AttrKind::StablehloDotAlgorithm, .subs = types, .ints = a.numbers});
  return true;
}

void printDotAlgorithm(OpPrinter& p, AttrId attr) {
  const AttrData& data = p.context().attr(attr);
  p << '<';
  for (std::size_t i = 0; i < 3; ++i) {
    p << kTypeNames[i] << " = ";
    p.type(p.context().attr(data.subs[i]).type);
    p << ", ";
  }
  for (std::size_t i = 0; i < 3; ++i) p << kNumberNames[i] << " = " << data.ints[i] << ", ";
  p << kNumberNames[3] << " = " << (data.ints[3] ? "true" : "false") << '>';
}

bool parseResultAccuracy(OpParser& p, AttrId* out) {
  double atol = 0, rtol = 0;
  std::int64_t ulps = 0;
  AttrId mode;
  if (!p.parseLess()) return false;
  if (!parseOptionalPart(p, "atol", [&] { return p.parseFloat(&atol); })) return false;
  if (!parseOptionalPart(p, "rtol", [&] { return p.parseFloat(&rtol); })) return false;
  if (!parseOptionalPart(p, "ulps", [&] { return p.parseInteger(&ulps); })) return false;
  if (!parseMode(p, &mode) || !p.parseGreater()) return false;
  std::int64_t modeValue = p.context().attr(mode).ints[0];
  if (std::string wrong = wrongAccuracy(atol, rtol, ulps, modeValue); !wrong.empty()) return p.error(std::move(wrong));
  std::int64_t ints[] = {std::bit_cast<std::int64_t>(atol), std::bit_cast<std::int64_t>(rtol), ulps, modeValue};
  *out = p.context().attr({.kind = AttrKind::StablehloResultAccuracy, .ints = ints});
  return true;
}

void printResultAccuracy(OpPrinter& p, AttrId attr) {
  auto ints = p.context().attr(attr).ints;
  constexpr std::string_view names[] = {"atol = ", "rtol = "};
  p << '<';
  for (std::size_t i = 0; i < 2; ++i) {
    if (std::bit_cast<double>(ints[i]) == 0) continue;
    p << names[i];
    auto word = static_cast<std::uint64_t>(ints[i]);
    appendFloat(p.out(), FloatKind::F64, {&word, 1});
    p << ", ";
  }
  if (ints[2]) p << "ulps = " << ints[2] << ", ";
  p << "mode = #stablehlo.result_accuracy_mode<" << kModes[ints[3]] << ">>";
}

}  // namespace shardlens::hlotext
