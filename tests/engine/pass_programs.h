#pragma once

#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/passes/pipeline.h"

namespace shardlens {

/// A program that passes run over.
struct PassProgram {
  explicit PassProgram(const QString& text) {
    module = readModule(SourceBuffer::fromText("test", text.toStdString()), std::make_shared<Context>(), {}, diagnostics);
    if (!module) qFatal("%s", diagnostics.all().front().message.c_str());
  }
  /// Runs `pass` with `options`; false where it or the verifier found an error.
  bool run(const char* pass, const char* options = "") {
    Pipeline pipeline;
    std::string problem;
    if (!pipeline.add(pass, options, &problem)) qFatal("%s", problem.c_str());
    return pipeline.run(*module, true, diagnostics);
  }
  /// The lines between the function's first and last, trimmed.
  [[nodiscard]] QStringList body() const {
    QStringList lines;
    bool inside = false;
    for (const QString& line : QString::fromStdString(printModule(*module)).split('\n')) {
      if (line == "  }") inside = false;
      if (inside) lines << line.trimmed();
      if (line.trimmed().startsWith("func.func")) inside = true;
    }
    return lines;
  }

  Diagnostics diagnostics;
  std::unique_ptr<Module> module;
};

}  // namespace shardlens
