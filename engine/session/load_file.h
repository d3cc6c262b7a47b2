#pragma once

#include "engine/support/load_source.h"

namespace shardlens {

/// Reads a program's text into memory of our own (an editor may truncate the file while it is open), unpacking gzip.
/// Null with a diagnostic where the file cannot be read or is of a kind that is not text in MLIR; null without one when cancelled.
inline SourcePtr loadFile(const std::string& path, Diagnostics& diagnostics, Progress* progress = nullptr) {
  return loadSource(path, LoadMode::Own, diagnostics, progress);
}

}  // namespace shardlens
