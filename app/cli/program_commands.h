#pragma once

#include <span>
#include <string_view>

namespace shardlens {

/// `shardlens-cli inspect FILE [--json] [--largest N]`: 0, or 1 with diagnostics on standard error.
int runInspect(std::span<const std::string_view> arguments);
/// `shardlens-cli outline FILE [--json] [--depth N]`: 0, or 1 with diagnostics on standard error.
int runOutline(std::span<const std::string_view> arguments);

}  // namespace shardlens
