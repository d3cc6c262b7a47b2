#pragma once

#include <QString>

#include "app/graph/paint.h"

namespace shardlens::app {

/// Writes the whole scene with its legend as PNG, SVG or PDF, by the end of the file's name; says why where that fails.
QString exportGraph(const Scene& scene, const Legend& legend, const Palette& palette, const QString& file);

}  // namespace shardlens::app
