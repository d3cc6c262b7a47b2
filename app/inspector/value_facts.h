#pragma once

#include <QString>

#include "engine/session/snapshot.h"

namespace shardlens::app {

/// `2.0 MB`, `512 B`: bytes with a unit.
QString bytesText(double bytes);
/// `%1210 : tensor<8x512x2048xbf16>`
QString typeLine(const Snapshot& snapshot, ValueId value);
/// `each chip: 4x512x512 · 2.0 MB · line 4,812`
QString localLine(const Snapshot& snapshot, ValueId value);
/// Where the sharding comes from and what is special about it: annotated, partial, where propagation ended.
QString noteLine(const Snapshot& snapshot, ValueId value);

}  // namespace shardlens::app
