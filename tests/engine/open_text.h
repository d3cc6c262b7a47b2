#pragma once

#include <QTemporaryDir>

#include <fstream>

#include "engine/session/pipeline.h"

namespace shardlens::test {

/// A program as if opened from a file that holds `text`; null with a warning where it cannot be.
inline std::shared_ptr<Program> open(const std::string& text) {
  static QTemporaryDir dir;
  std::string path = dir.filePath(QStringLiteral("p.mlir")).toStdString();
  std::ofstream(path) << text;
  Diagnostics diagnostics;
  auto program = openProgram(path, diagnostics, nullptr);
  if (!program) qWarning("%s\n%s", text.c_str(), diagnostics.all().empty() ? "" : diagnostics.all().front().message.c_str());
  return program;
}

}  // namespace shardlens::test
