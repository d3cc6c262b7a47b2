// Floating-point literals: decimal digits to the nearest number of a format, rounded once. By way of a double some would be rounded twice,
// and f80 and f128 would lose what a double does not hold.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "engine/mlir/big_decimal.h"
#include "engine/mlir/number_text.h"

namespace shardlens {

namespace {

/// (`mantissa` + something below one where there is a `rest`) x 2^`exponent`.
struct BinaryNumber {
  BigNatural mantissa;
  int exponent = 0;
  bool rest = false;

  void dropBits(unsigned bits) {
    rest = rest || mantissa.trailingZeroBits() < bits;
    mantissa.shiftRight(bits);
    exponent += static_cast<int>(bits);
  }
};

constexpr int kLargestExponent = 20000;  // far beyond what f128 holds
constexpr int kDecidingDigits = 12000;   // no number between two of f128 has more

/// Digits and exponent of a literal as the lexer takes it: `12.5e-3` is 125 x 10^-4. Of digits beyond all that can decide one stands for
/// those that are not zero.
BigNatural takeDigits(std::string_view literal, int* exponent) {
  BigNatural digits;
  bool fraction = false, more = false;
  int after = 0, taken = 0;
  std::size_t i = 0;
  for (; i < literal.size() && (literal[i] | 0x20) != 'e'; ++i) {
    if (literal[i] == '.') {
      fraction = true;
    } else if (taken < kDecidingDigits) {
      digits.multiply(10);
      digits.add(static_cast<std::uint32_t>(literal[i] - '0'));
      taken += digits.isZero() ? 0 : 1;
      after += fraction ? 1 : 0;
    } else {
      more = more || literal[i] != '0';
      after -= fraction ? 0 : 1;
    }
  }
  if (more) {
    digits.multiply(10);
    digits.add(1);
    ++after;
  }
  bool negative = i + 1 < literal.size() && literal[i + 1] == '-';
  int written = 0;
  for (; i < literal.size(); ++i) {
    if (literal[i] >= '0' && literal[i] <= '9') written = std::min(written * 10 + (literal[i] - '0'), 10 * kLargestExponent);
  }
  *exponent = (negative ? -written : written) - after;
  return digits;
}

/// The literal's number with at least `bits` bits in its mantissa; zero where it is zero or far too small.
BinaryNumber toBinary(std::string_view literal, unsigned bits) {
  int exponent = 0;
  BinaryNumber made{.mantissa = takeDigits(literal, &exponent)};
  int magnitude = exponent + static_cast<int>(made.mantissa.bitLength() * 3 / 10);
  if (made.mantissa.isZero() || magnitude < -kLargestExponent) return {};
  exponent = std::min(exponent, kLargestExponent);
  auto divisions = static_cast<unsigned>(std::max(-exponent, 0));
  unsigned wanted = bits + divisions * 10 / 3 + 2, has = made.mantissa.bitLength();
  if (exponent > 0) made.mantissa.multiplyPowerOfTen(static_cast<unsigned>(exponent));
  if (has < wanted) {
    made.mantissa.shiftLeft(wanted - has);
    made.exponent = -static_cast<int>(wanted - has);
  }
  for (; divisions >= 9; divisions -= 9) made.rest = made.mantissa.divide(1000000000) != 0 || made.rest;
  for (; divisions > 0; --divisions) made.rest = made.mantissa.divide(10) != 0 || made.rest;
  return made;
}

std::uint64_t twoWords(const BigNatural& n, std::size_t first) { return n.word(first) | std::uint64_t{n.word(first + 1)} << 32; }

/// The literal cut off after 53 bits, the last one set where anything is lost: from there it rounds to fewer bits as the literal would.
double cutToDouble(std::string_view literal) {
  constexpr unsigned kBits = 53;
  BinaryNumber n = toBinary(literal, kBits);
  if (n.mantissa.isZero()) return 0;
  n.dropBits(n.mantissa.bitLength() - kBits);
  return std::ldexp(static_cast<double>(twoWords(n.mantissa, 0) | (n.rest ? 1U : 0U)), n.exponent);
}

FloatBits packLarge(const BigNatural& mantissa, std::uint64_t exponent, bool negative, bool isF80) {
  std::uint64_t sign = negative ? 1 : 0, low = twoWords(mantissa, 0), high = twoWords(mantissa, 2);
  if (isF80) return {low, sign << 15 | exponent};
  return {low, sign << 63 | exponent << 48 | (high & 0xFFFFFFFFFFFF)};
}

/// f80 has 64 bits of precision and f128 113; their exponents are alike.
FloatBits encodeLargeLiteral(std::string_view literal, bool negative, bool isF80) {
  constexpr int kBias = 16383;
  constexpr std::uint64_t kInfinity = 0x7FFF;
  const unsigned precision = isF80 ? 64 : 113;
  const int lowest = 1 - kBias - static_cast<int>(precision - 1);  // the last bit of the smallest numbers
  BinaryNumber n = toBinary(literal, precision + 2);
  if (n.mantissa.isZero()) return packLarge({}, 0, negative, isF80);
  int drop = std::max(static_cast<int>(n.mantissa.bitLength() - precision), lowest - n.exponent);
  n.dropBits(static_cast<unsigned>(drop - 1));
  bool half = n.mantissa.isOdd(), beyondHalf = n.rest;
  n.dropBits(1);
  if (half && (beyondHalf || n.mantissa.isOdd())) n.mantissa.add(1);
  if (n.mantissa.bitLength() > precision) n.dropBits(1);
  if (n.mantissa.bitLength() < precision) return packLarge(n.mantissa, 0, negative, isF80);
  int biased = n.exponent + static_cast<int>(precision - 1) + kBias;
  auto exponent = static_cast<std::uint64_t>(biased);
  if (exponent < kInfinity) return packLarge(n.mantissa, exponent, negative, isF80);
  return packLarge(BigNatural(isF80 ? std::uint64_t{1} << 63 : 0), kInfinity, negative, isF80);
}

float parseSingle(std::string_view literal) {
  float value = 0;
  auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  return error == std::errc::result_out_of_range ? std::strtof(std::string(literal).c_str(), nullptr) : value;
}

/// No two numbers of up to 15 digits have the same nearest double: where that is such a number itself, it is the literal's.
bool isExactly(std::string_view literal, double value) {
  constexpr std::size_t kMostCharacters = 16;  // 15 digits and the point
  constexpr double kScale = 1 << 15;           // with up to 13 bits this makes 15 digits at most
  double scaled = value * kScale;
  return literal.size() <= kMostCharacters && value < 1e15 && scaled == std::floor(scaled);
}

/// Rounding twice goes wrong only where the nearest double lies just between two numbers of the format, and those have few bits.
bool mayLieBetween(double value) {
  constexpr std::uint64_t kLowBits = (std::uint64_t{1} << 40) - 1;
  return value != 0 && (std::bit_cast<std::uint64_t>(value) & kLowBits) == 0 && std::isfinite(value);
}

}  // namespace

FloatBits encodeLiteral(std::string_view literal, bool negative, FloatKind kind) {
  if (kind == FloatKind::F80 || kind == FloatKind::F128) return encodeLargeLiteral(literal, negative, kind == FloatKind::F80);
  double value = kind == FloatKind::F32 ? static_cast<double>(parseSingle(literal)) : parseDouble(literal);
  if (kind != FloatKind::F32 && kind != FloatKind::F64 && mayLieBetween(value) && !isExactly(literal, value)) value = cutToDouble(literal);
  return encodeFloat(negative ? -value : value, kind);
}

}  // namespace shardlens
