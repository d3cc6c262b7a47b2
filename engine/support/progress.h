#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace shardlens {

/// Shared control block of one background job: the job reports how far it is and polls whether to stop.
class Progress {
 public:
  /// Work done so far, in units of `total` (bytes for the reader, operations for propagation).
  void report(std::uint64_t done, std::uint64_t total) {
    done_.store(done, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }
  [[nodiscard]] double fraction() const {
    auto total = total_.load(std::memory_order_relaxed);
    return total ? static_cast<double>(done_.load(std::memory_order_relaxed)) / static_cast<double>(total) : 0.0;
  }
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
  std::atomic<bool> cancelled_{false};
};

}  // namespace shardlens
