#pragma once

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "app/window/main_window.h"

namespace shardlens::app {

/// Two matrix products on a mesh of 2 x 4; the weights are annotated.
inline const QByteArray kProgram = R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w1: tensor<16x32xf32>, %w2: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
)";

/// A window on files of its own, without a display.
class WindowFixture {
 public:
  WindowFixture() : window(std::make_unique<MainWindow>(theme, QString())) { window->show(); }

  QString write(const QString& name, const QByteArray& text) const {
    QString path = dir.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return path;
  }
  bool open(const QString& path) {
    QSignalSpy opened(&window->session(), &SessionBridge::opened);
    window->session().open(path);
    if (opened.count() == 0 && !opened.wait(20000)) return false;
    return !window->stepper().ready() || QTest::qWaitFor([this] { return window->stepper().indexed(); }, 20000);
  }
  [[nodiscard]] ValueId value(const char* path) const {
    const SnapshotPtr& s = window->session().snapshot();
    return findValue(*s->module, *s->outline, path);
  }
  void select(const char* path) const {
    ValueId v = value(path);
    window->selection().select(v, window->session().snapshot()->outline->boxOfValue[v.value]);
  }
  [[nodiscard]] QString sharding(const char* path) const {
    const SnapshotPtr& s = window->session().snapshot();
    ValueId v = value(path);
    if (!s->shardingOf(v)) return {};
    return QString::fromStdString(printSharding(toText(s->context(), shardingAt(*s, v)), scopeOf(*s->module, *s->meshes, v)));
  }

  QTemporaryDir dir;
  Theme theme;
  std::unique_ptr<MainWindow> window;
};

}  // namespace shardlens::app
