#pragma once

#include <cstdint>

namespace shardlens {

/// `a * b` modulo 2^64: sizes in a text may be absurd, and what they multiply to is compared, never trusted.
inline std::int64_t product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

}  // namespace shardlens
