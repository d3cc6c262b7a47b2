#include "app/graph/node_bitmaps.h"

#include <cmath>

#include "app/graph/pixel_layer.h"

namespace shardlens::app {

namespace {

constexpr int kBitmapMargin = 2;

}  // namespace

bool NodeBitmaps::begin(const QPainter& painter, const Scene& scene, const QColor& ground, const QColor& text) {
  device_ = painter.deviceTransform();
  if (!drawsUpright(painter)) return false;
  bool same = scene_ == &scene && ground_ == ground.rgb() && text_ == text.rgb();
  if (!same || bytes_ > kMostBytes) {
    images_.clear();
    bytes_ = 0;
  }
  anew_ = 0;
  scaled_ = false;
  scene_ = &scene;
  scale_ = device_.m11();
  ground_ = ground.rgb();
  text_ = text.rgb();
  return true;
}

void NodeBitmaps::paint(QPainter& painter, std::uint32_t index, const SceneNode& node, const std::function<void(QPainter&)>& paint) {
  Kept& kept = images_[index];
  QImage& image = kept.image;
  QPointF at = device_.map(node.rect.topLeft());
  bool fits = !image.isNull() && kept.looks == node.looks;
  if (fits && kept.scale != scale_ && anew_++ >= kMostAnew) {
    double by = scale_ / kept.scale;
    DevicePixels device(painter);
    painter.drawImage(QRectF(at - QPointF(kBitmapMargin, kBitmapMargin) * by, QSizeF(image.size()) * by), image);
    scaled_ = true;
    return;
  }
  if (!fits || kept.scale != scale_) {
    bytes_ -= static_cast<std::size_t>(image.sizeInBytes());
    kept.looks = node.looks;
    kept.scale = scale_;
    QSize size(static_cast<int>(std::ceil(node.rect.width() * scale_)) + 2 * kBitmapMargin,
               static_cast<int>(std::ceil(node.rect.height() * scale_)) + 2 * kBitmapMargin);
    image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter own(&image);
    own.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    own.translate(kBitmapMargin, kBitmapMargin);
    own.scale(scale_, scale_);
    own.translate(-node.rect.topLeft());
    paint(own);
    own.end();
    bytes_ += static_cast<std::size_t>(image.sizeInBytes());
  }
  DevicePixels device(painter);
  painter.drawImage(QPoint(static_cast<int>(std::lround(at.x())) - kBitmapMargin, static_cast<int>(std::lround(at.y())) - kBitmapMargin),
                    image);
}

}  // namespace shardlens::app
