#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/ir/types.h"

namespace shardlens {

/// Words of a two's complement number, low word first.
using Words = std::vector<std::uint64_t>;

/// Value of an integer literal (decimal or `0x...`), without leading zero words; nullopt for more bits than `maxBits`.
std::optional<Words> parseWords(std::string_view literal, unsigned maxBits);

/// An integer literal as an attribute of `width` bits: sign-extended words, nullopt where it is out of range. With `isSigned`, numbers
/// whose top bit is set are out of range unless negative.
std::optional<Words> integerBits(std::string_view literal, bool negative, unsigned width, bool isSigned);
/// As above for `width` at most 64; false where it is out of range.
bool integerBits64(std::string_view literal, bool negative, unsigned width, bool isSigned, std::uint64_t* out);

/// An integer of one bit, with a sign or without: its values are written as `true` and `false`.
inline bool isOneBit(const TypeData& type) { return type.kind == TypeKind::Integer && type.ints[0] == 1; }

/// Layout of a floating-point type.
struct FloatLayout {
  enum class Specials : std::uint8_t { Ieee, NanOnlyAllOnes, NanOnlyNegativeZero, FiniteOnly };
  unsigned bits;
  unsigned mantissa;  ///< stored bits
  int bias;
  Specials specials;
  bool hasSign = true;
  bool hasZero = true;
};
const FloatLayout& floatLayout(FloatKind kind);
unsigned floatWidth(FloatKind kind);

/// A decimal floating-point literal as the nearest double (overflow gives infinity).
double parseDouble(std::string_view literal);
/// `value` in the format of `kind`, rounded to nearest even: one word, two for f80 and f128.
struct FloatBits {
  std::uint64_t low = 0, high = 0;
};
FloatBits encodeFloat(double value, FloatKind kind);
/// A decimal floating-point literal in the format of `kind`, rounded to nearest even from all of its digits.
FloatBits encodeLiteral(std::string_view literal, bool negative, FloatKind kind);

}  // namespace shardlens
