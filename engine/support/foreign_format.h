#pragma once

#include <string>
#include <string_view>

namespace shardlens {

/// What else than MLIR text `text` is, with the command that exports text from the file `name`; empty where nothing speaks against it.
std::string foreignFormat(std::string_view text, std::string_view name);

}  // namespace shardlens
