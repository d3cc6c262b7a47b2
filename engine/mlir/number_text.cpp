#include "engine/mlir/number_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

namespace shardlens {

namespace {

bool isHex(std::string_view literal) { return literal.size() > 1 && literal[1] == 'x'; }

unsigned digitValue(char c) { return c <= '9' ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c | 0x20) - 'a' + 10); }

void trim(Words& words) {
  while (!words.empty() && words.back() == 0) words.pop_back();
}

unsigned activeBits(const Words& words) {
  return words.empty() ? 0 : static_cast<unsigned>(words.size() * 64) - static_cast<unsigned>(std::countl_zero(words.back()));
}

Words hexWords(std::string_view digits) {
  Words words((digits.size() + 15) / 16);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    words[i / 16] |= static_cast<std::uint64_t>(digitValue(digits[digits.size() - 1 - i])) << (i % 16 * 4);
  }
  trim(words);
  return words;
}

void multiplyAdd(Words& words, std::uint64_t factor, std::uint64_t add) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t carry = add;
  for (std::uint64_t& word : words) {
    Wide product = static_cast<Wide>(word) * factor + carry;
    word = static_cast<std::uint64_t>(product);
    carry = static_cast<std::uint64_t>(product >> 64);
  }
  if (carry) words.push_back(carry);
}

Words decimalWords(std::string_view digits) {
  Words words;
  constexpr std::size_t kChunk = 19;
  for (std::size_t i = 0; i < digits.size(); i += kChunk) {
    std::string_view chunk = digits.substr(i, kChunk);
    std::uint64_t value = 0, scale = 1;
    for (char c : chunk) {
      value = value * 10 + digitValue(c);
      scale *= 10;
    }
    multiplyAdd(words, scale, value);
  }
  return words;
}

void negate(Words& words) {
  std::uint64_t carry = 1;
  for (std::uint64_t& word : words) {
    word = ~word + carry;
    carry = carry && word == 0 ? 1 : 0;
  }
}

bool bitSet(const Words& words, unsigned bit) { return (words[bit / 64] >> (bit % 64) & 1) != 0; }

constexpr std::uint64_t lowMask(unsigned bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }

using LayoutSpecials = FloatLayout::Specials;
constexpr FloatLayout kLayouts[] = {
    {4, 1, 1, LayoutSpecials::FiniteOnly},                      // F4E2M1FN
    {6, 3, 1, LayoutSpecials::FiniteOnly},                      // F6E2M3FN
    {6, 2, 3, LayoutSpecials::FiniteOnly},                      // F6E3M2FN
    {8, 4, 3, LayoutSpecials::Ieee},                            // F8E3M4
    {8, 3, 7, LayoutSpecials::Ieee},                            // F8E4M3
    {8, 3, 7, LayoutSpecials::NanOnlyAllOnes},                  // F8E4M3FN
    {8, 3, 8, LayoutSpecials::NanOnlyNegativeZero},             // F8E4M3FNUZ
    {8, 3, 11, LayoutSpecials::NanOnlyNegativeZero},            // F8E4M3B11FNUZ
    {8, 2, 15, LayoutSpecials::Ieee},                           // F8E5M2
    {8, 2, 16, LayoutSpecials::NanOnlyNegativeZero},            // F8E5M2FNUZ
    {8, 0, 127, LayoutSpecials::NanOnlyAllOnes, false, false},  // F8E8M0FNU
    {16, 7, 127, LayoutSpecials::Ieee},                         // BF16
    {16, 10, 15, LayoutSpecials::Ieee},                         // F16
    {19, 10, 127, LayoutSpecials::Ieee},                        // TF32
    {32, 23, 127, LayoutSpecials::Ieee},                        // F32
    {64, 52, 1023, LayoutSpecials::Ieee},                       // F64
    {80, 63, 16383, LayoutSpecials::Ieee},                      // F80
    {128, 112, 16383, LayoutSpecials::Ieee},                    // F128
};

