#include "app/graph/stroke_layer.h"

#include <QPaintDevice>
#include <QPaintEngine>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/graph/pixel_layer.h"

namespace shardlens::app {

namespace {

constexpr float kPieceLength = 7;  // pixels of a curve that pass for straight

int whole(float v) {
  int i = static_cast<int>(v);
  return i - (static_cast<float>(i) > v);
}

float lengthOf(float x, float y) { return std::sqrt(x * x + y * y); }

/// The picture that the painter draws into, where its pixels can be written; null otherwise.
QImage* pictureOf(const QPainter& painter) {
  QPaintDevice* device = painter.paintEngine()->paintDevice();
  if (device->devType() != QInternal::Image || painter.hasClipping() || painter.opacity() != 1) return nullptr;
  auto* image = static_cast<QImage*>(device);
  bool plain = image->format() == QImage::Format_RGB32 || image->format() == QImage::Format_ARGB32_Premultiplied;
  return plain && image->depth() == 32 ? image : nullptr;
}

// Two channels at once; `share` of 255.
QRgb blended(QRgb under, QRgb over, std::uint32_t share) {
  constexpr std::uint32_t kOuter = 0xFF00FF, kInner = 0xFF00;
  std::uint32_t in = share + (share >> 7), out = 256 - in;
  std::uint32_t outer = ((under & kOuter) * out + (over & kOuter) * in) >> 8 & kOuter;
  std::uint32_t inner = ((under & kInner) * out + (over & kInner) * in) >> 8 & kInner;
  return 0xFF000000U | outer | inner;
}

}  // namespace

StrokeLayer::StrokeLayer(const QPainter& painter, const QRectF& visible, const QColor& colour, StrokeBuffer& buffer)
    : buffer_(buffer), colour_(colour.rgb()) {
  if (!drawsUpright(painter)) return;
  QImage* image = pictureOf(painter);
  QRegion clip = painter.paintEngine()->systemClip();
  QRect place = deviceArea(painter, visible);
  if (!image || clip.rectCount() > 1) return;
  if (!clip.isEmpty()) place &= clip.boundingRect();
  if (place.isEmpty()) return;
  width_ = place.width();
  height_ = place.height();
  stride_ = image->bytesPerLine() / 4;
  std::size_t size = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height_);
  if (buffer.cover.size() < size) buffer.cover.resize(size);
  pixels_ = reinterpret_cast<QRgb*>(image->bits()) + place.top() * stride_ + place.left();
  const QTransform t = painter.deviceTransform();
  scale_ = t.m11();
  moveX_ = t.dx() - place.left();
  moveY_ = t.dy() - place.top();
}

// The pixel lies in the picture.
inline void StrokeLayer::cover(std::ptrdiff_t x, std::ptrdiff_t y, float share) {
  if (share <= 0) return;
  auto now = static_cast<std::uint8_t>(std::min(share, 1.0F) * 255);
  auto at = static_cast<std::uint32_t>(y * stride_ + x);
  std::uint8_t& before = buffer_.cover[at];
  if (now <= before) return;
  if (before == 0) buffer_.touched.push_back(at);
  before = now;
}

// Row by row (or column by column, where it is flat), the few pixels across: how much of each lies within the radius.
void StrokeLayer::segment(Point from, Point to, float radius) {
  float dx = to.x - from.x, dy = to.y - from.y, length = lengthOf(dx, dy);
  if (length < 1e-3F) return;
  bool flat = std::abs(dx) > std::abs(dy);
  if (flat) {
    std::swap(from.x, from.y);
    std::swap(to.x, to.y);
    std::swap(dx, dy);
  }
  if (from.y > to.y) std::swap(from, to);
  float slope = dx / dy, upright = std::abs(dy) / length, most = std::min(1.0F, 2 * radius), reach = (radius + 0.5F) / upright;
  int last = std::min(static_cast<int>(to.y), (flat ? width_ : height_) - 1), border = (flat ? height_ : width_) - 1;
  for (int along = std::max(0, static_cast<int>(from.y)); along <= last; ++along) {
    float at = std::clamp(static_cast<float>(along) + 0.5F, from.y, to.y), middle = from.x + (at - from.y) * slope;
    int end = std::min(border, whole(middle + reach));
    for (int across = std::max(0, whole(middle - reach)); across <= end; ++across) {
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
  float length = lengthOf(b.x - a.x, b.y - a.y) + lengthOf(c.x - b.x, c.y - b.y) + lengthOf(d.x - c.x, d.y - c.y);
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
  auto turn = [&] {
    return (corner[1].x - corner[0].x) * (corner[2].y - corner[0].y) - (corner[1].y - corner[0].y) * (corner[2].x - corner[0].x);
  };
  if (turn() < 0) std::swap(corner[1], corner[2]);
  float across[3], down[3], start[3];  // distance from each side as a function of the place
  for (int side = 0; side < 3; ++side) {
    const Point &a = corner[side], &b = corner[(side + 1) % 3];
    float length = std::max(1e-3F, lengthOf(b.x - a.x, b.y - a.y));
    across[side] = (a.y - b.y) / length;
    down[side] = (b.x - a.x) / length;
    start[side] = 0.5F - a.x * across[side] - a.y * down[side];
  }
  auto [left, right] = std::minmax({corner[0].x, corner[1].x, corner[2].x});
  auto [top, bottom] = std::minmax({corner[0].y, corner[1].y, corner[2].y});
  int x1 = std::min(width_ - 1, whole(right) + 1), y1 = std::min(height_ - 1, whole(bottom) + 1);
  for (int y = std::max(0, whole(top) - 1); y <= y1; ++y) {
    for (int x = std::max(0, whole(left) - 1); x <= x1; ++x) {
      float within = 1, px = static_cast<float>(x) + 0.5F, py = static_cast<float>(y) + 0.5F;
      for (int side = 0; side < 3; ++side) within = std::min(within, start[side] + px * across[side] + py * down[side]);
      cover(x, y, within);
    }
  }
}

void StrokeLayer::paint() {
  for (std::uint32_t at : buffer_.touched) pixels_[at] = blended(pixels_[at], colour_, std::exchange(buffer_.cover[at], std::uint8_t{0}));
  buffer_.touched.clear();
}

}  // namespace shardlens::app
