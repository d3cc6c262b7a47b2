#include "engine/mlir/lexer.h"

#include <cstring>
#include <string>
#include <utility>

namespace shardlens {

namespace {

constexpr std::uint8_t classOf(unsigned char c) {
  bool alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  bool digit = c >= '0' && c <= '9';
  bool hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  bool punct = c == '$' || c == '.' || c == '_' || c == '-';
  bool stop = c == '"' || c == '\\' || c == '\n' || c == '\v' || c == '\f' || c == '\0';
  unsigned bits = 0;
  if (alpha) bits |= kAlpha;
  if (digit) bits |= kDigit;
  if (hex) bits |= kHexDigit;
  if (alpha || digit || (punct && c != '-')) bits |= kWordRest;
  if (alpha || punct) bits |= kSuffixStart;
  if (alpha || digit || punct) bits |= kSuffixRest;
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0') bits |= kSpace;
  if (stop) bits |= kStringStop;
  return static_cast<std::uint8_t>(bits);
}

constexpr std::array<std::uint8_t, 256> makeClasses() {
  std::array<std::uint8_t, 256> made{};
  for (unsigned c = 0; c < 256; ++c) made[c] = classOf(static_cast<unsigned char>(c));
  return made;
}

/// What a token that starts with a character may be: a Tok for those of one character, or one of these.
enum Start : std::uint8_t { kStartBlank = 64, kStartWord, kStartNumber, kStartName, kStartOther };

constexpr std::array<std::uint8_t, 256> makeStarts() {
  std::array<std::uint8_t, 256> made{};
  for (unsigned c = 0; c < 256; ++c) {
    unsigned bits = classOf(static_cast<unsigned char>(c));
    made[c] = (bits & kSpace) ? kStartBlank : (bits & kAlpha) || c == '_' ? kStartWord : (bits & kDigit) ? kStartNumber : kStartOther;
  }
  constexpr std::pair<char, Tok> kSingles[] = {
      {':', Tok::Colon},  {',', Tok::Comma},   {'=', Tok::Equal},    {'(', Tok::LParen}, {')', Tok::RParen},
      {'}', Tok::RBrace}, {'[', Tok::LSquare}, {']', Tok::RSquare},  {'<', Tok::Less},   {'>', Tok::Greater},
      {'+', Tok::Plus},   {'*', Tok::Star},    {'?', Tok::Question}, {'|', Tok::Bar},
  };
  for (auto [c, tok] : kSingles) made[static_cast<unsigned char>(c)] = static_cast<std::uint8_t>(tok);
  made['%'] = kStartName;
  return made;
}
constexpr auto kStarts = makeStarts();

bool isIntType(std::string_view text) {
  std::size_t from = 0;
  if (text[0] == 'i') {
    from = 1;
  } else if (text.size() > 1 && text[1] == 'i' && (text[0] == 's' || text[0] == 'u')) {
    from = 2;
  } else {
    return false;
  }
  if (from == text.size()) return false;
  for (char c : text.substr(from)) {
    if (!isClass(c, kDigit)) return false;
  }
  return true;
}

unsigned hexValue(char c) { return isClass(c, kDigit) ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c | 0x20) - 'a' + 10); }

}  // namespace

const std::array<std::uint8_t, 256> kCharClass = makeClasses();

Token Lexer::fail(const char* start, const char* where, const char* message) {
  errorAt_ = where;
  errorMessage_ = message;
  return form(Tok::Error, start);
}

Token Lexer::next() {
  while (at_ < end_) {
    const char* start = at_++;
    std::uint8_t kind = kStarts[static_cast<unsigned char>(*start)];
    switch (kind) {
      case kStartBlank: continue;
      case kStartWord: return word(start);
      case kStartNumber: return number(start);
      case kStartName: return suffixed(start, Tok::Percent, "invalid SSA name");
      case kStartOther: break;
      default: return form(static_cast<Tok>(kind), start);
    }
    if (*start == '/' && peek() == '/') {
      skipComment();
      continue;
    }
    return unusual(start);
  }
  return {Tok::Eof, end_, end_};
}

Token Lexer::unusual(const char* start) {
  switch (*start) {
    case '!': return suffixed(start, Tok::Bang, "invalid type identifier");
    case '^': return suffixed(start, Tok::Caret, "invalid block name");
    case '#':
      if (peek() == '-' && peek(1) == '}') return at_ += 2, form(Tok::MetaEnd, start);
      return suffixed(start, Tok::Hash, "invalid attribute name");
    case '"': return string(start, Tok::String);
    case '@': return atName(start);
    case '{':
      if (peek() == '-' && peek(1) == '#') return at_ += 2, form(Tok::MetaBegin, start);
      return form(Tok::LBrace, start);
    case '-':
      if (peek() == '>') return ++at_, form(Tok::Arrow, start);
      return form(Tok::Minus, start);
    case '.':
      if (peek() == '.' && peek(1) == '.') return at_ += 2, form(Tok::Ellipsis, start);
      return fail(start, at_, "expected three consecutive dots for an ellipsis");
    case '/': return form(Tok::Slash, start);
    default: return fail(start, start, "unexpected character");
  }
}

