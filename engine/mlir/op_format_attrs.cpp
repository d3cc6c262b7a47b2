// How attributes are spelled inside the one-line formats of operations.
#include <algorithm>
#include <array>
#include <charconv>

#include "engine/mlir/op_format.h"
#include "engine/mlir/op_format_fields.h"
#include "engine/mlir/text_stablehlo.h"

namespace shardlens {

namespace {

constexpr const char* kInvalidKind = "invalid kind of attribute specified";

bool add(OpParser& p, OpState& s, std::string_view name, AttrId value) { return s.add(p.context(), name, value), true; }

// Any attribute of one of two kinds, with the type that the format takes for granted.
bool parseOfKind(OpParser& p, OpState& s, std::string_view name, TypeId type, AttrKind kind) {
  Offset at = p.at();
  AttrId value;
  if (!p.parseAttribute(&value, type)) return false;
  return p.context().kind(value) == kind ? add(p, s, name, value) : p.error(at, kInvalidKind);
}

template <unsigned width, Signedness sign = Signedness::Signless>
bool parseInt(OpParser& p, OpState& s, std::string_view name) {
  return parseOfKind(p, s, name, p.context().integer(width, sign), AttrKind::Integer);
}

bool parseF64(OpParser& p, OpState& s, std::string_view name) {
  return parseOfKind(p, s, name, p.context().floating(FloatKind::F64), AttrKind::Float);
}
bool parseBool(OpParser& p, OpState& s, std::string_view name) { return parseOfKind(p, s, name, p.context().integer(1U), AttrKind::Bool); }

bool parseText(OpParser& p, OpState& s, std::string_view name) {
  std::string text;
  if (p.parseOptionalString(&text)) return add(p, s, name, p.context().string(text));
  return parseOfKind(p, s, name, p.context().noneType(), AttrKind::String);
}

bool parseElements(OpParser& p, OpState& s, std::string_view name) {
  Offset at = p.at();
  AttrId value;
  if (!p.parseAttribute(&value)) return false;
  return isElements(p.context(), value) ? add(p, s, name, value) : p.error(at, kInvalidKind);
}

bool parseDims(OpParser& p, OpState& s, std::string_view name) {
  if (p.peek() == '#') {
    Offset at = p.at();
    AttrId value;
    if (!p.parseAttribute(&value)) return false;
    return isI64Array(p.context(), value) ? add(p, s, name, value) : p.error(at, kInvalidKind);
  }
  std::vector<std::int64_t> values;
  if (!p.parseLSquare()) return false;
  if (!p.parseOptionalPunctuation("]")) {
    bool read = p.parseCommaSeparatedList(OpParser::Delimiter::None, [&] { return p.parseInteger(&values.emplace_back()); });
    // The end of the list is asked for after an error in it as well.
    if (!p.parsePunctuation("]") || !read) return false;
  }
  return add(p, s, name, p.context().denseI64Array(values));
}

bool parseSymbol(OpParser& p, OpState& s, std::string_view name) {
  AttrId value;
  return p.parseSymbolName(&value) && add(p, s, name, value);
}

template <auto kind>
bool parseWord(OpParser& p, OpState& s, std::string_view name) {
  const hlotext::EnumWords& words = hlotext::enumWords(kind);
  AttrId value;
  if (p.peek() != '#') return hlotext::parseEnum(p, words, &value) && add(p, s, name, value);
  Offset at = p.at();
  if (!p.parseAttribute(&value)) return false;
  const AttrData& data = p.context().attr(value);
  return data.kind == words.attrKind && data.sub == words.sub ? add(p, s, name, value) : p.error(at, kInvalidKind);
}

template <auto kind>
void printWord(OpPrinter& p, OpId op, std::string_view name) {
  if (AttrId value = p.module().attribute(op, name)) hlotext::printEnum(p, hlotext::enumWords(kind), value);
}

bool parseConvNumbers(OpParser& p, OpState& s, std::string_view name) {
  AttrId value;
  return hlotext::parseConvDims(p, &value) && add(p, s, name, value);
}

// An operation that lacks an attribute which it must have is written without it: such text is for messages only.
void printBare(OpPrinter& p, OpId op, std::string_view name) {
  if (AttrId value = p.module().attribute(op, name)) p.attributeWithoutType(value);
}
void printFull(OpPrinter& p, OpId op, std::string_view name) {
  if (AttrId value = p.module().attribute(op, name)) p.attribute(value);
}
void printSymbol(OpPrinter& p, OpId op, std::string_view name) {
  if (AttrId value = p.module().attribute(op, name)) p.symbol(p.context().attr(value).text);
}
void printConvNumbers(OpPrinter& p, OpId op, std::string_view name) {
  if (AttrId value = p.module().attribute(op, name)) hlotext::printConvDims(p, value);
}

void printDims(OpPrinter& p, OpId op, std::string_view name) {
  p << '[';
  if (AttrId value = p.module().attribute(op, name)) hlotext::printIntegers(p, p.context().attr(value).ints);
  p << ']';
}

constexpr std::string_view kRangesMore[] = {"limit_indices", "strides"};
constexpr std::string_view kWindowMore[] = {"padding", "lhs_dilation", "rhs_dilation", "window_reversal"};
constexpr std::string_view kAlgorithmMore[] = {"algorithm"};
constexpr std::string_view kMantissaMore[] = {"mantissa_bits"};

constexpr AttrForm kForms[] = {
    {"i32", parseInt<32>, printBare},
    {"i64", parseInt<64>, printBare},
    {"ui32", parseInt<32, Signedness::Unsigned>, printBare},
    {"ui64", parseInt<64, Signedness::Unsigned>, printBare},
    {"f64", parseF64, printBare},
    {"bool", parseBool, printBare},
    {"text", parseText, printBare},
    {"elements", parseElements, printFull},
    {"dims", parseDims, printDims},
    {"symbol", parseSymbol, printSymbol},
    {"fft_type", parseWord<StablehloEnumKind::FftType>, printWord<StablehloEnumKind::FftType>},
    {"comparison_direction", parseWord<StablehloEnumKind::ComparisonDirection>, printWord<StablehloEnumKind::ComparisonDirection>},
    {"comparison_type", parseWord<StablehloEnumKind::ComparisonType>, printWord<StablehloEnumKind::ComparisonType>},
    {"rng_distribution", parseWord<StablehloEnumKind::RngDistribution>, printWord<StablehloEnumKind::RngDistribution>},
    {"rng_algorithm", parseWord<StablehloEnumKind::RngAlgorithm>, printWord<StablehloEnumKind::RngAlgorithm>},
    {"conv", parseConvNumbers, printConvNumbers},
    {"dot", fields::parseDotNumbers, fields::printDotNumbers},
    {"ranges", fields::parseRanges, fields::printRanges, kRangesMore},
    {"window", fields::parseWindow, fields::printWindow, kWindowMore},
    {"precision", fields::parsePrecision, fields::printPrecision},
    {"precision_and_algorithm", fields::parsePrecisionAndAlgorithm, fields::printPrecisionAndAlgorithm, kAlgorithmMore},
    {"exponent_mantissa", fields::parseExponentMantissa, fields::printExponentMantissa, kMantissaMore},
};

}  // namespace

const AttrForm* findAttrForm(std::string_view word) {
  const AttrForm* found = std::find_if(std::begin(kForms), std::end(kForms), [&](const AttrForm& form) { return form.word == word; });
  return found == std::end(kForms) ? nullptr : found;
}

bool isElements(const Context& c, AttrId attr) {
  AttrKind kind = c.kind(attr);
  return kind == AttrKind::DenseElements || kind == AttrKind::DenseStrings || kind == AttrKind::DenseResource ||
         kind == AttrKind::SparseElements;
}

bool isI64Array(const Context& c, AttrId attr) { return c.kind(attr) == AttrKind::DenseArray && isInteger(c, c.attr(attr).type, 64); }

}  // namespace shardlens
