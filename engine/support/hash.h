#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace shardlens {

/// Mixes `value` into the running hash `seed` (a 64x64 multiply folded to 64 bits).
inline std::uint64_t hashMix(std::uint64_t seed, std::uint64_t value) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(seed ^ 0x9E3779B97F4A7C15ULL) * (value ^ 0xD6E8FEB86659FD93ULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Hash of raw bytes; equal bytes give equal hashes in every run.
inline std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t seed = 0) {
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint64_t h = hashMix(seed, size);
  for (; size >= 8; at += 8, size -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    h = hashMix(h, word);
  }
  std::uint64_t tail = 0;
  if (size) std::memcpy(&tail, at, size);
  return size ? hashMix(h, tail) : h;
}

inline std::uint64_t hashText(std::string_view text) { return hashBytes(text.data(), text.size()); }

}  // namespace shardlens
