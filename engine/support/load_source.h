#pragma once

#include <string>

#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"
#include "engine/support/source.h"

namespace shardlens {

enum class LoadMode : std::uint8_t {
  Own,  ///< into memory of our own: the file may be truncated meanwhile
  Map,  ///< mapped where it can be: no copy, for a process that reads and ends
};

/// Reads a program's text, unpacking gzip; `-` is the standard input, called `<stdin>`.
/// Null with a diagnostic where it cannot be read or is of a kind that is not text in MLIR; null without one when cancelled.
SourcePtr loadSource(const std::string& path, LoadMode mode, Diagnostics& diagnostics, Progress* progress = nullptr);

}  // namespace shardlens
