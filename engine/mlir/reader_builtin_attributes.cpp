#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

// Attributes of the builtin dialect that begin with a word of their own: `array<...>`, `dense_resource<...>`, `strided<...>`,
// `distinct[...]<...>`.

namespace shardlens {

AttrId Reader::denseArray() {
  AttrId made;
  nested([&] {
    advance();
    if (!expect(Tok::Less, "expected '<' after 'array'")) return false;
    Offset where = at();
    TypeId element = type();
    if (!element) return fail(where, "expected an integer or floating point type");
    const TypeData& data = c_.type(element);
    bool isFloat = data.kind == TypeKind::Float;
    if (data.kind != TypeKind::Integer && !isFloat) return fail(where, "expected integer or float type, got: " + print(element));
    unsigned width = isFloat ? floatWidth(static_cast<FloatKind>(data.sub)) : static_cast<unsigned>(data.ints[0]);
    if (!isOneBit(data) && width % 8 != 0) return fail(where, "element type bitwidth must be a multiple of 8");
    std::vector<std::int64_t> values;
    if (!consumeIf(Tok::Greater)) {
      if (!expect(Tok::Colon, "expected ':' after dense array type")) return false;
      if (!list(Delimiter::None, [&] { return denseArrayElement(element, &values); })) return false;
      if (!expect(Tok::Greater, "expected '>' to close an array attribute")) return false;
    }
    made = c_.attr({.kind = AttrKind::DenseArray, .type = element, .ints = values});
    return true;
  });
  return made;
}

bool Reader::denseArrayElement(TypeId element, std::vector<std::int64_t>* values) {
  bool negative = consumeIf(Tok::Minus);
  const TypeData& data = c_.type(element);
  if (data.kind == TypeKind::Float) {
    FloatBits bits;
    auto kind = static_cast<FloatKind>(data.sub);
    if (!floatFromToken(token_, negative, kind, &bits)) return false;
    advance();
    values->push_back(static_cast<std::int64_t>(bits.low));
    if (floatWidth(kind) > 64) values->push_back(static_cast<std::int64_t>(bits.high));
    return true;
  }
  bool isBool = isOneBit(data);
  if (isWord("true") || isWord("false")) {
    if (!isBool) return failHere("expected i1 type for 'true' or 'false' values");
    values->push_back(isWord("true") ? 1 : 0);
    advance();
    return true;
  }
  if (!is(Tok::Integer)) return failHere("expected integer literal");
  Token literal = token_;
  advance();
  if (isBool) return failHere("expected 'true' or 'false' values for i1 type");
  bool isSigned = data.sub == static_cast<std::uint8_t>(Signedness::Signed);
  std::optional<Words> words = integerBits(literal.text(), negative, static_cast<unsigned>(data.ints[0]), isSigned);
  if (!words) return failHere("integer constant out of range");
  values->insert(values->end(), words->begin(), words->end());
  return true;
}

AttrId Reader::denseResource(TypeId expected) {
  Offset where = at();
  advance();
  std::string key;
  if (!expect(Tok::Less, "expected '<' after 'dense_resource'")) return {};
  if (!parseOptionalKeywordOrString(&key)) return failHere("expected identifier key for 'resource' entry"), AttrId();
  if (!expect(Tok::Greater, "expected '>'")) return {};
  TypeId shaped = expected;
  if (!shaped) {
    where = at();
    if (!expect(Tok::Colon, "expected ':'") || !(shaped = type())) return {};
  }
  if (rankOf(c_, shaped) < 0 && !isTensor(c_, shaped)) return fail(where, "`dense_resource` expected a shaped type"), AttrId();
  return c_.attr({.kind = AttrKind::DenseResource, .type = shaped, .text = key});
}

AttrId Reader::stridedLayout() {
  advance();
  std::vector<std::int64_t> ints = {0};
  if (!expect(Tok::Less, "expected '<' after 'strided'") || !expect(Tok::LSquare, "expected '['")) return {};
  if (!is(Tok::RSquare)) {
    do {
      std::optional<std::int64_t> stride = strideOrOffset();
      if (!stride) return {};
      ints.push_back(*stride);
    } while (consumeIf(Tok::Comma));
  }
  if (!expect(Tok::RSquare, "expected ']'")) return {};
  if (!consumeIf(Tok::Greater)) {
    if (!expect(Tok::Comma, "expected ','")) return {};
    if (!isWord("offset")) return wrongToken("expected 'offset' after comma"), AttrId();
    advance();
    if (!expect(Tok::Colon, "expected ':' after 'offset'")) return {};
    std::optional<std::int64_t> start = strideOrOffset();
    if (!start || !expect(Tok::Greater, "expected '>'")) return {};
    ints[0] = *start;
  }
  return c_.attr({.kind = AttrKind::StridedLayout, .ints = ints});
}

std::optional<std::int64_t> Reader::strideOrOffset() {
  if (consumeIf(Tok::Question)) return kDynamic;
  Offset where = at();
  bool negative = consumeIf(Tok::Minus);
  std::optional<Words> words;
  if (is(Tok::Integer)) words = parseWords(token_.text(), 63);
  if (!words) return fail(where, "expected a 64-bit signed integer or '?'"), std::nullopt;
  advance();
  auto value = static_cast<std::int64_t>(words->empty() ? 0 : words->front());
  return negative ? -value : value;
}

AttrId Reader::distinctAttribute(TypeId expected) {
  Offset where = at();
  advance();
  if (!expect(Tok::LSquare, "expected '[' after 'distinct'")) return {};
  Token literal = token_;
  if (!expect(Tok::Integer, "expected distinct ID")) return {};
  std::optional<Words> words = parseWords(literal.text(), 64);
  if (!words) return failHere("expected an unsigned 64-bit integer"), AttrId();
  if (!expect(Tok::RSquare, "expected ']' to close distinct ID") || !expect(Tok::Less, "expected '<' after distinct ID")) return {};
  AttrId referenced = c_.unit();
  if (!consumeIf(Tok::Greater)) {
    bool ok = nested([&] { return (referenced = attribute(expected)).valid(); });
    if (!ok) return failHere("expected attribute"), AttrId();
    if (!expect(Tok::Greater, "expected '>' to close distinct attribute")) return {};
  }
  std::uint64_t number = words->empty() ? 0 : words->front();
  AttrId known = distinct_.try_emplace(number, referenced).first->second;
  if (known != referenced) return fail(where, "referenced attribute does not match previous definition: " + print(known)), AttrId();
  auto id = static_cast<std::int64_t>(number);
  return c_.attr({.kind = AttrKind::DistinctAttr, .subs = {&referenced, 1}, .ints = {&id, 1}});
}

}  // namespace shardlens
