#include <QPainter>

#include <algorithm>

#include "app/graph/graph_view.h"

namespace shardlens::app {

namespace {

constexpr double kWidth = 158, kHeight = 134, kInset = 10, kFromEdge = 14;

}  // namespace

QRectF GraphView::minimapRect() const { return {width() - kWidth - kFromEdge, height() - kHeight - kFromEdge, kWidth, kHeight}; }

bool GraphView::minimapShown() const {
  double beside = legendSize(legend_).height() + kHeight + 4 * kFromEdge;
  return !scene_->nodes.empty() && !visibleArea().contains(scene_->bounds) && height() > beside && width() > kWidth * 3;
}

QTransform GraphView::minimapTransform() const {
  QRectF inner = minimapRect().adjusted(kInset, kInset, -kInset, -kInset);
  const QRectF& all = scene_->bounds;
  double s = std::min(inner.width() / std::max(1.0, all.width()), inner.height() / std::max(1.0, all.height()));
  QPointF shift = inner.center() - all.center() * s;
  return QTransform(s, 0, 0, s, shift.x(), shift.y());
}

// The picture is drawn once a scene; a frame only copies it and adds the view's frame.
void GraphView::drawMinimap() {
  double ratio = devicePixelRatioF();
  minimap_ = QPixmap(QSizeF(kWidth * ratio, kHeight * ratio).toSize());
  minimap_.setDevicePixelRatio(ratio);
  minimap_.fill(Qt::transparent);
  QPainter painter(&minimap_);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& p = theme_.palette();
  painter.setPen(p.line);
  painter.setBrush(p.pane);
  painter.drawRoundedRect(QRectF(0.5, 0.5, kWidth - 1, kHeight - 1), 8, 8);
  QTransform map = minimapTransform() * QTransform::fromTranslate(-minimapRect().left(), -minimapRect().top());
  painter.setRenderHint(QPainter::Antialiasing, false);
  std::vector<QRectF> leaves, boxes;
  painter.setPen(QPen(p.nodeLine, 0));
  painter.setBrush(p.group);
  for (const SceneNode& node : scene_->nodes) {
    QRectF r = map.mapRect(node.rect);
    if (node.kind == NodeKind::Opened) {
      painter.drawRect(r);
    } else {
      (node.kind == NodeKind::Leaf ? leaves : boxes)
          .push_back(QRectF(r.topLeft(), QSizeF(std::max(1.5, r.width()), std::max(1.5, r.height()))));
    }
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(p.nodeLine);
  painter.drawRects(boxes.data(), static_cast<int>(boxes.size()));
  painter.setBrush(p.whole);
  painter.drawRects(leaves.data(), static_cast<int>(leaves.size()));
}

void GraphView::paintMinimap(QPainter& painter) {
  QRectF at = minimapRect();
  painter.drawPixmap(at.topLeft(), minimap_);
  QRectF seen = minimapTransform().mapRect(visibleArea()).intersected(at.adjusted(3, 3, -3, -3));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_.palette().accent, 2));
  painter.drawRect(seen);
}

void GraphView::jumpInMinimap(QPointF at) {
  atBeginning_ = false;
  origin_ = minimapTransform().inverted().map(at) - QPointF(width(), height()) / (2 * scale_);
  clampOrigin();
  update();
}

}  // namespace shardlens::app
