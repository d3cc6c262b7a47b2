#include "engine/mlir/big_decimal.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace shardlens {

namespace {

constexpr std::uint32_t kBillion = 1000000000;

}  // namespace

BigNatural::BigNatural(std::uint64_t value) : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} { trim(); }

void BigNatural::trim() {
  while (!words_.empty() && words_.back() == 0) words_.pop_back();
}

void BigNatural::setWord(std::size_t index, std::uint32_t word) {
  if (index >= words_.size()) words_.resize(index + 1);
  words_[index] = word;
  trim();
}

unsigned BigNatural::bitLength() const {
  return isZero() ? 0 : static_cast<unsigned>(words_.size() * 32) - static_cast<unsigned>(std::countl_zero(words_.back()));
}

unsigned BigNatural::trailingZeroBits() const {
  auto first = std::ranges::find_if(words_, [](std::uint32_t w) { return w != 0; });
  return first == words_.end() ? 0 : static_cast<unsigned>((first - words_.begin()) * 32 + std::countr_zero(*first));
}

void BigNatural::shiftRight(unsigned bits) {
  words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bits / 32, words_.size())));
  if (unsigned part = bits % 32) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      std::uint32_t above = i + 1 < words_.size() ? words_[i + 1] << (32 - part) : 0;
      words_[i] = words_[i] >> part | above;
    }
  }
  trim();
}

void BigNatural::shiftLeft(unsigned bits) {
  if (isZero()) return;
  unsigned part = bits % 32;
  if (part) {
    std::uint32_t carry = 0;
    for (std::uint32_t& w : words_) {
      std::uint32_t high = w >> (32 - part);
      w = (w << part) | carry;
      carry = high;
    }
    if (carry) words_.push_back(carry);
  }
  words_.insert(words_.begin(), bits / 32, 0);
}

void BigNatural::multiply(std::uint32_t factor) {
  std::uint64_t carry = 0;
  for (std::uint32_t& w : words_) {
    carry += std::uint64_t{w} * factor;
    w = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry) words_.push_back(static_cast<std::uint32_t>(carry));
  trim();
}

void BigNatural::multiplyPowerOfTen(unsigned exponent) {
  for (; exponent >= 9; exponent -= 9) multiply(kBillion);
  for (; exponent > 0; --exponent) multiply(10);
}

void BigNatural::add(std::uint32_t value) {
  std::uint64_t carry = value;
  for (std::size_t i = 0; carry && i < words_.size(); ++i) {
    carry += words_[i];
    words_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry) words_.push_back(static_cast<std::uint32_t>(carry));
}

std::uint32_t BigNatural::divide(std::uint32_t divisor) {
  std::uint64_t rest = 0;
  for (auto w = words_.rbegin(); w != words_.rend(); ++w) {
    rest = (rest << 32) | *w;
    *w = static_cast<std::uint32_t>(rest / divisor);
    rest %= divisor;
  }
  trim();
  return static_cast<std::uint32_t>(rest);
}

void BigNatural::subtract(const BigNatural& smaller) {
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::int64_t d = std::int64_t{words_[i]} - (i < smaller.words_.size() ? smaller.words_[i] : 0) + borrow;
    words_[i] = static_cast<std::uint32_t>(d);
    borrow = d < 0 ? -1 : 0;
  }
  trim();
}

int BigNatural::compare(const BigNatural& other) const {
  if (words_.size() != other.words_.size()) return words_.size() < other.words_.size() ? -1 : 1;
  auto [a, b] = std::mismatch(words_.rbegin(), words_.rend(), other.words_.rbegin());
  return a == words_.rend() ? 0 : *a < *b ? -1 : 1;
}

std::string BigNatural::digits() const {
  std::string reversed;
  BigNatural rest = *this;
  while (!rest.isZero()) {
    std::uint32_t chunk = rest.divide(kBillion);
    for (int i = 0; i < 9 && (chunk || !rest.isZero()); ++i, chunk /= 10) reversed.push_back(static_cast<char>('0' + chunk % 10));
  }
  return {reversed.rbegin(), reversed.rend()};
}

namespace {

// N x 2^-e = N x 5^e x 10^-e keeps everything in natural numbers.
BigNatural scaledByPowerOfTen(BigNatural mantissa, int exponent) {
  constexpr std::uint32_t kFiveTo13 = 1220703125;
  if (exponent > 0) mantissa.shiftLeft(static_cast<unsigned>(exponent));
  for (; exponent <= -13; exponent += 13) mantissa.multiply(kFiveTo13);
  for (; exponent < 0; ++exponent) mantissa.multiply(5);
  return mantissa;
}

void dropTrailingZeros(Decimal& value) {
  while (value.digits.size() > 1 && value.digits.back() == '0') {
    value.digits.pop_back();
    ++value.exponent;
  }
}

void roundDigits(Decimal& value, std::size_t count) {
  if (value.digits.size() <= count) return;
  value.exponent += static_cast<int>(value.digits.size() - count);
  bool up = value.digits[count] >= '5';
  value.digits.resize(count);
  while (up && !value.digits.empty() && value.digits.back() == '9') {
    value.digits.pop_back();
    ++value.exponent;
  }
  if (up && value.digits.empty()) {
    value.digits = "1";
  } else if (up) {
    ++value.digits.back();
  }
}

}  // namespace

Decimal decimalOf(BigNatural mantissa, int exponent, std::size_t count) {
  unsigned zeros = mantissa.trailingZeroBits();
  mantissa.shiftRight(zeros);
  exponent += static_cast<int>(zeros);
  BigNatural exact = scaledByPowerOfTen(std::move(mantissa), exponent);
  Decimal made{exact.digits(), std::min(exponent, 0)};
  auto needed = (count * 196 + 58) / 59;
  if (std::size_t bits = exact.bitLength(); bits > needed) {
    std::size_t removable = (bits - needed) * 59 / 196;
    made.digits.resize(made.digits.size() - removable);
    made.exponent += static_cast<int>(removable);
  }
  dropTrailingZeros(made);
  roundDigits(made, count);
  dropTrailingZeros(made);
  return made;
}

bool readsBack(const Decimal& value, const BigNatural& mantissa, int exponent, bool mantissaIsOdd, bool lowerIsCloser) {
  BigNatural read;
  for (char digit : value.digits) {
    read.multiply(10);
    read.add(static_cast<std::uint32_t>(digit - '0'));
  }
  // Both numbers times four (half a unit below a power of two is a quarter), brought to natural numbers.
  BigNatural exact = mantissa, quarterUnit(1);
  exact.shiftLeft(2);
  read.shiftLeft(2);
  for (BigNatural* n : {&exact, &quarterUnit}) {
    if (exponent > 0) n->shiftLeft(static_cast<unsigned>(exponent));
    if (value.exponent < 0) n->multiplyPowerOfTen(static_cast<unsigned>(-value.exponent));
  }
  if (exponent < 0) read.shiftLeft(static_cast<unsigned>(-exponent));
  if (value.exponent > 0) read.multiplyPowerOfTen(static_cast<unsigned>(value.exponent));
  int side = read.compare(exact);
  if (side == 0) return true;
  BigNatural distance = side > 0 ? read : exact;
  distance.subtract(side > 0 ? exact : read);
  if (side > 0 || !lowerIsCloser) quarterUnit.shiftLeft(1);
  int order = distance.compare(quarterUnit);
  return order < 0 || (order == 0 && !mantissaIsOdd);
}

}  // namespace shardlens
