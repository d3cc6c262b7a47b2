#pragma once

#include <string>

#include "engine/outline/outline.h"

namespace shardlens::app {

/// The box with this path (`main/forward/layer_3`); invalid where there is none.
inline BoxId findBoxByPath(const Outline& outline, const std::string& path) {
  for (std::uint32_t b = 0; b < outline.boxes.size(); ++b)
    if (outline.path(BoxId(b)) == path) return BoxId(b);
  return {};
}

}  // namespace shardlens::app
