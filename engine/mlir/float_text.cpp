#include "engine/mlir/float_text.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/mlir/big_decimal.h"

namespace shardlens {

namespace {

using FormatSpecials = FloatFormat::Specials;

constexpr FloatFormat kFloatFormats[] = {
    {4, 1, 2, 1, FormatSpecials::Finite},         // F4E2M1FN
    {6, 3, 2, 1, FormatSpecials::Finite},         // F6E2M3FN
    {6, 2, 3, 3, FormatSpecials::Finite},         // F6E3M2FN
    {8, 4, 3, 3, FormatSpecials::Ieee},           // F8E3M4
    {8, 3, 4, 7, FormatSpecials::Ieee},           // F8E4M3
    {8, 3, 4, 7, FormatSpecials::NanAllOnes},     // F8E4M3FN
    {8, 3, 4, 8, FormatSpecials::NanNegZero},     // F8E4M3FNUZ
    {8, 3, 4, 11, FormatSpecials::NanNegZero},    // F8E4M3B11FNUZ
    {8, 2, 5, 15, FormatSpecials::Ieee},          // F8E5M2
    {8, 2, 5, 16, FormatSpecials::NanNegZero},    // F8E5M2FNUZ
    {8, 0, 8, 127, FormatSpecials::ScaleOnly},    // F8E8M0FNU
    {16, 7, 8, 127, FormatSpecials::Ieee},        // BF16
    {16, 10, 5, 15, FormatSpecials::Ieee},        // F16
    {19, 10, 8, 127, FormatSpecials::Ieee},       // TF32
    {32, 23, 8, 127, FormatSpecials::Ieee},       // F32
    {64, 52, 11, 1023, FormatSpecials::Ieee},     // F64
    {80, 64, 15, 16383, FormatSpecials::X87},     // F80
    {128, 112, 15, 16383, FormatSpecials::Ieee},  // F128
};

using Bits = std::array<std::uint64_t, 2>;

std::uint64_t field(const Bits& bits, unsigned from, unsigned count) {
  if (count == 0) return 0;
  std::uint64_t low = from >= 64 ? bits[1] >> (from - 64) : bits[0] >> from;
  if (from > 0 && from < 64 && from + count > 64) low |= bits[1] << (64 - from);
  return count >= 64 ? low : low & ((std::uint64_t{1} << count) - 1);
}

/// A finite number taken apart: (-1)^negative x mantissa x 2^exponent.
struct Parts {
  bool negative = false, special = false, zero = false, odd = false, lowerIsCloser = false;
  BigNatural mantissa;
  int exponent = 0;
};

bool isSpecial(const FloatFormat& f, const Bits& bits, std::uint64_t exponent, bool mantissaZero, bool negative) {
  std::uint64_t allOnes = (std::uint64_t{1} << f.exponentBits) - 1;
  switch (f.specials) {
    case FormatSpecials::Ieee:
    case FormatSpecials::X87:
    case FormatSpecials::ScaleOnly: return exponent == allOnes;
    case FormatSpecials::NanAllOnes:
      return exponent == allOnes && field(bits, 0, f.mantissaBits) == (std::uint64_t{1} << f.mantissaBits) - 1;
    case FormatSpecials::NanNegZero: return negative && exponent == 0 && mantissaZero;
    case FormatSpecials::Finite: return false;
  }
  return false;
}

Parts takeApart(const FloatFormat& f, const Bits& bits) {
  Parts p;
  std::uint64_t exponent = field(bits, f.mantissaBits, f.exponentBits);
  std::uint64_t low = field(bits, 0, std::min(f.mantissaBits, 64U));
  std::uint64_t high = f.mantissaBits > 64 ? field(bits, 64, f.mantissaBits - 64) : 0;
  p.negative = f.specials != FormatSpecials::ScaleOnly && field(bits, f.bits - 1, 1) != 0;
  p.special = isSpecial(f, bits, exponent, low == 0 && high == 0, p.negative);
  for (unsigned i = 0; i < 4; ++i) p.mantissa.setWord(i, static_cast<std::uint32_t>((i < 2 ? low : high) >> (i % 2 * 32)));
  bool hidden = f.specials == FormatSpecials::ScaleOnly || (exponent != 0 && f.specials != FormatSpecials::X87);
  p.lowerIsCloser = hidden && low == 0 && high == 0 && exponent > 1;
  p.odd = f.mantissaBits > 0 && (low & 1) != 0;
  if (hidden) {
    BigNatural one(1);
    one.shiftLeft(f.mantissaBits);
    if (f.mantissaBits < 64) {
      p.mantissa = BigNatural(low | std::uint64_t{1} << f.mantissaBits);
    } else {
      p.mantissa.setWord(f.mantissaBits / 32,
                         static_cast<std::uint32_t>(high >> (f.mantissaBits / 32 % 2 * 32)) | 1U << (f.mantissaBits % 32));
    }
  }
  p.zero = p.mantissa.isZero();
  bool subnormal = exponent == 0 && f.specials != FormatSpecials::ScaleOnly;
  p.exponent = static_cast<int>(subnormal ? 1 : exponent) - f.bias - static_cast<int>(f.precision() - 1);
  return p;
}

void appendHex(std::string& out, const Bits& bits, unsigned width) {
  out += "0x";
  bool begun = false;
  for (int shift = static_cast<int>(width + 3) / 4 * 4 - 4; shift >= 0; shift -= 4) {
    auto digit = field(bits, static_cast<unsigned>(shift), 4);
    begun = begun || digit || shift == 0;
    if (begun) out.push_back("0123456789ABCDEF"[digit]);
  }
}

/// `d.ddddde+xx`, six digits after the point.
void appendScientific(std::string& out, const Decimal& value) {
  constexpr std::size_t kAfterPoint = 6;
  int exponent = value.exponent + static_cast<int>(value.digits.size()) - 1;
  out.push_back(value.digits[0]);
  out.push_back('.');
  out.append(value.digits, 1);
  out.append(kAfterPoint + 1 - value.digits.size(), '0');
  out += exponent < 0 ? "e-" : "e+";
  exponent = std::abs(exponent);
  if (exponent < 10) out.push_back('0');
  out += std::to_string(exponent);
}

/// The shorter spellings for numbers that six digits do not hold: plain where few zeros pad it, else with `E`.
void appendGeneral(std::string& out, const Decimal& value, std::size_t precision) {
  constexpr int kMostPadding = 3;
  auto count = static_cast<int>(value.digits.size());
  int leading = value.exponent + count - 1;
  bool scientific =
      value.exponent >= 0 ? value.exponent > kMostPadding || count + value.exponent > static_cast<int>(precision) : leading < -kMostPadding;
  if (scientific) {
    out.push_back(value.digits[0]);
    out.push_back('.');
    out.append(count == 1 ? "0" : value.digits.substr(1));
    out += leading < 0 ? "E-" : "E+";
    out += std::to_string(std::abs(leading));
  } else if (value.exponent >= 0) {
    out.append(value.digits).append(static_cast<std::size_t>(value.exponent), '0');
  } else if (leading >= 0) {
    auto whole = static_cast<std::size_t>(leading) + 1;
    out.append(value.digits, 0, whole).append(1, '.').append(value.digits, whole);
  } else {
    out.append("0.").append(static_cast<std::size_t>(-leading - 1), '0').append(value.digits);
  }
}

}  // namespace

const FloatFormat& floatFormat(FloatKind kind) { return kFloatFormats[static_cast<std::size_t>(kind)]; }

bool appendFloat(std::string& out, FloatKind kind, std::span<const std::uint64_t> words) {
  constexpr std::size_t kShortDigits = 6;
  const FloatFormat& f = floatFormat(kind);
  Bits bits{words[0], words.size() > 1 ? words[1] : 0};
  Parts p = takeApart(f, bits);
  if (p.special) return appendHex(out, bits, f.bits), true;
  std::size_t start = out.size();
  if (p.negative) out.push_back('-');
  if (p.zero) return out += "0.000000e+00", false;
  Decimal brief = decimalOf(p.mantissa, p.exponent, kShortDigits);
  // Formats of up to twelve bits of precision always survive six digits.
  if (f.precision() <= 12 || readsBack(brief, p.mantissa, p.exponent, p.odd, p.lowerIsCloser)) return appendScientific(out, brief), false;
  std::size_t precision = 2 + f.precision() * 59 / 196;
  appendGeneral(out, decimalOf(p.mantissa, p.exponent, precision), precision);
  if (out.find('.', start) != std::string::npos) return false;
  out.resize(start);
  appendHex(out, bits, f.bits);
  return true;
}

}  // namespace shardlens
