#include <charconv>

#include "engine/mlir/text_sdy.h"
#include "engine/sharding/sharding.h"

namespace shardlens::sdytext {

namespace {

constexpr std::int64_t kLetters = 'z' - 'i';

// Takes one factor symbol (`i` to `z`, or `z_` with a number) off the front of `text`.
bool takeFactor(OpParser& p, std::string_view* text, std::int64_t* factor) {
  if (!text->starts_with("z_")) {
    char symbol = text->front();
    if (symbol < 'i' || symbol > 'z') return p.error(std::string("expecting symbol from 'i' to 'z'. Received: '") + symbol + "'");
    *factor = symbol - 'i';
    text->remove_prefix(1);
    return true;
  }
  std::size_t end = 2;
  while (end < text->size() && (*text)[end] >= '0' && (*text)[end] <= '9') ++end;
  std::string_view number = text->substr(2, end - 2);
  if (number.empty()) return p.error("expecting integer after 'z_'. Received: '" + std::string(*text) + "'");
  if (number[0] == '0') return p.error("expecting positive integer without leading zeros. Received: '" + std::string(number) + "'");
  std::int64_t index = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), index).ec != std::errc()) {
    // Reported, but read on as the reference does.
    p.error("expecting symbol index <=2^63-1. Received: '" + std::string(number) + "'");
    index = 0;
  }
  text->remove_prefix(end);
  *factor = static_cast<std::int64_t>(static_cast<std::uint64_t>(index) + kLetters);
  return true;
}

bool parseFactorSize(OpParser& p, std::vector<std::int64_t>* sizes) {
  std::string_view symbol;
  std::int64_t factor = 0;
  std::int64_t size = 0;
  if (!p.parseKeyword(&symbol) || !takeFactor(p, &symbol, &factor)) return false;
  if (auto expected = static_cast<std::int64_t>(sizes->size()); factor != expected) {
    return p.error(
        "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol '" +
        factorSymbol(expected) + "', received: '" + factorSymbol(factor) + "'");
  }
  if (!symbol.empty()) return p.error("expecting single factor symbol: " + std::string(symbol));
  if (!p.parseEqual() || !p.parseInteger(&size)) return false;
  sizes->push_back(size);
  return true;
}

bool parseFactor(OpParser& p, std::vector<std::int64_t>* factors) {
  std::string_view symbol;
  std::int64_t factor = 0;
  if (!p.parseKeyword(&symbol) || !takeFactor(p, &symbol, &factor)) return false;
  factors->push_back(factor);
  return true;
}

bool parseFactorsOf(OpParser& p, std::string_view keyword, std::vector<std::int64_t>* factors) {
  if (!p.parseOptionalKeyword(keyword)) return true;
  return p.parseEqual() && p.parseCommaSeparatedList(OpParser::Delimiter::OptionalBraces, [&] { return parseFactor(p, factors); });
}

bool parseMappings(OpParser& p, std::string_view parameter, std::vector<AttrId>* mappings) {
  if (!p.parseLParen()) return false;
  if (!parseElements(p, AttrKind::SdyTensorMapping, parseTensorMapping, mappings)) {
    return failedParameter(p, "OpShardingRule", parameter, "::llvm::ArrayRef<TensorMappingAttr>");
  }
  return p.parseRParen();
}

void appendList(std::vector<std::int64_t>* ints, const std::vector<std::int64_t>& list) {
  ints->push_back(static_cast<std::int64_t>(list.size()));
  ints->insert(ints->end(), list.begin(), list.end());
}

constexpr std::string_view kFactorKinds[] = {"reduction", "need_replication", "permutation", "blocked_propagation"};

// The rest of a list of factors: its numbers, and where the next list begins.
std::span<const std::int64_t> takeList(std::span<const std::int64_t>* ints) {
  auto list = ints->subspan(1, static_cast<std::size_t>(ints->front()));
  *ints = ints->subspan(1 + list.size());
  return list;
}

}  // namespace

bool parseDimMapping(OpParser& p, AttrId* out) {
  std::string_view symbols;
  std::vector<std::int64_t> factors;
  if (p.parseOptionalKeyword(&symbols)) {
    while (!symbols.empty()) {
      factors.emplace_back();
      if (!takeFactor(p, &symbols, &factors.back())) return false;
    }
  }
  *out = p.context().attr({.kind = AttrKind::SdyDimMapping, .ints = factors});
  return true;
}

bool parseTensorMapping(OpParser& p, AttrId* out) {
  std::vector<AttrId> dims;
  if (!p.parseLSquare()) return false;
  if (!p.parseOptionalPunctuation("]")) {
    if (!parseElements(p, AttrKind::SdyDimMapping, parseDimMapping, &dims)) {
      return failedParameter(p, "TensorMapping", "dim_mappings", "::llvm::ArrayRef<DimMappingAttr>");
    }
    if (!p.parseRSquare()) return false;
  }
  *out = p.context().attr({.kind = AttrKind::SdyTensorMapping, .subs = dims});
  return true;
}

bool parseShardingRule(OpParser& p, AttrId* out) {
  std::vector<AttrId> mappings;
  std::vector<std::int64_t> sizes, ints(1);
  if (!p.parseLess() || !parseMappings(p, "operand_mappings", &mappings) || !p.parseArrow()) return false;
  ints[0] = static_cast<std::int64_t>(mappings.size());
  if (!parseMappings(p, "result_mappings", &mappings)) return false;
  if (!p.parseCommaSeparatedList(OpParser::Delimiter::OptionalBraces, [&] { return parseFactorSize(p, &sizes); })) return false;
  appendList(&ints, sizes);
  for (std::string_view kind : kFactorKinds) {
    std::vector<std::int64_t> factors;
    if (!parseFactorsOf(p, kind, &factors)) return false;
    appendList(&ints, factors);
  }
  bool custom = p.parseOptionalComma();
  if ((custom && !p.parseKeyword("custom")) || !p.parseGreater()) return false;
  *out = p.context().attr({.kind = AttrKind::SdyOpShardingRule, .sub = custom, .subs = mappings, .ints = ints});
  return true;
}

void printRule(OpPrinter& p, AttrId attr) {
  const AttrData& rule = p.context().attr(attr);
  std::span<const std::int64_t> ints = rule.ints.subspan(1);
  auto operands = static_cast<std::size_t>(rule.ints[0]);
  p << "<(";
  for (std::size_t i = 0; i < rule.subs.size(); ++i) {
    if (i == operands)
      p << ")->(";
    else if (i > 0)
      p << ", ";
    printStripped(p, rule.subs[i]);
  }
  p << (operands == rule.subs.size() ? ")->()" : ")");
  std::int64_t factor = 0;
  for (std::int64_t size : takeList(&ints)) p << (factor == 0 ? " {" : ", ") << factorSymbol(factor) << "=" << size, ++factor;
  if (factor > 0) p << "}";
  for (std::string_view kind : kFactorKinds) {
    auto factors = takeList(&ints);
    if (factors.empty()) continue;
    p << " " << kind << "={";
    for (std::size_t i = 0; i < factors.size(); ++i) p << (i == 0 ? "" : ", ") << factorSymbol(factors[i]);
    p << "}";
  }
  p << (rule.sub == 1 ? ", custom>" : ">");
}

}  // namespace shardlens::sdytext
