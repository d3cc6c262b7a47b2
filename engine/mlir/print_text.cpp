#include "engine/mlir/print_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/mlir/big_decimal.h"

namespace shardlens {

namespace {

constexpr char kHexDigits[] = "0123456789ABCDEF";

// Not <cctype>: the text of a program does not depend on a locale.
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

template <typename Number>
void append(std::string& out, Number value) {
  std::array<char, 24> digits;
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

bool isPlain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

}  // namespace

void appendNumber(std::string& out, std::uint64_t value) { append(out, value); }
void appendNumber(std::string& out, std::int64_t value) { append(out, value); }

void appendInteger(std::string& out, std::span<const std::uint64_t> words, const TypeData& type) {
  bool isUnsigned = type.kind == TypeKind::Integer && type.sub == static_cast<std::uint8_t>(Signedness::Unsigned);
  auto width = type.kind == TypeKind::Integer ? static_cast<unsigned>(type.ints[0]) : 64U;
  if (width <= 64) {
    unsigned unused = width ? 64 - width : 0;
    std::uint64_t top = words[0] << unused;
    if (isUnsigned) return appendNumber(out, top >> unused);
    return appendNumber(out, static_cast<std::int64_t>(top) >> unused);
  }
  bool negative = !isUnsigned && (words[(width - 1) / 64] >> ((width - 1) % 64) & 1) != 0;
  BigNatural magnitude;
  for (unsigned at = 0; at < width; at += 32) {
    auto word = static_cast<std::uint32_t>(words[at / 64] >> (at % 64));
    if (negative) word = ~word;
    if (width - at < 32) word &= (1U << (width - at)) - 1;
    magnitude.setWord(at / 32, word);
  }
  if (negative) magnitude.add(1), out.push_back('-');
  out += magnitude.isZero() ? "0" : magnitude.digits();
}

void appendQuoted(std::string& out, std::string_view text) {
  out.push_back('"');
  while (!text.empty()) {
    auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, isPlain) - text.begin());
    out.append(text.substr(0, plain));
    if (plain == text.size()) break;
    auto odd = static_cast<unsigned char>(text[plain]);
    if (odd == '\\') {
      out += "\\\\";
    } else {
      out.push_back('\\');
      out.push_back(kHexDigits[odd >> 4]);
      out.push_back(kHexDigits[odd & 15]);
    }
    text.remove_prefix(plain + 1);
  }
  out.push_back('"');
}

bool isBareIdentifier(std::string_view text) {
  if (text.empty() || !(isLetter(text[0]) || text[0] == '_')) return false;
  return std::ranges::all_of(text, [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '.'; });
}

void appendKeywordOrString(std::string& out, std::string_view text) {
  if (isBareIdentifier(text)) {
    out.append(text);
  } else {
    appendQuoted(out, text);
  }
}

void appendSymbol(std::string& out, std::string_view name) {
  out.push_back('@');
  if (name.empty()) {
    out += "<<INVALID EMPTY SYMBOL>>";
  } else {
    appendKeywordOrString(out, name);
  }
}

bool isPrettySymbol(std::string_view body) {
  if (body.empty() || !isLetter(body.front())) return false;
  auto rest = std::ranges::find_if_not(body, [](char c) { return isLetter(c) || isDigit(c) || c == '.' || c == '_'; });
  return rest == body.end() || (*rest == '<' && body.back() == '>');
}

std::size_t mnemonicLength(std::string_view body) {
  auto end = std::ranges::find_if_not(body, [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '.'; });
  if (end != body.end() && *end == ' ') ++end;
  return static_cast<std::size_t>(end - body.begin());
}

void appendHexBytes(std::string& out, std::string_view bytes) {
  std::size_t at = out.size();
  out.resize(at + 2 * bytes.size());
  for (char byte : bytes) {
    auto value = static_cast<unsigned char>(byte);
    out[at++] = kHexDigits[value >> 4];
    out[at++] = kHexDigits[value & 15];
  }
}

}  // namespace shardlens
