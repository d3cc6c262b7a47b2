#include "app/graph/stroke_layer.h"

#include <QPaintDevice>
#include <QPaintEngine>

#include <algorithm>
#include <cmath>

#include "app/graph/pixel_layer.h"

namespace shardlens::app {

namespace {

constexpr int kTileBits = 5, kTile = 1 << kTileBits;
constexpr float kPieceLength = 7;  // pixels of a curve that pass for straight

}  // namespace

StrokeLayer::StrokeLayer(const QPainter& painter, const QRectF& visible, const QColor& colour, StrokeBuffer& buffer) : buffer_(buffer) {
  if (!drawsUpright(painter)) return;
  const QTransform t = painter.deviceTransform();
  place_ = deviceArea(painter, visible);
  if (place_.isEmpty()) return;
  width_ = place_.width();
  height_ = place_.height();
  tiles_ = (width_ + kTile - 1) >> kTileBits;
  if (buffer.image.width() < width_ || buffer.image.height() < height_) {
    buffer.image = QImage(place_.size(), QImage::Format_ARGB32_Premultiplied);
    buffer.image.fill(Qt::transparent);
  }
  buffer.drawn.assign(static_cast<std::size_t>(tiles_) * static_cast<std::size_t>((height_ + kTile - 1) >> kTileBits), 0);
  pixels_ = reinterpret_cast<QRgb*>(buffer.image.bits());
  stride_ = static_cast<int>(buffer.image.bytesPerLine() / 4);
  scale_ = t.m11();
  moveX_ = t.dx() - place_.left();
  moveY_ = t.dy() - place_.top();
  for (int a = 0; a < 256; ++a) shades_[static_cast<std::size_t>(a)] = qPremultiply(qRgba(colour.red(), colour.green(), colour.blue(), a));
}

void StrokeLayer::cover(int x, int y, float share) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_ || share <= 0) return;
  auto alpha = static_cast<std::uint32_t>(std::min(share, 1.0F) * 255);
  QRgb& pixel = pixels_[static_cast<std::ptrdiff_t>(y) * stride_ + x];
  if (alpha <= pixel >> 24) return;
  pixel = shades_[alpha];
  buffer_.drawn[static_cast<std::size_t>(y >> kTileBits) * static_cast<std::size_t>(tiles_) + static_cast<std::size_t>(x >> kTileBits)] = 1;
}

// Row by row (or column by column, where it is flat), the few pixels across: how much of each lies within the radius.
void StrokeLayer::segment(Point from, Point to, float radius) {
  float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (length < 1e-3F) return;
  bool flat = std::abs(dx) > std::abs(dy);
  if (flat) {
    std::swap(from.x, from.y);
    std::swap(to.x, to.y);
    std::swap(dx, dy);
  }
  if (from.y > to.y) std::swap(from, to);
  float slope = dx / dy, upright = std::abs(dy) / length, most = std::min(1.0F, 2 * radius), reach = (radius + 0.5F) / upright;
  int last = std::min(static_cast<int>(to.y), flat ? width_ : height_);
  for (int along = std::max(0, static_cast<int>(from.y)); along <= last; ++along) {
    float at = std::clamp(static_cast<float>(along) + 0.5F, from.y, to.y), middle = from.x + (at - from.y) * slope;
    int end = static_cast<int>(std::floor(middle + reach));
    for (int across = static_cast<int>(std::floor(middle - reach)); across <= end; ++across) {
      float share = std::min(most, radius + 0.5F - std::abs(static_cast<float>(across) + 0.5F - middle) * upright);
      flat ? cover(along, across, share) : cover(across, along, share);
    }
  }
}

void StrokeLayer::piece(Point a, Point b, Point c, Point d, float radius) {
  auto [left, right] = std::minmax({a.x, b.x, c.x, d.x});
  auto [top, bottom] = std::minmax({a.y, b.y, c.y, d.y});
  if (right < -radius || bottom < -radius || left > static_cast<float>(width_) + radius || top > static_cast<float>(height_) + radius)
    return;
  float length = std::hypot(b.x - a.x, b.y - a.y) + std::hypot(c.x - b.x, c.y - b.y) + std::hypot(d.x - c.x, d.y - c.y);
  int parts = std::clamp(static_cast<int>(length / kPieceLength), 2, 256);
  Point before = a;
  for (int i = 1; i <= parts; ++i) {
    float t = static_cast<float>(i) / static_cast<float>(parts), s = 1 - t;
    float wa = s * s * s, wb = 3 * s * s * t, wc = 3 * s * t * t, wd = t * t * t;
    Point now{wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y};
    segment(before, now, radius);
    before = now;
  }
}

void StrokeLayer::curve(const std::vector<QPointF>& points, double width) {
  auto radius = static_cast<float>(width * scale_ / 2);
  for (std::size_t i = 1; i + 2 < points.size(); i += 3)
    piece(map(points[i - 1]), map(points[i]), map(points[i + 1]), map(points[i + 2]), radius);
}

// A pixel lies within as far as it does for the side that it is nearest to.
void StrokeLayer::triangle(QPointF first, QPointF second, QPointF third) {
  Point corner[] = {map(first), map(second), map(third)};
  auto cross = [](Point o, Point a, Point b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); };
  if (cross(corner[0], corner[1], corner[2]) < 0) std::swap(corner[1], corner[2]);
  auto [left, right] = std::minmax({corner[0].x, corner[1].x, corner[2].x});
  auto [top, bottom] = std::minmax({corner[0].y, corner[1].y, corner[2].y});
  int x0 = std::max(0, static_cast<int>(left) - 1), x1 = std::min(width_ - 1, static_cast<int>(right) + 1);
  int y0 = std::max(0, static_cast<int>(top) - 1), y1 = std::min(height_ - 1, static_cast<int>(bottom) + 1);
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      Point p{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
      float within = 1;
      for (int side = 0; side < 3; ++side) {
        const Point &a = corner[side], &b = corner[(side + 1) % 3];
        within = std::min(within, cross(a, b, p) / std::max(1e-3F, std::hypot(b.x - a.x, b.y - a.y)) + 0.5F);
      }
      cover(x, y, within);
    }
  }
}

// Neighbouring tiles of a row go out together.
void StrokeLayer::paintOn(QPainter& painter) {
  if (!pixels_) return;
  DevicePixels device(painter);
  for (int y = 0; y < height_; y += kTile) {
    const std::uint8_t* row = &buffer_.drawn[static_cast<std::size_t>(y >> kTileBits) * static_cast<std::size_t>(tiles_)];
    for (int tile = 0; tile < tiles_; ++tile) {
      if (!row[tile]) continue;
      int first = tile;
      while (tile + 1 < tiles_ && row[tile + 1]) ++tile;
      QRect part = QRect(first * kTile, y, (tile - first + 1) * kTile, kTile) & QRect(0, 0, width_, height_);
      painter.drawImage(place_.topLeft() + part.topLeft(), buffer_.image, part);
      for (int line = part.top(); line <= part.bottom(); ++line)
        std::fill_n(pixels_ + static_cast<std::ptrdiff_t>(line) * stride_ + part.left(), part.width(), 0);
    }
  }
}

}  // namespace shardlens::app
