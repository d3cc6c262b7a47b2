#pragma once

#include <functional>

namespace shardlens {

/// Runs `body` on a thread with a stack of half a gibibyte (reserved, not used), for recursion that follows the nesting of a text.
/// The caller waits. Runs on the caller's own stack where no such thread can be had.
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
