#pragma once

#include <QImage>
#include <QPainter>

#include <array>
#include <vector>

namespace shardlens::app {

/// Pixels that strokes are drawn into, kept from frame to frame; only what was drawn on is cleared again.
struct StrokeBuffer {
  QImage image;
  std::vector<std::uint8_t> drawn;  ///< by tile
};

/// Smooth strokes of one colour, straight into pixels: a painter takes ten times as long for the hundreds of curves of a picture.
/// Where strokes meet the denser one counts, so crossings are no darker.
class StrokeLayer {
 public:
  /// Covers what `visible` (in the painter's coordinates) takes of the device. Not usable where the painter does not draw into pixels, or
  /// turns or shears.
  StrokeLayer(const QPainter& painter, const QRectF& visible, const QColor& colour, StrokeBuffer& buffer);
  StrokeLayer(const StrokeLayer&) = delete;
  StrokeLayer& operator=(const StrokeLayer&) = delete;
  [[nodiscard]] bool usable() const { return pixels_ != nullptr; }

  /// Cubic Bezier pieces in the painter's coordinates; `width` too.
  void curve(const std::vector<QPointF>& points, double width);
  void triangle(QPointF a, QPointF b, QPointF c);
  /// Lays the strokes over the painter's device, and clears them.
  void paintOn(QPainter& painter);

 private:
  struct Point {
    float x = 0, y = 0;
  };
  [[nodiscard]] Point map(QPointF p) const {
    return {static_cast<float>(p.x() * scale_ + moveX_), static_cast<float>(p.y() * scale_ + moveY_)};
  }
  void piece(Point a, Point b, Point c, Point d, float radius);
  void segment(Point from, Point to, float radius);
  void cover(int x, int y, float share);

  StrokeBuffer& buffer_;
  QRect place_;  ///< on the device
  double scale_ = 1, moveX_ = 0, moveY_ = 0;
  QRgb* pixels_ = nullptr;
  int width_ = 0, height_ = 0, stride_ = 0, tiles_ = 0;
  std::array<QRgb, 256> shades_{};
};

}  // namespace shardlens::app
