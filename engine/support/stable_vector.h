#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

namespace shardlens {

/// Append-only sequence whose items never move: a thread may read items that were published to it while another appends.
template <typename T>
class StableVector {
 public:
  std::uint32_t push(const T& item) {
    auto [chunk, at] = place(size_);
    if (!chunks_[chunk]) chunks_[chunk] = std::make_unique<T[]>(std::size_t{1} << (chunk + kFirstBits - (chunk ? 1 : 0)));
    chunks_[chunk][at] = item;
    return size_++;
  }
  const T& operator[](std::uint32_t index) const {
    auto [chunk, at] = place(index);
    return chunks_[chunk][at];
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  static constexpr unsigned kFirstBits = 8;
  struct Place {
    unsigned chunk;
    std::uint32_t at;
  };
  // Chunk 0 holds 2^8 items, chunk k > 0 holds as many as all before it.
  static Place place(std::uint32_t index) {
    auto high = static_cast<unsigned>(std::bit_width(index >> kFirstBits));
    return {high, high ? index - (1U << (high + kFirstBits - 1)) : index};
  }
  std::array<std::unique_ptr<T[]>, 33 - kFirstBits> chunks_;
  std::uint32_t size_ = 0;
};

}  // namespace shardlens
