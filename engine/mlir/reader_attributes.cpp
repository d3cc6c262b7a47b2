#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "engine/mlir/number_text.h"
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
    if (negative && !floatLayout(kind).hasSign) return fail(where, "floating point value is not valid for a type without a sign");
    double value = parseDouble(literal.text());
    *out = encodeFloat(negative ? -value : value, kind);
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

AttrId Reader::dictionaryAttribute() {
  AttrId made;
  nested([&] {
    std::vector<std::pair<StrId, AttrId>> entries;
    if (!attributeEntries(&entries)) return false;
    made = dictionary(entries);
    return true;
  });
  return made;
}

StrId Reader::nameOf(std::string_view text) { return c_.str(text); }

// Names are distinct here and few, so they are put in order by insertion, and nothing is allocated.
AttrId Reader::dictionary(std::vector<std::pair<StrId, AttrId>>& entries) {
  if (entries.empty()) return c_.emptyDict();
  if (entries.size() > 32) return c_.dict(entries);
  for (std::size_t i = 1; i < entries.size(); ++i) {
    auto entry = entries[i];
    std::string_view name = c_.str(entry.first);
    std::size_t at = i;
    for (; at > 0 && name < c_.str(entries[at - 1].first); --at) entries[at] = entries[at - 1];
    entries[at] = entry;
  }
  dictScratch_.clear();
  for (const auto& [name, value] : entries) {
    dictScratch_.push_back(nameAttribute(name));
    dictScratch_.push_back(value);
  }
  return c_.attr({.kind = AttrKind::Dictionary, .subs = dictScratch_});
}

AttrId Reader::nameAttribute(StrId name) {
  if (name.value >= nameAttributes_.size()) nameAttributes_.resize(name.value + 64);
  AttrId& known = nameAttributes_[name.value];
  if (!known) known = c_.string(c_.str(name));
  return known;
}

bool Reader::attributeEntries(std::vector<std::pair<StrId, AttrId>>* out) {
  std::size_t first = out->size();
  std::unordered_set<std::uint32_t> many;  // of names, once comparing them one by one would take long
  auto seen = [&](StrId name) {
    constexpr std::size_t kFew = 32;
    std::size_t count = out->size() - first;
    if (count < kFew)
      return std::any_of(out->begin() + static_cast<std::ptrdiff_t>(first), out->end(), [&](const auto& e) { return e.first == name; });
    for (std::size_t i = first + many.size(); i < out->size(); ++i) many.insert((*out)[i].first.value);
    return many.count(name.value) != 0;
  };
  auto entry = [&] {
    if (!is(Tok::String) && !isKeyword()) return wrongToken("expected attribute name");
    StrId name = nameOf(is(Tok::String) ? stringValue(token_) : token_.text());
    if (c_.str(name).empty()) return failHere("expected valid attribute name");
    if (seen(name)) return failHere("duplicate key '" + std::string(c_.str(name)) + "' in dictionary attribute");
    advance();
    AttrId value = consumeIf(Tok::Equal) ? attribute() : c_.unit();
    if (value) out->emplace_back(name, value);
    return value.valid();
  };
  return list(Delimiter::Braces, entry, " in attribute dictionary");
}

bool Reader::parseOptionalAttrDict(OpState& state) { return !is(Tok::LBrace) || attributeEntries(&state.attrs); }

bool Reader::parseOptionalAttrDictWithKeyword(OpState& state) {
  if (!isWord("attributes")) return true;
  advance();
  return attributeEntries(&state.attrs);
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

TypeId Reader::typeOfAttribute(AttrId attr) const {
  const AttrData& data = c_.attr(attr);
  switch (data.kind) {
    case AttrKind::Integer:
    case AttrKind::Float:
    case AttrKind::DenseElements:
    case AttrKind::DenseStrings:
    case AttrKind::DenseResource:
    case AttrKind::SparseElements: return data.type;
    default: return {};
  }
}

std::string Reader::print(TypeId type) const { return "'" + printType(c_, type) + "'"; }
std::string Reader::print(AttrId attr) const { return printAttribute(c_, attr); }

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
    if (!isInteger(c_, element, 1) && width % 8 != 0) return fail(where, "element type bitwidth must be a multiple of 8");
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
  bool isBool = isInteger(c_, element, 1);
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
