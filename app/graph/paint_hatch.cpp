#include <QPaintEngine>
#include <QPixmapCache>

#include <algorithm>
#include <cmath>

#include "app/graph/paint.h"

namespace shardlens::app {

namespace {

constexpr double kPeriod = 8.4, kStripe = 2.9;

QBrush hatchBrush(const QColor& colour, const QColor& ground) {
  QString key = QStringLiteral("hatch-") + colour.name() + ground.name();
  QPixmap tile;
  if (!QPixmapCache::find(key, &tile)) {
    tile = QPixmap(12, 12);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 12 * kStripe / kPeriod));
    for (int i = -12; i <= 12; i += 12) painter.drawLine(QPointF(i - 2, 14), QPointF(i + 14, -2));
    painter.end();
    QPixmapCache::insert(key, tile);
  }
  QBrush brush(tile);
  brush.setTransform(QTransform::fromScale(kPeriod / 12, kPeriod / 12));
  return brush;
}

}  // namespace

// SVG has no brushes of pictures: there each stripe is a line of its own.
void paintHatched(QPainter& painter, const QRectF& rect, const QColor& colour, const QColor& ground) {
  bool pixels = painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
  painter.setPen(Qt::NoPen);
  painter.setBrushOrigin(rect.topLeft());
  painter.setBrush(pixels ? hatchBrush(colour, ground) : QBrush(ground));
  painter.drawRoundedRect(rect, 3, 3);
  if (pixels) return;
  painter.setPen(QPen(colour, kStripe, Qt::SolidLine, Qt::FlatCap));
  int stripes = static_cast<int>(std::ceil((rect.width() + rect.height()) / kPeriod - 0.5));
  for (int i = 0; i < stripes; ++i) {
    double at = (i + 0.5) * kPeriod;
    double left = std::max(0.0, at - rect.height()), right = std::min(rect.width(), at);
    painter.drawLine(rect.topLeft() + QPointF(left, at - left), rect.topLeft() + QPointF(right, at - right));
  }
}

}  // namespace shardlens::app
