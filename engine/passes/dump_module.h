#pragma once

#include <string>
#include <string_view>

#include "engine/ir/module.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

/// Writes the module as `DIRECTORY/NN.NAME.mlir`, NN being `index` with two digits at least; a warning where that fails. No directory, no
/// file.
void dumpModule(const Module& module, std::string_view directory, std::int64_t index, std::string_view name, Diagnostics& diagnostics);

}  // namespace shardlens
