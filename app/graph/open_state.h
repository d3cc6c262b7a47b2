#pragma once

#include <unordered_set>

#include "app/graph/scene.h"

namespace shardlens::app {

/// What a person opened: boxes, and members of runs shown by themselves.
struct OpenState {
  std::unordered_set<NodeKey> open;
  std::unordered_set<NodeKey> shown;

  [[nodiscard]] bool isOpen(NodeKey key) const { return open.contains(key); }
};

}  // namespace shardlens::app
