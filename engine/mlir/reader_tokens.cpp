#include <cstring>

#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

namespace {

/// The token that a symbol of the contract stands for; Error for symbols that are several tokens (`::`, `==`).
Tok tokenOf(std::string_view symbol) {
  if (symbol.size() == 1) {
    switch (symbol[0]) {
      case ':': return Tok::Colon;
      case ',': return Tok::Comma;
      case '=': return Tok::Equal;
      case '<': return Tok::Less;
      case '>': return Tok::Greater;
      case '(': return Tok::LParen;
      case ')': return Tok::RParen;
      case '[': return Tok::LSquare;
      case ']': return Tok::RSquare;
      case '{': return Tok::LBrace;
      case '}': return Tok::RBrace;
      case '?': return Tok::Question;
      case '*': return Tok::Star;
      case '+': return Tok::Plus;
      case '-': return Tok::Minus;
      case '|': return Tok::Bar;
      case '/': return Tok::Slash;
      default: return Tok::Error;
    }
  }
  if (symbol == "->") return Tok::Arrow;
  if (symbol == "...") return Tok::Ellipsis;
  return Tok::Error;
}

/// End of the text before `where` on the line before, where only blanks and comments lie between.
std::size_t endOfLineBefore(std::string_view text, std::size_t where) {
  std::string_view before = text.substr(0, where);
  while (true) {
    std::size_t last = before.find_last_not_of(" \t");
    before = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (before.empty()) return where;
    if (before.back() != '\n' && before.back() != '\r') return before.size();
    before.remove_suffix(1);
    std::size_t lineBreak = before.find_last_of("\n\r");
    std::size_t comment = before.find("//", lineBreak == std::string_view::npos ? 0 : lineBreak);
    if (comment != std::string_view::npos) before = before.substr(0, comment);
  }
}

}  // namespace

void Reader::reportToken() { diagnostics_.error(source_->name(), source_->position(offset(lexer_.errorAt())), lexer_.errorMessage()); }

bool Reader::fail(Offset where, std::string message) {
  // The lexer has said already why its token is wrong.
  if (!is(Tok::Error)) diagnostics_.error(source_->name(), source_->position(where), std::move(message));
  return false;
}

bool Reader::failHere(std::string message) {
  Offset where = at();
  if (is(Tok::Eof) && where > 0) --where;
  return fail(where, std::move(message));
}

bool Reader::wrongToken(std::string message) {
  Offset where = at();
  if (is(Tok::Eof) && where > 0) --where;
  return fail(static_cast<Offset>(endOfLineBefore(source_->text(), where)), std::move(message));
}

bool Reader::error(Offset where, std::string message) {
  if (!frame_->name.empty()) message = "custom op '" + std::string(frame_->name) + "' " + message;
  return fail(where, std::move(message));
}

void Reader::note(Offset where, std::string message) {
  if (is(Tok::Error) || diagnostics_.all().empty()) return;
  diagnostics_.all().back().notes.push_back({Severity::Note, source_->name(), source_->position(where), std::move(message), {}});
}

std::string_view Reader::stringValue(const Token& token) {
  std::string_view text = token.text();
  if (text.find('\\') == std::string_view::npos) {
    if (text[0] == '@') text.remove_prefix(1);
    return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
  }
  unescape(text, scratch_);
  return scratch_;
}

bool Reader::parsePunctuation(std::string_view symbol) {
  Tok kind = tokenOf(symbol);
  if (kind != Tok::Error && token_.kind == kind) return advance(), true;
  if (kind == Tok::Error && parseOptionalPunctuation(symbol)) return true;
  return wrongToken("expected '" + std::string(symbol) + "'");
}

bool Reader::parseOptionalPunctuation(std::string_view symbol) {
  Tok kind = tokenOf(symbol);
  if (kind != Tok::Error) return consumeIf(kind);
  std::size_t left = static_cast<std::size_t>(lexer_.end() - token_.begin);
  if (left < symbol.size() || std::string_view(token_.begin, symbol.size()) != symbol) return false;
  resetTo(token_.begin + symbol.size());
  return true;
}

bool Reader::parseKeyword(std::string_view keyword, std::string_view messageTail) {
  if (parseOptionalKeyword(keyword)) return true;
  return error(at(), "expected '" + std::string(keyword) + "'" + std::string(messageTail));
}

