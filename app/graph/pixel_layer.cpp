#include "app/graph/pixel_layer.h"

#include <QPaintDevice>
#include <QPaintEngine>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace shardlens::app {

bool drawsUpright(const QPainter& painter) {
  const QTransform t = painter.deviceTransform();
  bool raster = painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
  return raster && t.type() <= QTransform::TxScale && t.m11() > 0 && t.m11() == t.m22();
}

QRect deviceArea(const QPainter& painter, const QRectF& area) {
  const QPaintDevice* pixels = painter.paintEngine()->paintDevice();  // the painter's own device may be drawn into another
  return painter.deviceTransform().mapRect(area).toAlignedRect() & QRect(0, 0, pixels->width(), pixels->height());
}

DevicePixels::DevicePixels(QPainter& painter) : painter_(painter), before_(painter.worldTransform()) {
  painter.resetTransform();
  painter.setWorldTransform(painter.deviceTransform().inverted());
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
}

PixelLayer::PixelLayer(const QPainter& painter, const QRectF& visible) {
  if (!drawsUpright(painter)) return;
  const QTransform t = painter.deviceTransform();
  place_ = deviceArea(painter, visible);
  if (place_.isEmpty()) return;
  image_ = QImage(place_.size(), QImage::Format_ARGB32_Premultiplied);
  image_.fill(Qt::transparent);
  pixels_ = reinterpret_cast<QRgb*>(image_.bits());
  width_ = image_.width();
  height_ = image_.height();
  scaleX_ = static_cast<float>(t.m11());
  scaleY_ = static_cast<float>(t.m22());
  moveX_ = static_cast<float>(t.dx() - place_.left());
  moveY_ = static_cast<float>(t.dy() - place_.top());
}

void PixelLayer::fill(float left, float top, float right, float bottom, QRgb colour) {
  int x0 = std::max(0, column(left)), x1 = std::min(width_, std::max(column(right), column(left) + 1));
  int y0 = std::max(0, row(top)), y1 = std::min(height_, std::max(row(bottom), row(top) + 1));
  for (int y = y0; y < y1; ++y) {
    QRgb* at = pixels_ + static_cast<std::ptrdiff_t>(y) * width_;
    for (int x = x0; x < x1; ++x) at[x] = colour;
  }
}

void PixelLayer::line(float fromX, float fromY, float toX, float toY, QRgb colour) {
  float x = fromX * scaleX_ + moveX_, y = fromY * scaleY_ + moveY_;
  float dx = toX * scaleX_ + moveX_ - x, dy = toY * scaleY_ + moveY_ - y;
  int steps = static_cast<int>(std::max(std::abs(dx), std::abs(dy))) + 1;
  // A line that is far longer than the picture is cut to what may lie in it.
  if (steps > 4 * (width_ + height_)) return;
  dx /= static_cast<float>(steps);
  dy /= static_cast<float>(steps);
  for (int i = 0; i <= steps; ++i, x += dx, y += dy) {
    int column = static_cast<int>(x), row = static_cast<int>(y);
    if (x >= 0 && y >= 0 && column < width_ && row < height_) pixels_[static_cast<std::ptrdiff_t>(row) * width_ + column] = colour;
  }
}

void PixelLayer::paintOn(QPainter& painter) const {
  DevicePixels device(painter);
  painter.drawImage(place_.topLeft(), image_);
}

}  // namespace shardlens::app