/// Code of what lies beyond the largest finite number.
std::uint64_t overflowCode(const FloatLayout& l, bool isNan) {
  unsigned magnitudeBits = l.bits - (l.hasSign ? 1 : 0);
  std::uint64_t all = lowMask(magnitudeBits);
  switch (l.specials) {
    case LayoutSpecials::Ieee: return (all & ~lowMask(l.mantissa)) | (isNan ? 1ULL << (l.mantissa - 1) : 0);
    case LayoutSpecials::NanOnlyAllOnes: return all;
    case LayoutSpecials::NanOnlyNegativeZero: return 1ULL << (l.bits - 1);
    case LayoutSpecials::FiniteOnly: return all;
  }
  return all;
}

/// First magnitude code that is not a finite number.
std::uint64_t firstSpecial(const FloatLayout& l) {
  std::uint64_t all = lowMask(l.bits - (l.hasSign ? 1 : 0));
  switch (l.specials) {
    case LayoutSpecials::Ieee: return all & ~lowMask(l.mantissa);
    case LayoutSpecials::NanOnlyAllOnes: return all;
    default: return all + 1;
  }
}

/// Magnitude of a finite nonzero number, rounded to nearest even; exponents run on into codes, so a carry does the right thing.
std::uint64_t magnitudeCode(double magnitude, const FloatLayout& l) {
  int exponent = 0;
  double fraction = std::frexp(magnitude, &exponent);  // in [0.5, 1)
  auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  int biased = exponent - 1 + l.bias;
  int lowest = l.hasZero ? 1 : 0;
  int drop = 52 - static_cast<int>(l.mantissa) + (biased < lowest ? lowest - biased : 0);
  if (drop > 54) return 0;
  std::uint64_t kept = drop <= 0 ? significand << -drop : significand >> drop;
  if (drop > 0) {
    std::uint64_t rest = significand & lowMask(static_cast<unsigned>(drop)), half = 1ULL << (drop - 1);
    if (rest > half || (rest == half && (kept & 1))) ++kept;
  }
  std::uint64_t base = biased > lowest ? static_cast<std::uint64_t>(biased - lowest) << l.mantissa : 0;
  // `kept` carries the leading one for normal numbers: that one is exponent `lowest`.
  std::uint64_t code = base + kept;
  return l.hasZero ? code : std::max<std::uint64_t>(code, 1ULL << l.mantissa) - (1ULL << l.mantissa);
}

FloatBits encodeSmall(double value, const FloatLayout& l) {
  bool negative = std::signbit(value);
  std::uint64_t sign = negative && l.hasSign ? 1ULL << (l.bits - 1) : 0;
  if (std::isnan(value))
    return {l.specials == LayoutSpecials::NanOnlyNegativeZero ? overflowCode(l, true) : overflowCode(l, true) | sign, 0};
  if (value == 0 && l.specials == LayoutSpecials::NanOnlyNegativeZero) return {0, 0};
  if (value == 0) return {sign, 0};
  std::uint64_t code = std::isinf(value) ? firstSpecial(l) : magnitudeCode(std::fabs(value), l);
  if (code >= firstSpecial(l)) {
    code = overflowCode(l, false);
    return {l.specials == LayoutSpecials::NanOnlyNegativeZero ? code : code | sign, 0};
  }
  if (code == 0 && l.specials == LayoutSpecials::NanOnlyNegativeZero) return {0, 0};
  return {code | sign, 0};
}

