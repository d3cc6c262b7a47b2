#pragma once

#include <span>
#include <string_view>

namespace shardlens {

/// `shardlens-cli inspect FILE [--json] [--largest N]`: 0, or 1 with diagnostics on standard error.
int runInspect(std::span<const std::string_view> arguments);
/// `shardlens-cli outline FILE [--json] [--depth N]`: 0, or 1 with diagnostics on standard error.
int runOutline(std::span<const std::string_view> arguments);
/// `shardlens-cli explain FILE VALUE [--axis A --dim D] [--json]`: 0; 1 with diagnostics where the program or the question cannot be read;
/// 2 where the axis asked for does not stand on the dimension.
int runExplain(std::span<const std::string_view> arguments);

}  // namespace shardlens
