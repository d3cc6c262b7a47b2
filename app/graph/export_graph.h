#pragma once

#include <QString>

#include "app/graph/paint.h"

namespace shardlens::app {

/// Writes the whole scene with its legend as PNG, SVG or PDF, by the end of the file's name; says why where that fails. The file is there
/// when all of it is: where that fails, or where `stop` is set on the way, the one before stays. Any thread.
QString exportGraph(const Scene& scene, const Legend& legend, const Palette& palette, const QString& file,
                    const std::atomic<bool>* stop = nullptr);

}  // namespace shardlens::app
