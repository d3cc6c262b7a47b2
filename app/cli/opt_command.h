#pragma once

#include <span>
#include <string_view>

namespace shardlens {

/// `shardlens-cli opt`: reads, runs passes, prints. Returns the exit code.
int runOpt(std::span<const std::string_view> arguments);

}  // namespace shardlens
