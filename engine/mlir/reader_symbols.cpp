#include <algorithm>

#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"
#include "engine/mlir/typed_attribute.h"

// Dialect symbols: `#dialect.name<...>`, `#dialect<...>`, `!dialect.name<...>`, and aliases. As in the reference, the body is first
// found by its balanced punctuation; then the dialect reads it. Bodies are therefore known as spellings before they are read, which
// is what the memos use.

namespace shardlens {

namespace {

// Of arith, shape and their like only a part is known.
bool keepsUnknown(const ReadOptions& options, std::string_view dialect) { return options.allowUnknownDialects && !isKnownDialect(dialect); }

bool isPlainLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isNamePart(char c) { return isPlainLetter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_'; }

/// How a symbol whose dialect is not known is written: `dialect.data` where data is a name, with a body in `<...>` or without, else
/// `dialect<data>`.
std::string spellingOf(std::string_view dialect, std::string_view data) {
  auto rest = std::ranges::find_if_not(data, isNamePart);
  bool isName = !data.empty() && isPlainLetter(data[0]) && (rest == data.end() || (*rest == '<' && data.back() == '>'));
  std::string made(dialect);
  return isName ? made.append(1, '.').append(data) : made.append(1, '<').append(data).append(1, '>');
}

/// A dialect that is known has no attributes or types but those that are known of it.
std::string noHook(std::string_view dialect, std::string_view what) {
  return "dialect '" + std::string(dialect) + "' provides no " + std::string(what) + " parsing hook";
}

}  // namespace

const char* Reader::symbolBody(bool* plain) {
  std::string open;
  const char* p = token_.begin;
  const char* end = lexer_.end();
  auto unbalanced = [&]() -> const char* {
    failHere(std::string("unbalanced '") + open.back() + "' character in pretty dialect name");
    return nullptr;
  };
  do {
    if (p == end || *p == '\0') return unbalanced();
    char c = *p++;
    switch (c) {
      case '<':
      case '[':
      case '(':
      case '{': open.push_back(c); break;
      case '-':
        if (p < end && *p == '>') ++p;
        break;
      case '>':
      case ']':
      case ')':
      case '}': {
        char opening = c == '>' ? '<' : c == ']' ? '[' : c == ')' ? '(' : '{';
        if (open.back() != opening) return unbalanced();
        open.pop_back();
        break;
      }
      case '"':
        resetTo(p - 1);
        if (!is(Tok::String)) return nullptr;
        p = token_.end;
        break;
      case '#':
      case '!': *plain = false; break;
      default: break;
    }
  } while (!open.empty());
  resetTo(p);
  return p;
}

Reader::Symbol Reader::symbol() {
  Symbol made;
  Token name = token_;
  std::string_view text = name.text().substr(1);
  const char* start = text.data();
  advance();
  bool body = is(Tok::Less) && token_.begin == name.end;
  std::size_t dot = text.find('.');
  made.dialect = text.substr(0, dot);
  if (dot == std::string_view::npos && !body) {
    made.alias = true;
    return made;
  }
  const char* dataStart = dot == std::string_view::npos ? name.end + 1 : start + dot + 1;
  made.at = offset(dot == std::string_view::npos ? name.begin : dataStart);
  const char* stop = name.end;
  if (body) {
    stop = symbolBody(&made.plain);
    made.ok = stop != nullptr;
    if (!made.ok) return made;
  }
  made.whole = {start, static_cast<std::size_t>(stop - start)};
  const char* dataEnd = dot == std::string_view::npos ? stop - 1 : stop;
  made.data = {dataStart, static_cast<std::size_t>(dataEnd - dataStart)};
  return made;
}

AttrId Reader::aliasAttribute(std::string_view name) {
  if (AttrId known = findAlias(name)) return known;
  wrongToken("undefined symbol alias id '" + std::string(name) + "'");
  return {};
}

AttrId Reader::extendedAttribute(TypeId expected) {
  AttrId made;
  nested([&] {
    Symbol s = symbol();
    if (!s.ok) return false;
    made = s.alias ? aliasAttribute(s.dialect) : dialectAttribute(s, expected);
    if (!made) return false;
    std::optional<TypeId> type = typeOfTyped(c_, made);
    if (!expected || !type || *type == expected) return true;
    made = {};
    return failHere("attribute type different than expected: expected " + print(expected) + ", but got " + print(*type));
  });
  return made;
}

/// Reads what is in `s` with `parse(mnemonic, where)`, or has it kept as it is where its dialect is known in part only.
template <typename Parse, typename Keep>
bool Reader::insideSymbol(const Symbol& s, std::string_view what, Parse&& parse, Keep&& keep) {
  const char* after = token_.begin;
  std::size_t errors = diagnostics_.all().size();
  resetTo(s.data.data());
  Frame frame;
  Frame* outer = frame_;
  frame_ = &frame;
  Offset where = at();
  std::string_view mnemonic;
  bool ok = parseKeyword(&mnemonic) && parse(mnemonic, where);
  bool silent = !ok && diagnostics_.all().size() == errors;
  if (silent && keepsUnknown(options_, s.dialect)) {
    keep();
    ok = true;
  } else if (silent) {
    fail(where, "unknown " + std::string(what) + " `" + std::string(mnemonic) + "` in dialect `" + std::string(s.dialect) + "`");
  }
  frame_ = outer;
  resetTo(after);
  return ok;
}

AttrId Reader::dialectAttribute(const Symbol& s, TypeId expected) {
  TypeId type = expected;
  bool typed = type.valid();
  if (consumeIf(Tok::Colon)) {
    typed = true;
    if (!(type = this->type())) return {};
  }
  const DialectText* dialect = dialectText(s.dialect);
  if (!dialect || !dialect->parseAttribute) {
    if (isKnownDialect(s.dialect)) return fail(offset(s.data.data()), noHook(s.dialect, "attribute")), AttrId();
    if (!options_.allowUnknownDialects) {
      fail(s.at, "#\"" + std::string(s.dialect) + "\"<\"" + std::string(s.data) + "\"> : " + (type ? print(type) : "'none'") +
                     " attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the "
                     "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used");
      return {};
    }
    return c_.attr({.kind = AttrKind::Dialect, .type = type, .text = spellingOf(s.dialect, s.data)});
  }
  bool memo = s.plain && !typed;
  std::uint32_t known = memo ? symbolAttrs_.find(s.whole) : TextMemo::kNone;
  if (known != TextMemo::kNone) return AttrId(known);
  AttrId made;
  auto parse = [&](std::string_view mnemonic, Offset where) { return dialect->parseAttribute(*this, mnemonic, where, type, &made); };
  auto keep = [&] { made = c_.attr({.kind = AttrKind::Dialect, .type = type, .text = spellingOf(s.dialect, s.data)}); };
  if (!insideSymbol(s, "attribute", parse, keep)) return {};
  if (memo) symbolAttrs_.add(s.whole, made.value);
  return made;
}

TypeId Reader::extendedType() {
  TypeId made;
  nested([&] {
    Symbol s = symbol();
    if (!s.ok) return false;
    if (!s.alias) return (made = dialectType(s)).valid();
    auto found = typeAliases_.find(s.dialect);
    if (found == typeAliases_.end()) return wrongToken("undefined symbol alias id '" + std::string(s.dialect) + "'");
    made = found->second;
    return true;
  });
  return made;
}

TypeId Reader::dialectType(const Symbol& s) {
  const DialectText* dialect = dialectText(s.dialect);
  if (!dialect || !dialect->parseType) {
    if (isKnownDialect(s.dialect)) return fail(offset(s.data.data()), noHook(s.dialect, "type")), TypeId();
    if (!options_.allowUnknownDialects) {
      fail(s.at, "`!\"" + std::string(s.dialect) + "\"<\"" + std::string(s.data) +
                     "\">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the "
                     "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used");
      return {};
    }
    return c_.type({.kind = TypeKind::Dialect, .text = spellingOf(s.dialect, s.data)});
  }
  std::uint32_t known = s.plain ? symbolTypes_.find(s.whole) : TextMemo::kNone;
  if (known != TextMemo::kNone) return TypeId(known);
  TypeId made;
  auto parse = [&](std::string_view mnemonic, Offset where) { return dialect->parseType(*this, mnemonic, where, &made); };
  auto keep = [&] { made = c_.type({.kind = TypeKind::Dialect, .text = spellingOf(s.dialect, s.data)}); };
  if (!insideSymbol(s, " type", parse, keep)) return {};
  if (s.plain) symbolTypes_.add(s.whole, made.value);
  return made;
}

}  // namespace shardlens
