#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace shardlens {

/// Natural number of any size, little-endian words of 32 bits, for exact conversion between binary and decimal.
class BigNatural {
 public:
  BigNatural() = default;
  explicit BigNatural(std::uint64_t value);
  [[nodiscard]] bool isZero() const { return words_.empty(); }
  [[nodiscard]] bool isOdd() const { return !words_.empty() && (words_[0] & 1) != 0; }
  [[nodiscard]] unsigned bitLength() const;
  [[nodiscard]] unsigned trailingZeroBits() const;
  void shiftRight(unsigned bits);
  void shiftLeft(unsigned bits);
  void multiply(std::uint32_t factor);
  void multiplyPowerOfTen(unsigned exponent);
  void add(std::uint32_t value);
  /// Divides by `divisor` and returns the remainder.
  std::uint32_t divide(std::uint32_t divisor);
  void subtract(const BigNatural& smaller);
  [[nodiscard]] int compare(const BigNatural& other) const;
  /// Decimal digits, most significant first; empty for zero.
  [[nodiscard]] std::string digits() const;
  [[nodiscard]] std::uint32_t word(std::size_t index) const { return index < words_.size() ? words_[index] : 0; }
  void setWord(std::size_t index, std::uint32_t word);

 private:
  void trim();
  std::vector<std::uint32_t> words_;
};

/// |`digits` x 10^`exponent`|, digits most significant first.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// `mantissa` x 2^`exponent` to at most `count` significant digits, without trailing zeros, as LLVM rounds: the exact digits are cut off
/// (not rounded) where the number of bits says that enough are left, then rounded half away from zero.
Decimal decimalOf(BigNatural mantissa, int exponent, std::size_t count);

/// True when reading `value` back with rounding to nearest even gives `mantissa` x 2^`exponent` again; `lowerIsCloser` where the next
/// smaller number is only half as far away as the next larger one.
bool readsBack(const Decimal& value, const BigNatural& mantissa, int exponent, bool mantissaIsOdd, bool lowerIsCloser);

}  // namespace shardlens
