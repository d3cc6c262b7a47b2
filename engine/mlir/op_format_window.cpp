// `stride = [...], pad = [[...], ...], lhs_dilate = [...], rhs_dilate = [...], reverse = [...]`, each at most once and in any order.
#include <algorithm>
#include <array>

#include "engine/ir/dense.h"
#include "engine/mlir/op_format_fields.h"
#include "engine/mlir/text_stablehlo.h"

namespace shardlens::fields {

namespace {

using Integers = std::vector<std::int64_t>;

struct Part {
  std::string_view word, attribute;
};
constexpr std::array<Part, 5> kParts = {{{"stride", "window_strides"},
                                         {"pad", "padding"},
                                         {"lhs_dilate", "lhs_dilation"},
                                         {"rhs_dilate", "rhs_dilation"},
                                         {"reverse", "window_reversal"}}};
constexpr std::size_t kPad = 1, kReverse = 4;

bool parsePair(OpParser& p, Integers* values) {
  std::size_t before = values->size();
  if (!hlotext::parseIntegers(p, values)) return false;
  std::size_t read = values->size() - before;
  return read == 2 || p.error("Expected array with 2 elements, got " + std::to_string(read) + " elements instead");
}

bool parsePairs(OpParser& p, Integers* values) {
  return p.parseCommaSeparatedList(OpParser::Delimiter::Square, [&] { return parsePair(p, values); });
}

// A dense attribute that repeats one element holds it once.
AttrId paddingOf(Context& c, const Integers& pairs) {
  std::int64_t shape[] = {static_cast<std::int64_t>(pairs.size() / 2), 2};
  bool splat = !pairs.empty() && std::all_of(pairs.begin(), pairs.end(), [&](std::int64_t v) { return v == pairs[0]; });
  std::string_view bytes(reinterpret_cast<const char*>(pairs.data()), (splat ? 1 : pairs.size()) * sizeof(std::int64_t));
  auto form = static_cast<std::uint8_t>(splat ? DenseForm::Splat : DenseForm::Raw);
  return c.attr({.kind = AttrKind::DenseElements, .sub = form, .type = c.tensor(shape, c.integer(64U)), .text = bytes});
}

AttrId boolsOf(Context& c, Integers values) {
  for (std::int64_t& value : values) value = value != 0;
  return c.attr({.kind = AttrKind::DenseArray, .type = c.integer(1U), .ints = values});
}

bool parsePart(OpParser& p, std::size_t part, AttrId* out) {
  Integers values;
  if (!(part == kPad ? parsePairs(p, &values) : hlotext::parseIntegers(p, &values))) return false;
  Context& c = p.context();
  *out = part == kPad ? paddingOf(c, values) : part == kReverse ? boolsOf(c, values) : c.denseI64Array(values);
  return true;
}

void printPairs(OpPrinter& p, AttrId padding) {
  Integers values;
  denseIntegers(p.context(), padding, values);
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    if (i) p << ", ";
    p << '[' << values[i] << ", " << values[i + 1] << ']';
  }
}

void printBools(OpPrinter& p, std::span<const std::int64_t> values) {
  for (std::size_t i = 0; i < values.size(); ++i) p << (i ? ", " : "") << (values[i] ? "true" : "false");
}

}  // namespace

bool parseWindow(OpParser& p, OpState& s, std::string_view) {
  std::array<bool, kParts.size()> seen = {};
  std::string_view word;
  while (p.parseOptionalKeyword(&word)) {
    auto part = static_cast<std::size_t>(std::find_if(kParts.begin(), kParts.end(), [&](const Part& known) { return known.word == word; }) -
                                         kParts.begin());
    if (part == kParts.size() || seen[part]) return p.error("Unexpected keyword " + std::string(word));
    seen[part] = true;
    AttrId value;
    if (!p.parseEqual() || !parsePart(p, part, &value)) return false;
    s.add(p.context(), kParts[part].attribute, value);
    if (!p.parseOptionalComma()) break;
  }
  return true;
}

void printWindow(OpPrinter& p, OpId op, std::string_view) {
  std::string_view separator;
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    AttrId value = p.module().attribute(op, kParts[part].attribute);
    if (!value) continue;
    p << separator << kParts[part].word << " = [";
    if (part == kPad)
      printPairs(p, value);
    else if (part == kReverse)
      printBools(p, p.context().attr(value).ints);
    else
      hlotext::printIntegers(p, p.context().attr(value).ints);
    p << ']';
    separator = ", ";
  }
}

}  // namespace shardlens::fields
