#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shardlens {

/// Bump allocator for trivially destructible data that lives as long as its owner.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Returns `bytes` of uninitialised storage aligned to `align` (a power of two, at most 16).
  void* allocate(std::size_t bytes, std::size_t align) {
    auto at = (used_ + align - 1) & ~(align - 1);
    if (at + bytes > capacity_) {
      grow(bytes);
      at = 0;
    }
    used_ = at + bytes;
    return current_ + at;
  }

  /// Copies `items` into the arena.
  template <typename T>
  std::span<const T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    auto* to = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
    std::memcpy(to, items.data(), items.size_bytes());
    return {to, items.size()};
  }

  /// Copies `text` into the arena.
  std::string_view copy(std::string_view text) {
    auto bytes = copy(std::span<const char>(text.data(), text.size()));
    return {bytes.data(), bytes.size()};
  }

  /// Bytes reserved from the system so far.
  [[nodiscard]] std::size_t reserved() const { return reserved_; }

 private:
  void grow(std::size_t atLeast) {
    std::size_t size = std::max<std::size_t>(nextSize_, atLeast);
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    current_ = chunks_.back().get();
    capacity_ = size;
    reserved_ += size;
    nextSize_ = std::min<std::size_t>(nextSize_ * 2, std::size_t{1} << 20);
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* current_ = nullptr;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  std::size_t reserved_ = 0;
  std::size_t nextSize_ = std::size_t{1} << 13;
};

}  // namespace shardlens