/// Doubles are exact in f80 and f128; `mantissa` counts stored bits, with f80 keeping its leading one.
FloatBits encodeLarge(double value, bool isF80) {
  auto bits = std::bit_cast<std::uint64_t>(value);
  std::uint64_t sign = bits >> 63, exponent = bits >> 52 & 0x7FF, mantissa = bits & lowMask(52);
  if (exponent == 0 && mantissa != 0) {
    int shift = std::countl_zero(mantissa) - 11;
    mantissa = mantissa << shift & lowMask(52);
    exponent = static_cast<std::uint64_t>(16383 - 1022 - shift);
  } else if (exponent == 0x7FF) {
    exponent = 0x7FFF;
  } else if (exponent != 0) {
    exponent += 16383 - 1023;
  }
  bool leading = exponent != 0;
  std::uint64_t top = sign << 15 | exponent;
  if (isF80) return {static_cast<std::uint64_t>(leading) << 63 | mantissa << 11, top};
  return {mantissa << 60, top << 48 | mantissa >> 4};
}

}  // namespace

std::optional<Words> parseWords(std::string_view literal, unsigned maxBits) {
  bool hex = isHex(literal);
  std::string_view digits = hex ? literal.substr(2) : literal;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  // A decimal digit is worth at least 3.3 bits: longer texts need not be read to be too large.
  std::size_t least = hex ? (digits.empty() ? 0 : digits.size() * 4 - 3) : digits.size() * 33 / 10;
  if (digits.size() > 1 && least > static_cast<std::size_t>(maxBits) + 8) return std::nullopt;
  Words words = hex ? hexWords(digits) : decimalWords(digits);
  if (activeBits(words) > maxBits) return std::nullopt;
  return words;
}

std::optional<Words> integerBits(std::string_view literal, bool negative, unsigned width, bool isSigned) {
  std::optional<Words> words = parseWords(literal, width);
  if (!words) return std::nullopt;
  if (width == 0) return negative ? std::nullopt : std::optional<Words>(Words{0});
  words->resize((width + 63) / 64);
  if (negative) {
    bool zero = std::all_of(words->begin(), words->end(), [](std::uint64_t w) { return w == 0; });
    negate(*words);
    if (width % 64) words->back() &= lowMask(width % 64);
    if (!zero && !bitSet(*words, width - 1)) return std::nullopt;
    // As in the reference: minus zero has no sign bit either.
    if (zero) return std::nullopt;
  } else if (isSigned && bitSet(*words, width - 1)) {
    return std::nullopt;
  }
  if (width % 64 && bitSet(*words, width - 1)) words->back() |= ~lowMask(width % 64);
  return words;
}

bool integerBits64(std::string_view literal, bool negative, unsigned width, bool isSigned, std::uint64_t* out) {
  if (width == 0 || literal.size() > 18) {
    std::optional<Words> words = integerBits(literal, negative, width, isSigned);
    if (words) *out = words->front();
    return words.has_value();
  }
  std::uint64_t value = 0;
  if (isHex(literal)) {
    for (char c : literal.substr(2)) value = value << 4 | digitValue(c);
  } else {
    for (char c : literal) value = value * 10 + digitValue(c);
  }
  if (value > lowMask(width)) return false;
  std::uint64_t signBit = 1ULL << (width - 1);
  if (negative) {
    value = (0 - value) & lowMask(width);
    if (!(value & signBit)) return false;
  } else if (isSigned && (value & signBit)) {
    return false;
  }
  if (value & signBit) value |= ~lowMask(width);
  *out = value;
  return true;
}

const FloatLayout& floatLayout(FloatKind kind) { return kLayouts[static_cast<std::size_t>(kind)]; }
unsigned floatWidth(FloatKind kind) { return floatLayout(kind).bits; }

double parseDouble(std::string_view literal) {
  double value = 0;
  auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(literal).c_str(), nullptr);
  return value;
}

FloatBits encodeFloat(double value, FloatKind kind) {
  switch (kind) {
    case FloatKind::F64: return {std::bit_cast<std::uint64_t>(value), 0};
    case FloatKind::F32: return {std::bit_cast<std::uint32_t>(static_cast<float>(value)), 0};
    case FloatKind::F80: return encodeLarge(value, true);
    case FloatKind::F128: return encodeLarge(value, false);
    default: return encodeSmall(value, floatLayout(kind));
  }
}

}  // namespace shardlens
