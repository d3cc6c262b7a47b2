#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/ir/types.h"

namespace shardlens {

/// What the bits of a floating-point format mean. A format without infinities may still have NaNs, and one without a sign may not have a
/// zero.
struct FloatFormat {
  unsigned bits;          ///< of the whole value
  unsigned mantissaBits;  ///< stored ones, without the hidden bit
  unsigned exponentBits;
  int bias;
  enum class Specials : std::uint8_t {
    Ieee,        ///< all-ones exponent: infinities and NaNs
    NanAllOnes,  ///< one NaN a sign, exponent and mantissa all ones; no infinities
    NanNegZero,  ///< one NaN, in the place of minus zero; no infinities
    Finite,      ///< neither NaN nor infinity
    ScaleOnly,   ///< unsigned exponent only (f8E8M0FNU): all ones is NaN, no zero
    X87,         ///< as IEEE with the leading bit stored
  } specials;
  [[nodiscard]] unsigned precision() const {
    return specials == Specials::ScaleOnly ? 1 : specials == Specials::X87 ? mantissaBits : mantissaBits + 1;
  }
};

const FloatFormat& floatFormat(FloatKind kind);

/// Appends the value as the reference writes it: `1.500000e+00`, `3.14159274`, hexadecimal for infinities and NaNs, and says whether it was
/// written in hexadecimal. `words` are the bits, low word first.
bool appendFloat(std::string& out, FloatKind kind, std::span<const std::uint64_t> words);

}  // namespace shardlens
