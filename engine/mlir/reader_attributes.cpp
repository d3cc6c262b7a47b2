#include <algorithm>

#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

AttrId Reader::attribute(TypeId expected) {
  switch (token_.kind) {
    case Tok::Integer:
    case Tok::Float: return numberAttribute(expected, false);
    case Tok::Minus:
      advance();
      if (is(Tok::Integer) || is(Tok::Float)) return numberAttribute(expected, true);
      wrongToken("expected constant integer or floating point value");
      return {};
    case Tok::String: return stringAttribute(expected);
    case Tok::Hash: return extendedAttribute(expected);
    case Tok::At: return symbolAttribute();
    case Tok::LSquare: return arrayAttribute();
    case Tok::LBrace: return dictionaryAttribute();
    case Tok::Word: return attributeByWord(expected);
    default: break;
  }
  TypeId type;
  std::optional<bool> read = parseOptionalType(&type);
  if (!read) wrongToken("expected attribute value");
  return read && *read ? c_.typeAttr(type) : AttrId();
}

AttrId Reader::attributeByWord(TypeId expected) {
  std::string_view word = token_.text();
  if (word == "true" || word == "false") return advance(), c_.boolean(word == "true");
  if (word == "dense") return denseElements(expected);
  if (word == "array") return denseArray();
  if (word == "unit") return advance(), c_.unit();
  if (word == "dense_resource") return denseResource(expected);
  if (word == "sparse") return sparseElements(expected);
  if (word == "strided") return stridedLayout();
  if (word == "distinct") return distinctAttribute(expected);
  if (word == "affine_map") return affineAttribute(true);
  if (word == "affine_set") return affineAttribute(false);
  if (word == "loc") {
    advance();
    AttrId loc;
    bool ok = expect(Tok::LParen, "expected '(' in inline location") && locationInstance(&loc) &&
              expect(Tok::RParen, "expected ')' in inline location");
    return ok ? loc : AttrId();
  }
  TypeId type;
  std::optional<bool> read = parseOptionalType(&type);
  if (!read) wrongToken("expected attribute value");
  return read && *read ? c_.typeAttr(type) : AttrId();
}

std::optional<bool> Reader::parseOptionalAttribute(AttrId* out, TypeId expected) {
  static constexpr std::string_view kWords[] = {"true",   "false",   "dense",    "array",      "unit",       "dense_resource",
                                                "sparse", "strided", "distinct", "affine_map", "affine_set", "loc"};
  switch (token_.kind) {
    case Tok::Integer:
    case Tok::Float:
    case Tok::Minus:
    case Tok::String:
    case Tok::Hash:
    case Tok::At:
    case Tok::LSquare:
    case Tok::LBrace: return parseAttribute(out, expected);
    default: break;
  }
  bool starts = startsType() || (is(Tok::Word) && std::find(std::begin(kWords), std::end(kWords), token_.text()) != std::end(kWords));
  if (!starts) return std::nullopt;
  return parseAttribute(out, expected);
}

AttrId Reader::stringAttribute(TypeId expected) {
  std::string value(stringValue(token_));
  advance();
  TypeId type = expected;
  if (!type && consumeIf(Tok::Colon) && !(type = this->type())) return {};
  if (type && c_.type(type).kind == TypeKind::None) type = {};
  return c_.attr({.kind = AttrKind::String, .type = type, .text = value});
}

AttrId Reader::symbolAttribute() {
  std::string root(stringValue(token_));
  advance();
  std::vector<AttrId> nestedNames;
  while (is(Tok::Colon)) {
    const char* colon = token_.begin;
    advance();
    if (!is(Tok::Colon)) {
      // A single colon belongs to what follows.
      resetTo(colon);
      break;
    }
    advance();
    if (!is(Tok::At)) return fail(at(), "expected nested symbol reference identifier"), AttrId();
    nestedNames.push_back(c_.string(stringValue(token_)));
    advance();
  }
  return c_.attr({.kind = AttrKind::SymbolRef, .subs = nestedNames, .text = root});
}

AttrId Reader::arrayAttribute() {
  AttrId made;
  nested([&] {
    advance();
    std::vector<AttrId> items;
    bool ok = listUntil(Tok::RSquare, "expected ',' or ']'", [&] {
      AttrId one = attribute();
      items.push_back(one);
      return one.valid();
    });
    if (ok) made = c_.array(items);
    return ok;
  });
  return made;
}

bool Reader::parseSymbolName(AttrId* out) {
  if (parseOptionalSymbolName(out)) return true;
  return error(at(), "expected valid '@'-identifier for symbol name");
}

bool Reader::parseOptionalSymbolName(AttrId* out) {
  if (!is(Tok::At)) return false;
  *out = c_.string(stringValue(token_));
  advance();
  return true;
}

std::string Reader::print(TypeId type) const { return "'" + printType(c_, type) + "'"; }
std::string Reader::print(AttrId attr) const { return printAttribute(c_, attr); }

}  // namespace shardlens
