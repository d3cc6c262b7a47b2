#pragma once

#include <string>

#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"
#include "engine/support/source.h"

namespace shardlens {

/// Reads a program's text into memory of our own (an editor may truncate the file while it is open), unpacking gzip.
/// Null with a diagnostic where the file cannot be read or is of a kind that is not text in MLIR; null without one when cancelled.
SourcePtr loadFile(const std::string& path, Diagnostics& diagnostics, Progress* progress = nullptr);

/// What else than MLIR text `text` is, with the way to export text; empty where nothing speaks against it.
std::string foreignFormat(std::string_view text);

}  // namespace shardlens
