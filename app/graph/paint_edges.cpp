#include <QPainterPath>

#include <cmath>

#include "app/graph/paint.h"

namespace shardlens::app {

namespace {

QPainterPath pathOf(const SceneEdge& edge) {
  QPainterPath path(edge.points.front());
  for (std::size_t i = 1; i + 2 < edge.points.size(); i += 3) path.cubicTo(edge.points[i], edge.points[i + 1], edge.points[i + 2]);
  return path;
}

void arrow(QPainter& painter, const SceneEdge& edge, const QColor& colour) {
  QPointF tip = edge.points.back(), before = edge.points[edge.points.size() - 2];
  QPointF d = tip - before;
  double length = std::hypot(d.x(), d.y());
  d = length < 0.01 ? QPointF(0, 1) : d / length;
  QPointF side(-d.y(), d.x());
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF({tip, tip - d * 9 + side * 5, tip - d * 9 - side * 5}));
}

}  // namespace

void paintEdges(QPainter& painter, const Scene& scene, const PaintStyle& style) {
  const Palette& p = *style.palette;
  bool coarse = style.scale < 0.22;
  std::vector<QLineF> lines;
  std::vector<std::uint32_t> bright;
  auto draw = [&](const SceneEdge& edge, const QColor& colour, double width) {
    painter.setPen(QPen(colour, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(pathOf(edge));
    if (style.scale > 0.3) arrow(painter, edge, colour);
  };
  scene.edgeIndex.query(style.visible, [&](std::uint32_t i) {
    const SceneEdge& edge = scene.edges[i];
    if (edge.points.size() < 4) return;
    if (style.selected && (scene.nodes[edge.from].key == style.selected || scene.nodes[edge.to].key == style.selected)) {
      bright.push_back(i);
    } else if (coarse) {
      lines.emplace_back(edge.points.front(), edge.points.back());
    } else {
      draw(edge, p.nodeLine, 1.6);
    }
  });
  if (!lines.empty()) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(p.nodeLine, 0));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    painter.setRenderHint(QPainter::Antialiasing, true);
  }
  for (std::uint32_t i : bright) draw(scene.edges[i], p.accent, 2);
}

}  // namespace shardlens::app
