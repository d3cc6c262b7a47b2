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

/// Pictures of nodes, so that a moved view paints no text again, shaped texts, and room for strokes. Forgotten when scene or colours
/// change; at another zoom some are made anew in each frame, and the others stand scaled until it is their turn.
class NodeBitmaps {
 public:
  /// Says what is painted now. False where the painter does not draw upright into pixels: then nothing is kept.
  bool begin(const QPainter& painter, const Scene& scene, const QColor& ground, const QColor& text);
  /// Puts the picture of a node at its place; `paint` makes it where it is not kept.
  void paint(QPainter& painter, std::uint32_t index, const SceneNode& node, const std::function<void(QPainter&)>& paint);
  /// Whether the last frame has pictures of another zoom: the next one will have fewer.
  [[nodiscard]] bool scaled() const { return scaled_; }
  [[nodiscard]] ShapedTexts& texts() { return texts_; }
  [[nodiscard]] StrokeBuffer& strokes() { return strokes_; }

 private:
  static constexpr std::size_t kMostBytes = 64U << 20;
  static constexpr int kMostAnew = 24;  ///< pictures of another zoom that a frame makes anew
  const Scene* scene_ = nullptr;
  double scale_ = 0;
  QTransform device_;
  QRgb ground_ = 0, text_ = 0;
  std::size_t bytes_ = 0;
  int anew_ = 0;
  bool scaled_ = false;
  struct Kept {
    QImage image;
    std::uint32_t looks = 0;
    double scale = 0;
  };
  std::unordered_map<std::uint32_t, Kept> images_;
  ShapedTexts texts_;
  StrokeBuffer strokes_;
};

}  // namespace shardlens::app
