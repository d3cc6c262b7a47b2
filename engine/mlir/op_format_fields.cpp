#include "engine/mlir/op_format_fields.h"

#include <algorithm>
#include <charconv>

#include "engine/mlir/text_stablehlo.h"

namespace shardlens::fields {

namespace {

using Integers = std::vector<std::int64_t>;

bool parseDimsPair(OpParser& p, Integers* lhs, Integers* rhs) {
  return hlotext::parseIntegers(p, lhs) && p.parseKeyword("x") && hlotext::parseIntegers(p, rhs);
}

void printDimsPair(OpPrinter& p, std::span<const std::int64_t> lhs, std::span<const std::int64_t> rhs) {
  p << '[';
  hlotext::printIntegers(p, lhs);
  p << "] x [";
  hlotext::printIntegers(p, rhs);
  p << ']';
}

bool parseRange(OpParser& p, Integers* starts, Integers* limits, Integers* strides) {
  if (!p.parseInteger(&starts->emplace_back()) || !p.parseColon() || !p.parseInteger(&limits->emplace_back())) return false;
  strides->push_back(1);
  return !p.parseOptionalColon() || p.parseInteger(&strides->back());
}

std::span<const std::int64_t> listOf(OpPrinter& p, OpId op, std::string_view name) {
  AttrId attr = p.module().attribute(op, name);
  return attr ? p.context().attr(attr).ints : std::span<const std::int64_t>();
}

// After the word `precision` or in its place, where the comma before it is read.
bool parsePrecisionList(OpParser& p, OpState& s, std::string_view name) {
  if (!p.parseKeyword("precision") || !p.parseEqual()) return false;
  std::vector<AttrId> items;
  bool read = p.parseCommaSeparatedList(OpParser::Delimiter::Square, [&] {
    return hlotext::parseEnum(p, hlotext::enumWords(StablehloEnumKind::Precision), &items.emplace_back());
  });
  if (read) s.add(p.context(), name, p.context().array(items));
  return read;
}

bool parseAlgorithmValue(OpParser& p, OpState& s) {
  AttrId algorithm;
  if (!p.parseEqual() || !hlotext::parseDotAlgorithm(p, &algorithm)) return false;
  s.add(p.context(), "algorithm", algorithm);
  return true;
}

bool areDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
bool toNumber(std::string_view digits, std::int32_t* out) {
  return std::from_chars(digits.data(), digits.data() + digits.size(), *out).ec == std::errc();
}

}  // namespace

bool parseDotNumbers(OpParser& p, OpState& s, std::string_view name) {
  Integers lists[4];  // lhs batch, rhs batch, lhs contracting, rhs contracting
  if (p.parseOptionalKeyword("batching_dims")) {
    if (!p.parseEqual() || !parseDimsPair(p, &lists[0], &lists[1]) || !p.parseComma()) return false;
  }
  if (!p.parseKeyword("contracting_dims") || !p.parseEqual() || !parseDimsPair(p, &lists[2], &lists[3])) return false;
  Integers ints;
  for (const Integers& list : lists) hlotext::addList(&ints, list);
  s.add(p.context(), name, p.context().attr({.kind = AttrKind::StablehloDot, .ints = ints}));
  return true;
}

void printDotNumbers(OpPrinter& p, OpId op, std::string_view name) {
  auto ints = listOf(p, op, name);
  if (ints.empty()) return;
  std::size_t at = 0;
  std::span<const std::int64_t> lists[4];
  for (auto& list : lists) list = hlotext::takeList(ints, &at);
  if (!lists[0].empty() || !lists[1].empty()) {
    p << "batching_dims = ";
    printDimsPair(p, lists[0], lists[1]);
    p << ", ";
  }
  p << "contracting_dims = ";
  printDimsPair(p, lists[2], lists[3]);
}

bool parseRanges(OpParser& p, OpState& s, std::string_view name) {
  Integers starts, limits, strides;
  if (!p.parseLSquare()) return false;
  while (!p.parseOptionalPunctuation("]")) {
    if (!starts.empty() && !p.parseComma()) return false;
    if (!parseRange(p, &starts, &limits, &strides)) return false;
  }
  Context& c = p.context();
  s.add(c, name, c.denseI64Array(starts));
  s.add(c, "limit_indices", c.denseI64Array(limits));
  s.add(c, "strides", c.denseI64Array(strides));
  return true;
}

void printRanges(OpPrinter& p, OpId op, std::string_view name) {
  auto starts = listOf(p, op, name), limits = listOf(p, op, "limit_indices"), strides = listOf(p, op, "strides");
  p << '[';
  for (std::size_t i = 0; i < std::min({starts.size(), limits.size(), strides.size()}); ++i) {
    if (i) p << ", ";
    p << starts[i] << ':' << limits[i];
    if (strides[i] != 1) p << ':' << strides[i];
  }
  p << ']';
}

bool parsePrecision(OpParser& p, OpState& s, std::string_view name) { return !p.parseOptionalComma() || parsePrecisionList(p, s, name); }

void printPrecision(OpPrinter& p, OpId op, std::string_view name) {
  AttrId attr = p.module().attribute(op, name);
  if (!attr) return;
  p << ", precision = [";
  std::string_view separator;
  for (AttrId item : p.context().attr(attr).subs) {
    p << separator;
    hlotext::printEnum(p, hlotext::enumWords(StablehloEnumKind::Precision), item);
    separator = ", ";
  }
  p << ']';
}

bool parsePrecisionAndAlgorithm(OpParser& p, OpState& s, std::string_view name) {
  if (!p.parseOptionalComma()) return true;
  if (p.parseOptionalKeyword("algorithm")) return parseAlgorithmValue(p, s);
  if (!parsePrecisionList(p, s, name)) return false;
  return !p.parseOptionalComma() || (p.parseKeyword("algorithm") && parseAlgorithmValue(p, s));
}

void printPrecisionAndAlgorithm(OpPrinter& p, OpId op, std::string_view name) {
  printPrecision(p, op, name);
  AttrId algorithm = p.module().attribute(op, "algorithm");
  if (!algorithm) return;
  p << ", algorithm = ";
  hlotext::printDotAlgorithm(p, algorithm);
}

bool parseExponentMantissa(OpParser& p, OpState& s, std::string_view name) {
  Offset at = p.at();
  std::string_view word;
  if (!p.parseKeyword(&word)) return false;
  auto middle = std::min(word.find('m'), word.size());
  std::string_view exponent = word.substr(1, std::max<std::size_t>(middle, 1) - 1),
                   mantissa = word.substr(std::min(middle + 1, word.size()));
  if (word[0] != 'e' || !areDigits(exponent) || !areDigits(mantissa)) {
    return p.error(at, "expected exponent mantissa in format e#m#, saw " + std::string(word));
  }
  std::int32_t exponentBits = 0, mantissaBits = 0;
  if (!toNumber(exponent, &exponentBits)) return p.error(at, "unable to parse exponent '" + std::string(exponent) + "'");
  if (!toNumber(mantissa, &mantissaBits)) return p.error(at, "unable to parse mantissa '" + std::string(mantissa) + "'");
  Context& c = p.context();
  s.add(c, name, c.integer(c.integer(32U), exponentBits));
  s.add(c, "mantissa_bits", c.integer(c.integer(32U), mantissaBits));
  return true;
}

void printExponentMantissa(OpPrinter& p, OpId op, std::string_view name) {
  auto exponent = listOf(p, op, name), mantissa = listOf(p, op, "mantissa_bits");
  if (!exponent.empty() && !mantissa.empty()) p << 'e' << exponent[0] << 'm' << mantissa[0];
}

}  // namespace shardlens::fields
