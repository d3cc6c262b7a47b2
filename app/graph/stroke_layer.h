#pragma once

#include <QImage>
#include <QPainter>

#include <vector>

namespace shardlens::app {

/// How much of each pixel strokes cover, kept from frame to frame: only what was touched is cleared again.
struct StrokeBuffer {
  std::vector<std::uint8_t> cover;
  std::vector<std::uint32_t> touched;
};

/// Smooth strokes of one colour, straight into pixels: a painter takes ten times as long for the hundreds of curves of a picture.
/// Where strokes meet the denser one counts, so crossings are no darker.
class StrokeLayer {
 public:
  /// Covers what `visible` (in the painter's coordinates) takes of the device. Not usable where the painter does not draw into pixels of
  /// its own, turns or shears, or is clipped to more than a rectangle.
  StrokeLayer(const QPainter& painter, const QRectF& visible, const QColor& colour, StrokeBuffer& buffer);
  StrokeLayer(const StrokeLayer&) = delete;
  StrokeLayer& operator=(const StrokeLayer&) = delete;
  [[nodiscard]] bool usable() const { return pixels_ != nullptr; }

  /// Cubic Bezier pieces in the painter's coordinates; `width` too.
  void curve(const std::vector<QPointF>& points, double width);
  void triangle(QPointF a, QPointF b, QPointF c);
  /// Lays the strokes over the device's pixels, and clears them.
  void paint();

 private:
  struct Point {
    float x = 0, y = 0;
  };
  [[nodiscard]] Point map(QPointF p) const {
    return {static_cast<float>(p.x() * scale_ + moveX_), static_cast<float>(p.y() * scale_ + moveY_)};
  }
  void piece(Point a, Point b, Point c, Point d, float radius);
  void segment(Point from, Point to, float radius);
  void cover(std::ptrdiff_t x, std::ptrdiff_t y, float share);

  StrokeBuffer& buffer_;
  QRgb colour_;
  double scale_ = 1, moveX_ = 0, moveY_ = 0;
  QRgb* pixels_ = nullptr;  ///< of the device, from the corner of what is covered
  std::ptrdiff_t stride_ = 0;
  int width_ = 0, height_ = 0;
};

}  // namespace shardlens::app
