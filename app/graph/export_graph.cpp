#include "app/graph/export_graph.h"

#include <QCoreApplication>
#include <QImage>
#include <QPdfWriter>
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

  [[nodiscard]] QSizeF size() const {
    QSizeF key = legendSize(legend);
    return {scene.bounds.width() + key.width() + 3 * kPageMargin, std::max(scene.bounds.height(), key.height()) + 2 * kPageMargin};
  }
  void paint(QPainter& painter, double scale) const {
    painter.fillRect(QRectF(QPointF(0, 0), size()), palette.canvas);
    PaintStyle style;
    style.palette = &palette;
    style.scale = std::max(1.0, scale);
    style.visible = scene.bounds.adjusted(-1, -1, 1, 1);
    painter.save();
    painter.translate(QPointF(kPageMargin, kPageMargin) - scene.bounds.topLeft());
    paintScene(painter, scene, style);
    painter.restore();
    paintLegend(painter, QPointF(scene.bounds.width() + 2 * kPageMargin, kPageMargin), legend, palette);
  }
};

QString writePng(const Page& page, const QString& file) {
  QSizeF size = page.size();
  double scale = std::min(2.0, std::sqrt(kMostPixels / std::max(1.0, size.width() * size.height())));
  QImage image((size * scale).toSize(), QImage::Format_RGB32);
  if (image.isNull()) return ExportTexts::tr("The picture is too large.");
  image.fill(page.palette.canvas);
  QPainter painter(&image);
  painter.scale(scale, scale);
  page.paint(painter, scale);
  painter.end();
  return image.save(file, "PNG") ? QString() : ExportTexts::tr("The picture could not be written to %1.").arg(file);
}

QString writeSvg(const Page& page, const QString& file) {
  QSvgGenerator svg;
  svg.setFileName(file);
  svg.setResolution(kDpi);
  svg.setSize(page.size().toSize());
  svg.setViewBox(QRectF(QPointF(0, 0), page.size()));
  svg.setTitle(page.legend.title);
  QPainter painter;
  if (!painter.begin(&svg)) return ExportTexts::tr("The picture could not be written to %1.").arg(file);
  page.paint(painter, 1);
  return painter.end() ? QString() : ExportTexts::tr("The picture could not be written to %1.").arg(file);
}

QString writePdf(const Page& page, const QString& file) {
  QPdfWriter pdf(file);
  pdf.setResolution(kDpi);
  pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
  QSizeF inches = page.size() / kDpi;
  double shrink = std::min(1.0, 199.0 / std::max(inches.width(), inches.height()));  // no reader opens a page of over 200 inches
  pdf.setPageSize(QPageSize(inches * shrink, QPageSize::Inch));
  QPainter painter;
  if (!painter.begin(&pdf)) return ExportTexts::tr("The picture could not be written to %1.").arg(file);
  painter.scale(shrink, shrink);
  page.paint(painter, 1);
  return painter.end() ? QString() : ExportTexts::tr("The picture could not be written to %1.").arg(file);
}

}  // namespace

QString exportGraph(const Scene& scene, const Legend& legend, const Palette& palette, const QString& file) {
  Page page{scene, legend, palette};
  if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) return writeSvg(page, file);
  if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) return writePdf(page, file);
  return writePng(page, file.endsWith(QLatin1String(".png"), Qt::CaseInsensitive) ? file : file + QStringLiteral(".png"));
}

}  // namespace shardlens::app