bool Reader::parseOptionalKeyword(std::string_view keyword) {
  if (!isKeyword() || token_.text() != keyword) return false;
  advance();
  return true;
}

bool Reader::parseKeyword(std::string_view* any) {
  if (parseOptionalKeyword(any)) return true;
  return error(at(), "expected valid keyword");
}

bool Reader::parseOptionalKeyword(std::string_view* any) {
  if (!isKeyword()) return false;
  *any = token_.text();
  advance();
  return true;
}

bool Reader::parseKeywordOrString(std::string* out) {
  if (parseOptionalKeywordOrString(out)) return true;
  return error(at(), "expected valid keyword or string");
}

bool Reader::parseOptionalKeywordOrString(std::string* out) {
  std::string_view word;
  if (!parseOptionalKeyword(&word)) return parseOptionalString(out);
  out->assign(word);
  return true;
}

bool Reader::parseString(std::string* out) {
  if (parseOptionalString(out)) return true;
  return error(at(), "expected string");
}

bool Reader::parseOptionalString(std::string* out) {
  if (!is(Tok::String)) return false;
  if (out) out->assign(stringValue(token_));
  advance();
  return true;
}

bool Reader::parseInteger(std::int64_t* out) {
  Offset where = at();
  std::optional<bool> read = parseOptionalInteger(out);
  if (!read) return error(where, "expected integer value");
  return *read;
}

std::optional<bool> Reader::parseOptionalInteger(std::int64_t* out) {
  Offset where = at();
  if (isWord("true") || isWord("false")) {
    *out = isWord("true") ? 1 : 0;
    advance();
    return true;
  }
  if (!is(Tok::Integer) && !is(Tok::Minus)) return std::nullopt;
  bool negative = consumeIf(Tok::Minus);
  Token literal = token_;
  if (!expect(Tok::Integer, "expected integer value")) return false;
  // 65 bits hold every 64-bit number of either sign.
  std::optional<Words> words = parseWords(literal.text(), 64);
  std::uint64_t value = words && !words->empty() ? words->front() : 0;
  bool fits = words && (negative ? value <= 1ULL << 63 : value < 1ULL << 63);
  if (!fits) return error(where, "integer value too large");
  *out = static_cast<std::int64_t>(negative ? 0 - value : value);
  return true;
}

bool Reader::parseFloat(double* out) {
  bool negative = consumeIf(Tok::Minus);
  FloatBits bits;
  if (!floatFromToken(token_, negative, FloatKind::F64, &bits)) return false;
  advance();
  std::memcpy(out, &bits.low, sizeof *out);
  return true;
}

bool Reader::openList(Delimiter delimiter, std::string_view context, Tok* close, bool* done) {
  struct Shape {
    Tok open, close;
    const char* message;
  };
  Shape shape{};
  bool optional = false;
  switch (delimiter) {
    case Delimiter::None: return true;
    case Delimiter::OptionalParen: optional = true; [[fallthrough]];
    case Delimiter::Paren: shape = {Tok::LParen, Tok::RParen, "expected '('"}; break;
    case Delimiter::OptionalSquare: optional = true; [[fallthrough]];
    case Delimiter::Square: shape = {Tok::LSquare, Tok::RSquare, "expected '['"}; break;
    case Delimiter::OptionalLessGreater: optional = true; [[fallthrough]];
    case Delimiter::LessGreater: shape = {Tok::Less, Tok::Greater, "expected '<'"}; break;
    case Delimiter::OptionalBraces: optional = true; [[fallthrough]];
    case Delimiter::Braces: shape = {Tok::LBrace, Tok::RBrace, "expected '{'"}; break;
  }
  *close = shape.close;
  if (!is(shape.open)) {
    if (!optional) return wrongToken(std::string(shape.message).append(context));
    *done = true;
    return true;
  }
  advance();
  *done = consumeIf(shape.close);
  return true;
}

bool Reader::closeList(Tok close, std::string_view context) {
  if (consumeIf(close)) return true;
  char symbol = close == Tok::RParen ? ')' : close == Tok::RSquare ? ']' : close == Tok::Greater ? '>' : '}';
  return wrongToken(std::string("expected '") + symbol + "'" + std::string(context));
}

bool Reader::parseCommaSeparatedList(Delimiter delimiter, const std::function<bool()>& element, std::string_view context) {
  return list(delimiter, element, context);
}

}  // namespace shardlens
