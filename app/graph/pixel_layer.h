#pragma once

#include <QImage>
#include <QPainter>

namespace shardlens::app {

/// Whether the painter draws into pixels, upright and as high as wide.
bool drawsUpright(const QPainter& painter);
/// What `area` (in the painter's coordinates) takes of its device, in pixels.
QRect deviceArea(const QPainter& painter, const QRectF& area);

/// While it lives the painter draws in pixels of its device, whatever its transformation.
class DevicePixels {
 public:
  explicit DevicePixels(QPainter& painter);
  ~DevicePixels() { painter_.setWorldTransform(before_); }
  DevicePixels(const DevicePixels&) = delete;
  DevicePixels& operator=(const DevicePixels&) = delete;

 private:
  QPainter& painter_;
  QTransform before_;
};

/// A picture in device pixels over a part of a raster painter's device, for tens of thousands of plain rectangles and lines: they are
/// written straight into it, without a painter between.
class PixelLayer {
 public:
  /// Covers what `visible` (in the painter's coordinates) takes of the device. Not usable where the painter does not draw into pixels, or
  /// turns or shears.
  PixelLayer(const QPainter& painter, const QRectF& visible);
  [[nodiscard]] bool usable() const { return !image_.isNull(); }

  void fill(float left, float top, float right, float bottom, QRgb colour);
  void line(float x0, float y0, float x1, float y1, QRgb colour);
  /// Lays the picture over the painter's device.
  void paintOn(QPainter& painter) const;

 private:
  [[nodiscard]] int column(float x) const { return static_cast<int>(x * scaleX_ + moveX_); }
  [[nodiscard]] int row(float y) const { return static_cast<int>(y * scaleY_ + moveY_); }

  QImage image_;
  QRect place_;  ///< on the device
  float scaleX_ = 1, scaleY_ = 1, moveX_ = 0, moveY_ = 0;
  QRgb* pixels_ = nullptr;
  int width_ = 0, height_ = 0;
};

}  // namespace shardlens::app
