#pragma once

#include <QString>

namespace shardlens::app {

/// Kind of data that a dragged axis is: its mesh's name, a line end, its own name.
inline const QString kAxisMime = QStringLiteral("application/x-shardlens-axis");

}  // namespace shardlens::app
