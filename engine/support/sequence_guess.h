#pragma once

#include <array>
#include <cstdint>

#include "engine/support/hash.h"

namespace shardlens {

/// Guesses the next of a sequence of small numbers by what came last after the same four before it. Programs are layers that repeat, so
/// most guesses are right.
class SequenceGuess {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  SequenceGuess() { last_.fill(kNone); }

  [[nodiscard]] std::uint32_t guess() const { return last_[place_]; }
  void add(std::uint32_t next) {
    last_[place_] = next;
    history_ = history_ << 16 | (next & 0xFFFF);
    place_ = hashMix(0, history_) % kPlaces;
  }

 private:
  static constexpr std::size_t kPlaces = 4096;
  std::array<std::uint32_t, kPlaces> last_;
  std::uint64_t history_ = 0;
  std::size_t place_ = 0;
};

}  // namespace shardlens