Token Lexer::word(const char* start) {
  while (at_ < end_ && isClass(*at_, kWordRest)) ++at_;
  Token made = form(Tok::Word, start);
  if ((*start == 'i' || *start == 's' || *start == 'u') && isIntType(made.text())) made.kind = Tok::IntType;
  return made;
}

Token Lexer::number(const char* start) {
  if (*start == '0' && peek() == 'x') {
    // `0xi32` is a zero and the word `xi32`.
    if (!isClass(peek(1), kHexDigit)) return form(Tok::Integer, start);
    at_ += 2;
    while (at_ < end_ && isClass(*at_, kHexDigit)) ++at_;
    return form(Tok::Integer, start);
  }
  while (at_ < end_ && isClass(*at_, kDigit)) ++at_;
  if (peek() != '.') return form(Tok::Integer, start);
  ++at_;
  while (at_ < end_ && isClass(*at_, kDigit)) ++at_;
  if (peek() == 'e' || peek() == 'E') {
    bool isSigned = peek(1) == '-' || peek(1) == '+';
    if (isClass(peek(isSigned ? 2 : 1), kDigit)) {
      at_ += 2;
      while (at_ < end_ && isClass(*at_, kDigit)) ++at_;
    }
  }
  return form(Tok::Float, start);
}

Token Lexer::suffixed(const char* start, Tok kind, const char* message) {
  char c = peek();
  if (isClass(c, kDigit)) {
    while (at_ < end_ && isClass(*at_, kDigit)) ++at_;
  } else if (isClass(c, kSuffixStart)) {
    while (at_ < end_ && isClass(*at_, kSuffixRest)) ++at_;
  } else {
    return fail(start, start, message);
  }
  return form(kind, start);
}

Token Lexer::atName(const char* start) {
  char c = peek();
  if (c == '"') return ++at_, string(start, Tok::At);
  if (!isClass(c, kAlpha) && c != '_') {
    const char* where = at_;
    if (at_ < end_) ++at_;
    return fail(start, where, "@ identifier expected to start with letter or '_'");
  }
  while (at_ < end_ && isClass(*at_, kWordRest)) ++at_;
  return form(Tok::At, start);
}

// Big constants are one string of many megabytes: whole blocks without a stop are passed at memory speed.
void Lexer::skipPlainText() {
  constexpr std::ptrdiff_t kBlock = 64;
  while (end_ - at_ >= kBlock) {
    unsigned stops = 0;
    for (std::ptrdiff_t i = 0; i < kBlock; ++i) {
      char c = at_[i];
      stops |= static_cast<unsigned>(c == '"') | static_cast<unsigned>(c == '\\') | static_cast<unsigned>(c >= 0 && c < 16);
    }
    if (stops) break;
    at_ += kBlock;
  }
  while (at_ < end_ && !isClass(*at_, kStringStop)) ++at_;
}

Token Lexer::string(const char* start, Tok kind) {
  while (true) {
    while (at_ < end_ && !isClass(*at_, kStringStop)) {
      ++at_;
      if (at_ - start > 256) skipPlainText();
    }
    if (at_ >= end_) return fail(start, end_, "expected '\"' in string literal");
    char c = *at_++;
    if (c == '"') return form(kind, start);
    if (c == '\0') continue;
    if (c != '\\') return fail(start, at_ - 1, "expected '\"' in string literal");
    char escaped = peek();
    if (escaped == '"' || escaped == '\\' || escaped == 'n' || escaped == 't') {
      ++at_;
    } else if (isClass(escaped, kHexDigit) && isClass(peek(1), kHexDigit)) {
      at_ += 2;
    } else {
      return fail(start, at_ - 1, "unknown escape in string literal");
    }
  }
}

void Lexer::skipComment() {
  while (at_ < end_ && *at_ != '\n' && *at_ != '\r') ++at_;
}

void unescape(std::string_view quoted, std::string& out) {
  out.clear();
  if (quoted.starts_with('@')) quoted.remove_prefix(1);
  if (!quoted.starts_with('"')) {
    out.append(quoted);
    return;
  }
  std::string_view body = quoted.substr(1, quoted.size() - 2);
  for (std::size_t i = 0; i < body.size();) {
    std::size_t slash = body.find('\\', i);
    out.append(body.substr(i, slash == std::string_view::npos ? slash : slash - i));
    if (slash == std::string_view::npos) break;
    char c = body[slash + 1];
    i = slash + 2;
    if (c == '"' || c == '\\') {
      out.push_back(c);
    } else if (c == 'n' || c == 't') {
      out.push_back(c == 'n' ? '\n' : '\t');
    } else {
      out.push_back(static_cast<char>(hexValue(c) << 4 | hexValue(body[slash + 2])));
      i = slash + 3;
    }
  }
}

}  // namespace shardlens
