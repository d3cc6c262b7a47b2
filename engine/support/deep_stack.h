#pragma once

#include <pthread.h>

#include <functional>
#include <optional>

namespace shardlens {

/// A thread with a stack of half a gibibyte (reserved, not used), for recursion that follows the nesting of a text. Where no such thread
/// can be had, `body` is done when the constructor returns.
class DeepThread {
 public:
  explicit DeepThread(std::function<void()> body);
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;
  ~DeepThread() { join(); }

  /// Waits until `body` is done.
  void join();

 private:
  static void* enter(void* self);

  std::function<void()> body_;
  std::optional<pthread_t> thread_;  ///< until joined
};

/// Runs `body` on a deep stack; the caller waits.
void runOnDeepStack(const std::function<void()>& body);

/// A recursion that follows the nesting of a program, which may be deeper than the stack of the thread that asks for it.
class DeepRecursion {
 public:
  /// Runs `body` one level deeper, on a deep stack from where an ordinary one may end.
  template <typename Body>
  void run(Body&& body) {
    constexpr unsigned kShallow = 200;
    ++depth_;
    if (depth_ == kShallow) {
      runOnDeepStack(body);
    } else {
      body();
    }
    --depth_;
  }

 private:
  unsigned depth_ = 0;
};

}  // namespace shardlens
