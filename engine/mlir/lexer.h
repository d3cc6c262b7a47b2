#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace shardlens {

enum class Tok : std::uint8_t {
  Eof,
  Error,
  Word,     ///< bare identifier or keyword
  IntType,  ///< `i32`, `si8`, `ui4`
  Integer,  ///< decimal or `0x...`
  Float,
  String,
  At,  ///< `@name` or `@"name"`
  Hash,
  Percent,
  Caret,
  Bang,
  MetaBegin,  ///< `{-#`
  MetaEnd,    ///< `#-}`
  Arrow,
  Colon,
  Comma,
  Equal,
  Ellipsis,
  LParen,
  RParen,
  LBrace,
  RBrace,
  LSquare,
  RSquare,
  Less,
  Greater,
  Minus,
  Plus,
  Star,
  Question,
  Bar,
  Slash,
};

struct Token {
  Tok kind = Tok::Eof;
  const char* begin = nullptr;
  const char* end = nullptr;
  [[nodiscard]] std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  [[nodiscard]] bool is(Tok k) const { return kind == k; }
};

/// Classes of characters, as bits of `kCharClass`.
enum CharClass : std::uint8_t {
  kAlpha = 1,
  kDigit = 2,
  kHexDigit = 4,
  kWordRest = 8,
  kSuffixStart = 16,
  kSuffixRest = 32,
  kSpace = 64,
  kStringStop = 128
};
extern const std::array<std::uint8_t, 256> kCharClass;
inline bool isClass(char c, unsigned classes) { return (kCharClass[static_cast<unsigned char>(c)] & classes) != 0; }

/// Cuts a text into tokens, one at a time; it never looks past the end and keeps no copy.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  Token next();
  /// Continues at `where`, a place in the text.
  void reset(const char* where) { at_ = where; }
  [[nodiscard]] const char* begin() const { return begin_; }
  [[nodiscard]] const char* position() const { return at_; }
  [[nodiscard]] const char* end() const { return end_; }

  /// Where and why the last Error token arose.
  [[nodiscard]] const char* errorAt() const { return errorAt_; }
  [[nodiscard]] const char* errorMessage() const { return errorMessage_; }

 private:
  [[nodiscard]] char peek(std::ptrdiff_t ahead = 0) const { return end_ - at_ > ahead ? at_[ahead] : '\0'; }
  Token form(Tok kind, const char* start) const { return {kind, start, at_}; }
  Token fail(const char* start, const char* where, const char* message);
  Token unusual(const char* start);
  Token word(const char* start);
  Token number(const char* start);
  Token suffixed(const char* start, Tok kind, const char* message);
  Token atName(const char* start);
  Token string(const char* start, Tok kind);
  void skipComment();
  void skipPlainText();

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* errorAt_ = nullptr;
  const char* errorMessage_ = nullptr;
};

/// Bytes of a String or quoted At token, unescaped.
void unescape(std::string_view quoted, std::string& out);

}  // namespace shardlens
