#pragma once

#include <QColor>
#include <QImage>
#include <QPainter>

#include <functional>
#include <unordered_map>

#include "app/graph/scene.h"
#include "app/graph/shaped_texts.h"
#include "app/graph/stroke_layer.h"

namespace shardlens::app {

/// Pictures of nodes at one zoom, so that a moved view paints no text again, shaped texts, and room for strokes. Forgotten when scene, zoom
/// or colours change.
class NodeBitmaps {
 public:
  /// Says what is painted now. False where the painter does not draw upright into pixels: then nothing is kept.
  bool begin(const QPainter& painter, const Scene& scene, const QColor& ground, const QColor& text);
  /// Puts the picture of a node at its place; `paint` makes it where it is not kept.
  void paint(QPainter& painter, std::uint32_t index, const SceneNode& node, const std::function<void(QPainter&)>& paint);
  [[nodiscard]] ShapedTexts& texts() { return texts_; }
  [[nodiscard]] StrokeBuffer& strokes() { return strokes_; }

 private:
  static constexpr std::size_t kMostBytes = 64U << 20;
  const Scene* scene_ = nullptr;
  double scale_ = 0;
  QTransform device_;
  QRgb ground_ = 0, text_ = 0;
  std::size_t bytes_ = 0;
  struct Kept {
    QImage image;
    std::uint32_t looks = 0;
  };
  std::unordered_map<std::uint32_t, Kept> images_;
  ShapedTexts texts_;
  StrokeBuffer strokes_;
};

}  // namespace shardlens::app
