#pragma once

#include <functional>

namespace shardlens {

/// Runs `body` on a thread with a stack of half a gibibyte (reserved, not used), for recursion that follows the nesting of a text.
/// The caller waits. Runs on the caller's own stack where no such thread can be had.
void runOnDeepStack(const std::function<void()>& body);

}  // namespace shardlens
