#include <algorithm>
#include <cstring>

#include "engine/ir/dense.h"
#include "engine/mlir/dense_text.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

// Dense literals come before their type, so they are read twice: once for their shape, remembering only where they stand, and once
// more, when the type is known, for their elements. Elements that are all the same become a splat; others are kept as bytes, or as a
// view on the text where that is long.

namespace shardlens {

struct Reader::Literal {
  const char* begin = nullptr;
  const char* end = nullptr;
  Token hex;  ///< of a literal that is one string
  bool isHex = false;
  std::vector<std::int64_t> shape;
  std::size_t elements = 0;  ///< parts of complex numbers counted one by one
};

namespace {

std::int64_t elementCount(std::span<const std::int64_t> shape) {
  std::int64_t count = 1;
  for (std::int64_t dim : shape) {
    if (__builtin_mul_overflow(count, dim, &count)) return INT64_MAX;
  }
  return count;
}

std::string listText(std::span<const std::int64_t> ints) {
  std::string out;
  for (std::int64_t i : ints) out += (out.empty() ? "" : ", ") + std::to_string(i);
  return out;
}

/// True when every element of `digits`, each `period` digits long, spells the same bytes.
bool repeats(std::string_view digits, std::size_t period) {
  if (digits.size() <= period || std::memcmp(digits.data(), digits.data() + period, digits.size() - period) == 0) return true;
  for (std::size_t i = period; i < digits.size(); ++i) {
    if (hexDigit(digits[i]) != hexDigit(digits[i - period])) return false;
  }
  return true;
}

bool allHex(std::string_view digits) {
  constexpr std::size_t kBlock = 64;
  std::size_t i = 0;
  for (; i + kBlock <= digits.size(); i += kBlock) {
    unsigned bad = 0;
    for (std::size_t k = 0; k < kBlock; ++k) {
      auto c = static_cast<unsigned char>(digits[i + k]);
      auto lower = static_cast<unsigned char>(c | 0x20);
      bad |= static_cast<unsigned>(static_cast<unsigned char>(c - '0') > 9) &
             static_cast<unsigned>(static_cast<unsigned char>(lower - 'a') > 5);
    }
    if (bad) return false;
  }
  return std::all_of(digits.begin() + static_cast<std::ptrdiff_t>(i), digits.end(), [](char c) { return isClass(c, kHexDigit); });
}

std::string hexBytes(std::string_view digits) {
  std::string bytes(digits.size() / 2, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(hexDigit(digits[2 * i]) << 4 | hexDigit(digits[2 * i + 1]));
  return bytes;
}

/// Bits of a part of an element and how many parts an element has; 0 for elements that are no numbers.
struct ElementSize {
  unsigned bits = 0;
  unsigned parts = 1;
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>((bits + 7) / 8) * parts; }
};

ElementSize sizeOf(const Context& c, TypeId element) {
  const TypeData& data = c.type(element);
  switch (data.kind) {
    case TypeKind::Integer: return {static_cast<unsigned>(data.ints[0]), 1};
    case TypeKind::Index: return {64, 1};
    case TypeKind::Float: return {floatWidth(static_cast<FloatKind>(data.sub)), 1};
    case TypeKind::Complex: return {sizeOf(c, data.types[0]).bits, 2};
    default: return {};
  }
}

}  // namespace

AttrId Reader::denseElements(TypeId expected) {
  Offset where = at();
  const char* start = token_.end;
  advance();
  if (!expect(Tok::Less, "expected '<' after 'dense'")) return {};
  Literal read;
  read.begin = read.end = token_.begin;
  if (!is(Tok::Greater)) {
    if (!literal(&read, true)) return {};
    read.end = token_.begin;
  }
  if (!expect(Tok::Greater, "expected '>'")) return {};
  TypeId type = literalType(where, expected);
  if (!type) return {};
  // Short literals repeat a lot (zeros, ones, -inf): those met before are known by their spelling and type.
  std::string_view spelling(start, static_cast<std::size_t>(read.end - start));
  bool memo = spelling.size() <= 64;
  std::uint64_t hash = memo ? hashMix(hashText(spelling), type.value) : 0;
  if (memo) {
    std::uint32_t known = literalTexts_.find(spelling, hash);
    if (known != TextMemo::kNone && c_.attr(AttrId(known)).type == type) return AttrId(known);
  }
  AttrId made = elements(read, where, type);
  if (made && memo) literalTexts_.add(spelling, hash, made.value);
  return made;
}

TypeId Reader::literalType(Offset where, TypeId expected) {
  TypeId type = expected;
  if (!type && (!expect(Tok::Colon, "expected ':'") || !(type = this->type()))) return {};
  TypeKind kind = c_.type(type).kind;
  bool unranked = kind == TypeKind::UnrankedTensor || kind == TypeKind::UnrankedMemRef;
  if (!unranked && rankOf(c_, type) < 0) return fail(where, "elements literal must be a shaped type"), TypeId();
  auto shape = shapeOf(c_, type);
  bool dynamic = unranked || std::find(shape.begin(), shape.end(), kDynamic) != shape.end();
  if (dynamic) return fail(where, "elements literal type must have static shape"), TypeId();
  return type;
}

bool Reader::literal(Literal* out, bool allowHex) {
  if (allowHex && is(Tok::String)) {
    out->isHex = true;
    out->hex = token_;
    advance();
    return true;
  }
  return is(Tok::LSquare) ? literalList(out, &out->shape) : literalElement(out);
}

bool Reader::literalElement(Literal* out) {
  switch (token_.kind) {
    case Tok::Minus:
      advance();
      if (!is(Tok::Integer) && !is(Tok::Float)) return failHere("expected integer or floating point literal");
      break;
    case Tok::LParen:
      return nested([&] {
        advance();
        return literalElement(out) && expect(Tok::Comma, "expected ',' between complex elements") && literalElement(out) &&
               expect(Tok::RParen, "expected ')' after complex elements");
      });
    case Tok::Integer:
    case Tok::Float:
    case Tok::String: break;
    default:
      if (!isWord("true") && !isWord("false")) return failHere("expected element literal of primitive type");
  }
  ++out->elements;
  advance();
  return true;
}

bool Reader::literalList(Literal* out, std::vector<std::int64_t>* dims) {
  return nested([&] {
    std::int64_t size = 0;
    std::vector<std::int64_t> inner, first;
    bool read = list(Delimiter::Square, [&] {
      inner.clear();
      if (is(Tok::LSquare) ? !literalList(out, &inner) : !literalElement(out)) return false;
      if (++size == 1) {
        first = inner;
        return true;
      }
      return inner == first || failHere("tensor literal is invalid; ranks are not consistent between elements");
    });
    dims->assign(1, size);
    dims->insert(dims->end(), first.begin(), first.end());
    return read;
  });
}

bool Reader::encodeElement(const Token& token, bool negative, TypeId element, std::string* out) {
  Offset where = offset(token.begin);
  const TypeData& data = c_.type(element);
  unsigned bits = sizeOf(c_, element).bits;
  if (data.kind == TypeKind::Float) {
    FloatBits value;
    if (!floatFromToken(token, negative, static_cast<FloatKind>(data.sub), &value)) return false;
    out->append(reinterpret_cast<const char*>(&value), (bits + 7) / 8);
    return true;
  }
  bool isInt = data.kind == TypeKind::Integer;
  if (negative && isInt && data.sub == static_cast<std::uint8_t>(Signedness::Unsigned)) {
    return fail(where, "expected unsigned integer elements, but parsed negative value");
  }
  if (token.is(Tok::Float)) return fail(where, "expected integer elements, but parsed floating-point");
  if (token.is(Tok::Word)) {
    if (!isOneBit(data)) return fail(where, "expected i1 type for 'true' or 'false' values");
    out->push_back(token.text() == "true" ? '\1' : '\0');
    return true;
  }
  bool isSigned = !isInt || data.sub == static_cast<std::uint8_t>(Signedness::Signed);
  if (!token.is(Tok::Integer)) return fail(where, "integer constant out of range for type");
  if (bits <= 64) {
    std::uint64_t value = 0;
    if (!integerBits64(token.text(), negative, bits, isSigned, &value)) return fail(where, "integer constant out of range for type");
    if (bits < 64) value &= (1ULL << bits) - 1;
    out->append(reinterpret_cast<const char*>(&value), std::max(1U, (bits + 7) / 8));
    return true;
  }
  std::optional<Words> words = integerBits(token.text(), negative, bits, isSigned);
  if (!words) return fail(where, "integer constant out of range for type");
  out->append(reinterpret_cast<const char*>(words->data()), (bits + 7) / 8);
  return true;
}

AttrId Reader::borrowed(DenseForm form, TypeId type, std::string_view text) {
  if (!keptSource_) c_.keepAlive(source_);
  keptSource_ = true;
  return c_.borrowedAttr({.kind = AttrKind::DenseElements, .sub = static_cast<std::uint8_t>(form), .type = type, .text = text});
}

AttrId Reader::elements(const Literal& literal, Offset where, TypeId type) {
  TypeId element = elementOf(c_, type);
  ElementSize size = sizeOf(c_, element);
  if (literal.isHex && size.bits) return hexElements(literal, where, type);
  auto shape = shapeOf(c_, type);
  if (!literal.shape.empty() && !std::equal(shape.begin(), shape.end(), literal.shape.begin(), literal.shape.end())) {
    return fail(where,
                "inferred shape of elements literal ([" + listText(literal.shape) + "]) does not match type ([" + listText(shape) + "])"),
           AttrId();
  }
  std::int64_t count = elementCount(shape);
  if (!literal.isHex && literal.elements == 0 && count != 0) {
    return fail(where, "parsed zero elements, but type (" + print(type) + ") expected at least 1"), AttrId();
  }
  if (size.parts == 2) {
    bool splat = literal.shape.empty() && count != 0;
    std::size_t wanted = splat ? 2 : static_cast<std::size_t>(count) * 2;
    if ((splat || !literal.shape.empty()) && literal.elements != wanted) {
      return fail(where, "parsed " + std::to_string(literal.elements) + " elements, but type (" + print(splat ? element : type) +
                             ") expected " + std::to_string(wanted) + " elements"),
             AttrId();
    }
  }
  if (size.bits == 0 && c_.type(element).kind != TypeKind::Integer) return stringElements(literal, where, type);
  TypeId part = size.parts == 2 ? c_.type(element).types[0] : element;
  bool keepText = static_cast<std::size_t>(literal.end - literal.begin) > kBorrowed;
  std::string bytes, first;
  bool same = true, negative = false;
  std::size_t elementBytes = std::max<std::size_t>(1, size.bytes());
  Lexer lexer({literal.begin, static_cast<std::size_t>(literal.end - literal.begin)});
  for (Token t = lexer.next(); !t.is(Tok::Eof); t = lexer.next()) {
    bool isElement = t.is(Tok::Integer) || t.is(Tok::Float) || t.is(Tok::Word) || t.is(Tok::String);
    if (isElement && !encodeElement(t, negative, part, &bytes)) return {};
    negative = t.is(Tok::Minus);
    if (!isElement || bytes.size() < elementBytes || (bytes.size() % elementBytes)) continue;
    if (first.empty()) first = bytes.substr(0, elementBytes);
    same = same && std::memcmp(bytes.data() + bytes.size() - elementBytes, first.data(), elementBytes) == 0;
    if (keepText) bytes.clear();
  }
  if (same && !first.empty()) {
    return c_.attr({.kind = AttrKind::DenseElements, .sub = static_cast<std::uint8_t>(DenseForm::Splat), .type = type, .text = first});
  }
  if (keepText) return borrowed(DenseForm::TextView, type, {literal.begin, static_cast<std::size_t>(literal.end - literal.begin)});
  return c_.attr({.kind = AttrKind::DenseElements, .sub = static_cast<std::uint8_t>(DenseForm::Raw), .type = type, .text = bytes});
}

AttrId Reader::hexElements(const Literal& literal, Offset where, TypeId type) {
  std::string_view text = literal.hex.text();
  text = text.substr(1, text.size() - 2);
  bool hex = text.starts_with("0x") && text.size() % 2 == 0 && allHex(text.substr(2));
  if (!hex) return fail(offset(literal.hex.begin), "expected string containing hex digits starting with `0x`"), AttrId();
  std::string_view digits = text.substr(2);
  ElementSize size = sizeOf(c_, elementOf(c_, type));
  auto count = static_cast<std::uint64_t>(elementCount(shapeOf(c_, type)));
  std::size_t period = size.bytes() * 2;
  bool fits = digits.size() == period || digits.size() / 2 == count * size.bytes();
  if (!fits) return fail(where, "elements hex data size is invalid for provided type: " + print(type)), AttrId();
  if (!digits.empty() && repeats(digits, period)) {
    std::string one = hexBytes(digits.substr(0, period));
    return c_.attr({.kind = AttrKind::DenseElements, .sub = static_cast<std::uint8_t>(DenseForm::Splat), .type = type, .text = one});
  }
  if (digits.size() > kBorrowed) return borrowed(DenseForm::HexView, type, digits);
  std::string bytes = hexBytes(digits);
  return c_.attr({.kind = AttrKind::DenseElements, .sub = static_cast<std::uint8_t>(DenseForm::Raw), .type = type, .text = bytes});
}

AttrId Reader::stringElements(const Literal& literal, Offset where, TypeId type) {
  std::vector<AttrId> strings;
  if (literal.isHex) {
    strings.push_back(c_.string(stringValue(literal.hex)));
  } else {
    Lexer lexer({literal.begin, static_cast<std::size_t>(literal.end - literal.begin)});
    for (Token t = lexer.next(); !t.is(Tok::Eof); t = lexer.next()) {
      bool isElement = t.is(Tok::Integer) || t.is(Tok::Float) || t.is(Tok::Word) || t.is(Tok::String);
      if (isElement && !t.is(Tok::String)) return fail(where, "expected string token, got " + std::string(t.text())), AttrId();
      if (isElement) strings.push_back(c_.string(stringValue(t)));
    }
  }
  bool splat = !strings.empty() && std::all_of(strings.begin(), strings.end(), [&](AttrId s) { return s == strings[0]; });
  if (splat) strings.resize(1);
  return c_.attr({.kind = AttrKind::DenseStrings, .sub = static_cast<std::uint8_t>(splat ? 1 : 0), .type = type, .subs = strings});
}

bool Reader::checkSparseIndices(AttrId indices, TypeId type, Offset where) {
  auto shape = shapeOf(c_, type);
  std::vector<std::int64_t> all;
  if (shape.empty() || !denseIntegers(c_, indices, all) || all.size() % shape.size() != 0) return true;
  for (std::size_t i = 0; i < all.size(); i += shape.size()) {
    auto index = std::span(all).subspan(i, shape.size());
    if (std::ranges::equal(index, shape, [](std::int64_t at, std::int64_t size) { return at >= 0 && at < size; })) continue;
    return fail(where, "sparse index #" + std::to_string(i / shape.size()) + " is not contained within the value shape, with index=[" +
                           listText(index) + "], and type=" + print(type));
  }
  return true;
}

AttrId Reader::sparseElements(TypeId expected) {
  Offset where = at();
  advance();
  if (!expect(Tok::Less, "Expected '<' after 'sparse'")) return {};
  Literal indices, values;
  bool empty = consumeIf(Tok::Greater);
  Offset indicesAt = at(), valuesAt = indicesAt;
  if (!empty) {
    indices.begin = token_.begin;
    if (!literal(&indices, false)) return {};
    indices.end = token_.begin;
    if (!expect(Tok::Comma, "expected ','")) return {};
    valuesAt = at();
    values.begin = token_.begin;
    if (!literal(&values, true)) return {};
    values.end = token_.begin;
    if (!expect(Tok::Greater, "expected '>'")) return {};
  }
  TypeId type = literalType(where, expected);
  if (!type) return {};
  std::int64_t rank = rankOf(c_, type);
  std::vector<std::int64_t> indexShape = indices.shape, valueShape = values.shape;
  if (empty) indexShape = {0, rank}, valueShape = {0};
  if (indexShape.empty()) indexShape = {1, rank};
  if (valueShape.empty()) valueShape = {indexShape[0]};
  AttrId subs[] = {elements(indices, indicesAt, c_.tensor(indexShape, c_.integer(64))), AttrId()};
  if (!subs[0]) return {};
  subs[1] = elements(values, valuesAt, c_.tensor(valueShape, elementOf(c_, type)));
  if (!subs[1] || !checkSparseIndices(subs[0], type, where)) return {};
  return c_.attr({.kind = AttrKind::SparseElements, .type = type, .subs = subs});
}

}  // namespace shardlens
