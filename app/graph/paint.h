#pragma once

#include <QPainter>

#include <atomic>
#include <unordered_map>
#include <unordered_set>

#include "app/graph/scene.h"
#include "app/theme/palette.h"

namespace shardlens::app {

class NodeBitmaps;
class PixelLayer;

/// How a scene is to be painted; the same for screen, PNG, SVG and PDF.
struct PaintStyle {
  const Palette* palette = nullptr;
  double scale = 1;  ///< device pixels to a scene unit: chooses the level of detail
  QRectF visible;    ///< part of the scene to paint
  NodeKey selected = 0;
  NodeKey hovered = 0;
  ValueId selectedValue;                                        ///< its edges stand out
  const std::unordered_set<std::uint32_t>* matches = nullptr;   ///< nodes that a search found; the others fade
  const std::unordered_set<std::uint32_t>* flashing = nullptr;  ///< values that the last edit changed
  double flash = 0;                                             ///< strength of the flash, 0 to 1
  bool toned = false;                                           ///< nodes and bars have tones; taken from the scene
  NodeBitmaps* bitmaps = nullptr;                               ///< pictures of nodes kept from the frames before
  const std::atomic<bool>* stop = nullptr;                      ///< once set, what is not painted yet is left out
  [[nodiscard]] bool stopped() const { return stop && stop->load(std::memory_order_relaxed); }
};

/// Paints the visible part of `scene` in scene coordinates.
void paintScene(QPainter& painter, const Scene& scene, const PaintStyle& style);

/// One axis of the legend.
struct LegendAxis {
  int axis = 0;  ///< below 0: the name of a mesh, whose axes follow
  QString text;
};
/// One tone of the legend: what stands on the node, and what it means.
struct LegendTone {
  QString mark, text;
};
struct Legend {
  QString title;
  std::vector<LegendAxis> axes;
  std::vector<LegendTone> tones;  ///< where nodes are coloured by them; else empty
};
/// Size that the legend takes.
QSizeF legendSize(const Legend& legend);
void paintLegend(QPainter& painter, QPointF topLeft, const Legend& legend, const Palette& palette);

// Parts, in files of their own.
void paintLeaf(QPainter& painter, const SceneNode& node, const PaintStyle& style);
void paintBox(QPainter& painter, const SceneNode& node, const PaintStyle& style);
void paintGroup(QPainter& painter, const SceneNode& node, const PaintStyle& style);
/// Edges of a picture that is too small for curves go into `layer`, where there is one.
void paintEdges(QPainter& painter, const Scene& scene, const PaintStyle& style, PixelLayer* layer = nullptr);
void paintSelectedEdges(QPainter& painter, const Scene& scene, const PaintStyle& style);
void paintStubs(QPainter& painter, const Scene& scene, const PaintStyle& style);
/// Stripes of an axis' colour, for what is partial along it.
void paintHatched(QPainter& painter, const QRectF& rect, const QColor& colour, const QColor& ground);
void paintChip(QPainter& painter, const QRectF& rect, const ChipLook& chip, const Palette& palette);

}  // namespace shardlens::app
