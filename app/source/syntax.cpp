#include "app/source/syntax.h"

#include <algorithm>

namespace shardlens::app {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isName(char c) { return isLetter(c) || isDigit(c) || c == '.' || c == '$' || c == '-'; }

constexpr std::string_view kTypes[] = {"tensor", "tuple", "complex", "vector", "memref", "index", "none",
                                       "token",  "bf16",  "f16",     "f32",    "f64",    "dense", "loc"};

bool isTypeWord(std::string_view word) {
  if (std::find(std::begin(kTypes), std::end(kTypes), word) != std::end(kTypes)) return true;
  std::size_t digits = word.starts_with("ui") || word.starts_with("si")   ? 2
                       : word.starts_with('i')                            ? 1
                       : word.starts_with("f8") || word.starts_with("f4") ? word.size()
                                                                          : 0;
  return digits > 0 && word.size() > digits - (digits == word.size() ? 1 : 0) &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(std::min(digits, word.size())), word.end(), isDigit);
}

class Scanner {
 public:
  explicit Scanner(std::string_view line) : line_(line) {}

  std::vector<Token> run() {
    while (at_ < line_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    char c = line_[at_];
    std::size_t from = at_;
    if (c == '"') {
      string();
      add(TokenKind::String, from);
    } else if (c == '/' && line_.substr(at_).starts_with("//")) {
      at_ = line_.size();
      add(TokenKind::Comment, from);
    } else if (c == '%' || c == '@' || c == '#' || c == '!' || c == '^') {
      ++at_;
      if (at_ < line_.size() && line_[at_] == '"') string();
      name();
      add(c == '%' ? TokenKind::Value : c == '@' ? TokenKind::Symbol : c == '!' ? TokenKind::Type : TokenKind::Attribute, from);
    } else if (isDigit(c)) {
      number(from);
    } else if (isLetter(c)) {
      word(from);
    } else {
      ++at_;
    }
  }

  void string() {
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_)
      if (line_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, line_.size());
  }
  void name() {
    while (at_ < line_.size() && isName(line_[at_])) ++at_;
  }
  // A shape such as 8x512xbf16 is a type's, not a number.
  void number(std::size_t from) {
    bool shape = false;
    while (at_ < line_.size() && (isName(line_[at_]) || line_[at_] == '+')) shape |= line_[at_++] == 'x';
    add(shape && !line_.substr(from).starts_with("0x") ? TokenKind::Type : TokenKind::Number, from);
  }
  void word(std::size_t from) {
    while (at_ < line_.size() && isName(line_[at_])) ++at_;
    std::string_view text = line_.substr(from, at_ - from);
    if (isTypeWord(text)) return add(TokenKind::Type, from);
    bool operation = text.find('.') != std::string_view::npos || text == "return" || text == "module" || text == "func";
    if (operation) add(TokenKind::Keyword, from);
  }
  void add(TokenKind kind, std::size_t from) {
    out_.push_back({kind, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(at_ - from)});
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::vector<Token> out_;
};

}  // namespace

std::vector<Token> tokens(std::string_view line) { return Scanner(line).run(); }

std::string_view nameAt(std::string_view line, std::size_t at) {
  if (at >= line.size()) return {};
  std::size_t from = at;
  while (from > 0 && isName(line[from])) --from;
  if (line[from] != '%' && line[from] != '@' && line[from] != '#') return {};
  std::size_t end = from + 1;
  while (end < line.size() && isName(line[end])) ++end;
  return line.substr(from, end - from);
}

}  // namespace shardlens::app
