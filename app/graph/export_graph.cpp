#include "app/graph/export_graph.h"

#include <QCoreApplication>
#include <QImage>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace shardlens::app {

namespace {

constexpr double kPageMargin = 24;
constexpr double kMostPixels = 64e6;  // of a PNG: larger scenes are scaled down to it
constexpr int kDpi = 96;

struct ExportTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::exportGraph)
};

/// The scene with the legend to the right of it, as one page.
struct Page {
  const Scene& scene;
  const Legend& legend;
  const Palette& palette;
  const std::atomic<bool>* stop;

  [[nodiscard]] QSizeF size() const {
    QSizeF key = legendSize(legend);
    return {scene.bounds.width() + key.width() + 3 * kPageMargin, std::max(scene.bounds.height(), key.height()) + 2 * kPageMargin};
  }
  [[nodiscard]] bool stopped() const { return stop && stop->load(); }
  void paint(QPainter& painter, double scale) const {
    painter.fillRect(QRectF(QPointF(0, 0), size()), palette.canvas);
    PaintStyle style;
    style.palette = &palette;
    style.stop = stop;
    style.scale = std::max(1.0, scale);
    style.visible = scene.bounds.adjusted(-1, -1, 1, 1);
    painter.save();
    painter.translate(QPointF(kPageMargin, kPageMargin) - scene.bounds.topLeft());
    paintScene(painter, scene, style);
    painter.restore();
    paintLegend(painter, QPointF(scene.bounds.width() + 2 * kPageMargin, kPageMargin), legend, palette);
  }
};

using Writer = bool (*)(const Page& page, QIODevice& device);

bool writePng(const Page& page, QIODevice& device) {
  QSizeF size = page.size();
  double scale = std::min(2.0, std::sqrt(kMostPixels / std::max(1.0, size.width() * size.height())));
  QImage image((size * scale).toSize(), QImage::Format_RGB32);
  if (image.isNull()) return false;
  image.fill(page.palette.canvas);
  QPainter painter(&image);
  painter.scale(scale, scale);
  page.paint(painter, scale);
  painter.end();
  return page.stopped() || image.save(&device, "PNG");
}

bool writeSvg(const Page& page, QIODevice& device) {
  QSvgGenerator svg;
  svg.setOutputDevice(&device);
  svg.setResolution(kDpi);
  svg.setSize(page.size().toSize());
  svg.setViewBox(QRectF(QPointF(0, 0), page.size()));
  svg.setTitle(page.legend.title);
  QPainter painter;
  if (!painter.begin(&svg)) return false;
  page.paint(painter, 1);
  return painter.end();
}

bool writePdf(const Page& page, QIODevice& device) {
  QPdfWriter pdf(&device);
  pdf.setResolution(kDpi);
  pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
  QSizeF inches = page.size() / kDpi;
  double shrink = std::min(1.0, 199.0 / std::max(inches.width(), inches.height()));  // no reader opens a page of over 200 inches
  pdf.setPageSize(QPageSize(inches * shrink, QPageSize::Inch));
  QPainter painter;
  if (!painter.begin(&pdf)) return false;
  painter.scale(shrink, shrink);
  page.paint(painter, 1);
  return painter.end();
}

}  // namespace

QString exportGraph(const Scene& scene, const Legend& legend, const Palette& palette, const QString& file, const std::atomic<bool>* stop) {
  Page page{scene, legend, palette, stop};
  auto endsWith = [&](const char* end) { return file.endsWith(QLatin1String(end), Qt::CaseInsensitive); };
  Writer write = endsWith(".svg") ? writeSvg : endsWith(".pdf") ? writePdf : writePng;
  QSaveFile target(write == writePng && !endsWith(".png") ? file + QStringLiteral(".png") : file);
  bool written = target.open(QIODevice::WriteOnly) && write(page, target);
  if (written && page.stopped()) return {};
  return written && target.commit() ? QString() : ExportTexts::tr("The picture could not be written to %1.").arg(target.fileName());
}

}  // namespace shardlens::app
