#include <QPainterPath>

#include <cmath>
#include <optional>

#include "app/graph/node_bitmaps.h"
#include "app/graph/paint.h"
#include "app/graph/pixel_layer.h"

namespace shardlens::app {

namespace {

constexpr double kEdgeWidth = 1.6, kArrows = 0.3;  // from this scale on edges have heads

QPainterPath pathOf(const SceneEdge& edge) {
  QPainterPath path(edge.points.front());
  for (std::size_t i = 1; i + 2 < edge.points.size(); i += 3) path.cubicTo(edge.points[i], edge.points[i + 1], edge.points[i + 2]);
  return path;
}

struct Arrow {
  QPointF tip, left, right;
};

Arrow arrowOf(const SceneEdge& edge) {
  QPointF tip = edge.points.back(), before = edge.points[edge.points.size() - 2];
  QPointF d = tip - before;
  double length = std::hypot(d.x(), d.y());
  d = length < 0.01 ? QPointF(0, 1) : d / length;
  QPointF side(-d.y(), d.x());
  return {tip, tip - d * 9 + side * 5, tip - d * 9 - side * 5};
}

std::uint32_t selectedNode(const Scene& scene, const PaintStyle& style) {
  int found = style.selected ? scene.find(style.selected) : -1;
  return found < 0 ? UINT32_MAX : static_cast<std::uint32_t>(found);
}

void drawEdge(QPainter& painter, const SceneEdge& edge, const PaintStyle& style, const QColor& colour, double width) {
  if (edge.points.size() < 4) return;
  painter.setPen(QPen(colour, width));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(pathOf(edge));
  if (style.scale <= kArrows) return;
  Arrow arrow = arrowOf(edge);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF({arrow.tip, arrow.left, arrow.right}));
}

void strokeEdge(StrokeLayer& strokes, const SceneEdge& edge, const PaintStyle& style) {
  if (edge.points.size() < 4) return;
  strokes.curve(edge.points, kEdgeWidth);
  if (style.scale <= kArrows) return;
  Arrow arrow = arrowOf(edge);
  strokes.triangle(arrow.tip, arrow.left, arrow.right);
}

}  // namespace

void paintEdges(QPainter& painter, const Scene& scene, const PaintStyle& style, PixelLayer* layer) {
  const QColor& colour = style.palette->nodeLine;
  bool coarse = style.scale < 0.22;
  std::vector<QLineF> lines;
  std::uint32_t selected = selectedNode(scene, style);
  std::optional<StrokeLayer> strokes;
  if (!coarse && style.bitmaps) strokes.emplace(painter, style.visible, colour, style.bitmaps->strokes());
  bool smooth = strokes && strokes->usable();
  scene.edgeIndex.query(style.visible, [&](std::uint32_t i) {
    const EdgeEnds& ends = scene.edgeEnds[i];
    if (ends.from == selected || ends.to == selected) return;
    if (smooth)
      strokeEdge(*strokes, scene.edges[i], style);
    else if (!coarse)
      drawEdge(painter, scene.edges[i], style, colour, kEdgeWidth);
    else if (layer)
      layer->line(ends.x0, ends.y0, ends.x1, ends.y1, colour.rgb());
    else
      lines.emplace_back(ends.x0, ends.y0, ends.x1, ends.y1);
  });
  if (smooth) strokes->paint();
  if (lines.empty()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(colour, 0));
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintSelectedEdges(QPainter& painter, const Scene& scene, const PaintStyle& style) {
  std::uint32_t selected = selectedNode(scene, style);
  if (selected == UINT32_MAX) return;
  scene.edgeIndex.query(style.visible, [&](std::uint32_t i) {
    const EdgeEnds& ends = scene.edgeEnds[i];
    if (ends.from == selected || ends.to == selected) drawEdge(painter, scene.edges[i], style, style.palette->accent, 2);
  });
}

}  // namespace shardlens::app
