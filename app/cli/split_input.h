#pragma once

#include <string_view>
#include <vector>

#include "engine/support/source.h"

namespace shardlens {

inline constexpr std::string_view kSplitMarker = "// -----";

/// The parts of a text between split markers, each a source that says where it began: `within split at FILE:LINE offset `.
std::vector<SourcePtr> splitSource(const SourcePtr& source);

}  // namespace shardlens
