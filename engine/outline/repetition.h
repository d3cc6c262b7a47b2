#pragma once

#include <cstdint>
#include <span>

namespace shardlens {

/// `count` stretches of `period` items from `begin` on, each equal to the one before.
struct Repetition {
  std::size_t begin = 0, period = 0, count = 0;
};

/// The repetition that covers most of `signs` (at least two stretches); count 0 where nothing repeats.
Repetition longestRepetition(std::span<const std::uint64_t> signs);

}  // namespace shardlens
