#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"

// Numbers as attributes: what a literal means depends on its type.

namespace shardlens {

AttrId Reader::numberAttribute(TypeId type, bool negative) {
  Token literal = token_;
  advance();
  bool isFloat = literal.is(Tok::Float);
  if (!type) {
    if (!consumeIf(Tok::Colon)) {
      type = isFloat ? c_.floating(FloatKind::F64) : c_.integer(64);
    } else if (!(type = this->type())) {
      return {};
    }
  }
  return isFloat ? floatAttribute(literal, negative, type) : integerAttribute(literal, negative, type);
}

AttrId Reader::floatAttribute(const Token& literal, bool negative, TypeId type) {
  const TypeData& data = c_.type(type);
  if (data.kind != TypeKind::Float) return failHere("floating point value not valid for specified type"), AttrId();
  FloatBits bits;
  auto kind = static_cast<FloatKind>(data.sub);
  if (!floatFromToken(literal, negative, kind, &bits)) return {};
  std::int64_t words[] = {static_cast<std::int64_t>(bits.low), static_cast<std::int64_t>(bits.high)};
  return c_.attr({.kind = AttrKind::Float, .type = type, .ints = {words, floatWidth(kind) > 64 ? 2U : 1U}});
}

bool Reader::floatFromToken(const Token& literal, bool negative, FloatKind kind, FloatBits* out) {
  Offset where = offset(literal.begin);
  if (literal.is(Tok::Float)) {
    if (negative && !floatLayout(kind).hasSign)
      return fail(where, "negative floating point literal for a type with no signed representation");
    *out = encodeLiteral(literal.text(), negative, kind);
    return true;
  }
  if (!literal.is(Tok::Integer)) return fail(where, "expected floating point literal");
  std::string_view text = literal.text();
  if (!(text.size() > 1 && text[1] == 'x')) {
    fail(where, "unexpected decimal integer literal for a floating point value");
    note(where, "add a trailing dot to make the literal a float");
    return false;
  }
  if (negative) return fail(where, "hexadecimal float literal should not have a leading minus");
  std::optional<Words> words = parseWords(text, floatWidth(kind));
  if (!words) return fail(where, "hexadecimal float constant out of range for type");
  words->resize(2);
  *out = {(*words)[0], (*words)[1]};
  return true;
}

AttrId Reader::integerAttribute(const Token& literal, bool negative, TypeId type) {
  Offset where = offset(literal.begin);
  const TypeData& data = c_.type(type);
  if (data.kind == TypeKind::Float) return floatAttribute(literal, negative, type);
  if (data.kind != TypeKind::Integer && data.kind != TypeKind::Index)
    return fail(where, "integer literal not valid for specified type"), AttrId();
  bool isUnsigned = data.kind == TypeKind::Integer && data.sub == static_cast<std::uint8_t>(Signedness::Unsigned);
  if (negative && isUnsigned) return fail(where, "negative integer literal not valid for unsigned integer type"), AttrId();
  unsigned width = data.kind == TypeKind::Index ? 64 : static_cast<unsigned>(data.ints[0]);
  bool isSigned = data.kind == TypeKind::Index || data.sub == static_cast<std::uint8_t>(Signedness::Signed);
  if (width <= 64) {
    std::uint64_t value = 0;
    if (!integerBits64(literal.text(), negative, width, isSigned, &value))
      return fail(where, "integer constant out of range for attribute"), AttrId();
    bool isBool = width == 1 && data.kind == TypeKind::Integer && data.sub == static_cast<std::uint8_t>(Signedness::Signless);
    return isBool ? c_.boolean(value != 0) : c_.integer(type, static_cast<std::int64_t>(value));
  }
  std::optional<Words> words = integerBits(literal.text(), negative, width, isSigned);
  if (!words) return fail(where, "integer constant out of range for attribute"), AttrId();
  std::vector<std::int64_t> ints(words->begin(), words->end());
  return c_.attr({.kind = AttrKind::Integer, .type = type, .ints = ints});
}

}  // namespace shardlens
