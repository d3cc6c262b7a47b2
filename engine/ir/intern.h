#pragma once

#include <cstdint>
#include <vector>

namespace shardlens {

/// Open-addressing set of dense indices keyed by a 64-bit hash; the owner stores and compares the items.
/// Indices are never removed. Growth is by doubling, at a load of one half.
class InternTable {
 public:
  /// The index whose item has `hash` and satisfies `same(index)`, or `make()`, which must return the next index.
  template <typename Same, typename Make>
  std::uint32_t findOrAdd(std::uint64_t hash, Same&& same, Make&& make) {
    if ((count_ + 1) * 2 > slots_.size()) grow();
    auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.index == kEmpty) {
        std::uint32_t index = make();
        // `make` may intern other items in this very table (nested attributes), so look the free slot up again.
        insert(hash, index);
        return index;
      }
      if (slot.tag == tag && same(slot.index)) return slot.index;
    }
  }

  /// The index whose item has `hash` and satisfies `same(index)`, or `kEmpty`.
  template <typename Same>
  std::uint32_t find(std::uint64_t hash, Same&& same) const {
    if (slots_.empty()) return kEmpty;
    auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.index == kEmpty) return kEmpty;
      if (slot.tag == tag && same(slot.index)) return slot.index;
    }
  }

  void insert(std::uint64_t hash, std::uint32_t index) {
    if ((count_ + 1) * 2 > slots_.size()) grow();
    std::size_t at = hash & mask_;
    while (slots_[at].index != kEmpty) at = (at + 1) & mask_;
    slots_[at] = {hash, static_cast<std::uint32_t>(hash >> 32), index};
    ++count_;
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFFU;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t tag = 0;
    std::uint32_t index = kEmpty;
  };
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.index == kEmpty) continue;
      std::size_t at = slot.hash & mask_;
      while (slots_[at].index != kEmpty) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace shardlens
