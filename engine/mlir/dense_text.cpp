#include "engine/mlir/dense_text.h"

#include <algorithm>

#include "engine/mlir/number_text.h"

namespace shardlens {

namespace {

constexpr std::size_t kPiece = 16 * 1024;

void decodeHex(std::string_view digits, std::size_t elementBytes, const std::function<void(std::string_view)>& sink) {
  std::size_t pieceBytes = std::max<std::size_t>(kPiece / elementBytes, 1) * elementBytes;
  std::string piece;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
    piece.push_back(static_cast<char>(hexDigit(digits[at]) << 4 | hexDigit(digits[at + 1])));
    if (piece.size() == pieceBytes) sink(piece), piece.clear();
  }
  if (!piece.empty()) sink(piece);
}

bool isWordPart(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '+';
}

/// The next number or word of a literal that was checked before; empty at its end.
std::string_view nextWord(std::string_view& text) {
  while (!text.empty()) {
    if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (isWordPart(text[0])) {
      auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, isWordPart) - text.begin());
      auto word = text.substr(0, end);
      text.remove_prefix(end);
      return word;
    } else {
      text.remove_prefix(1);
    }
  }
  return {};
}

Words wordsOf(std::string_view word, const TypeData& element) {
  if (word == "true" || word == "false") return {word == "true" ? 1ULL : 0ULL};
  bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  bool hex = word.starts_with("0x");
  if (element.kind == TypeKind::Float && !hex) {
    FloatBits bits = encodeLiteral(word, negative, static_cast<FloatKind>(element.sub));
    return {bits.low, bits.high};
  }
  auto width = element.kind == TypeKind::Integer ? static_cast<unsigned>(element.ints[0])
               : element.kind == TypeKind::Float ? floatWidth(static_cast<FloatKind>(element.sub))
                                                 : 64U;
  return integerBits(word, negative, width, false).value_or(Words{0});
}

void decodeText(const Context& c, std::string_view text, TypeId elementType, const std::function<void(std::string_view)>& sink) {
  bool isComplex = c.type(elementType).kind == TypeKind::Complex;
  const TypeData& part = c.type(isComplex ? elementOf(c, elementType) : elementType);
  std::size_t bytes = denseElementBytes(c, elementType) / (isComplex ? 2 : 1);
  std::string piece;
  for (auto word = nextWord(text); !word.empty(); word = nextWord(text)) {
    Words words = wordsOf(word, part);
    words.resize((bytes + 7) / 8);
    for (std::size_t i = 0; i < bytes; ++i) piece.push_back(static_cast<char>(words[i / 8] >> (i % 8 * 8)));
    if (piece.size() >= kPiece && piece.size() % (isComplex ? 2 * bytes : bytes) == 0) sink(piece), piece.clear();
  }
  if (!piece.empty()) sink(piece);
}

}  // namespace

std::size_t denseElementBytes(const Context& context, TypeId element) {
  const TypeData& d = context.type(element);
  if (d.kind == TypeKind::Complex) return 2 * denseElementBytes(context, d.types[0]);
  return (storageBits(context, element) + 7) / 8;
}

std::int64_t elementCount(const Context& context, TypeId shaped) {
  std::int64_t count = 1;
  for (std::int64_t d : shapeOf(context, shaped)) count *= d;
  return count;
}

std::string_view hexDigits(std::string_view literal) {
  if (literal.starts_with('"')) literal = literal.substr(1, literal.size() - 2);
  if (literal.starts_with("0x")) literal.remove_prefix(2);
  return literal;
}

void decodeDense(const Context& context, AttrId attr, const std::function<void(std::string_view)>& sink) {
  const AttrData& d = context.attr(attr);
  TypeId element = elementOf(context, d.type);
  switch (static_cast<DenseForm>(d.sub)) {
    case DenseForm::Raw:
    case DenseForm::Splat: return sink(d.text);
    case DenseForm::HexView: return decodeHex(hexDigits(d.text), std::max<std::size_t>(denseElementBytes(context, element), 1), sink);
    case DenseForm::TextView: return decodeText(context, d.text, element, sink);
  }
}

}  // namespace shardlens
