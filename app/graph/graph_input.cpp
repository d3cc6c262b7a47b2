#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

#include "app/graph/graph_view.h"

namespace shardlens::app {

namespace {

constexpr double kWheelStep = 1.0015, kKeyZoom = 1.25, kKeyMove = 80;
constexpr int kDragStarts = 4;
constexpr double kPlainTipScale = 0.6;  // nearer, a node can be read without a tip

}  // namespace

void GraphView::wheelEvent(QWheelEvent* event) {
  if (event->modifiers() & Qt::ShiftModifier) {
    moveBy(QPointF(event->angleDelta().y() + event->angleDelta().x(), 0));
  } else if (!event->pixelDelta().isNull() && !(event->modifiers() & Qt::ControlModifier)) {
    moveBy(event->pixelDelta());
  } else {
    zoomTo(scale_ * std::pow(kWheelStep, event->angleDelta().y()), event->position());
  }
  event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = lastAt_ = event->position();
  moved_ = false;
  inMinimap_ = minimapShown() && minimapRect().contains(event->position());
  if (inMinimap_) {
    jumpInMinimap(event->position());
  } else {
    panning_ = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
  }
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
  if (inMinimap_) return jumpInMinimap(event->position());
  if (!panning_) return hover(event->position());
  moved_ |= (event->position() - pressedAt_).manhattanLength() > kDragStarts;
  if (!moved_) return;
  setCursor(Qt::ClosedHandCursor);
  moveBy(event->position() - lastAt_);
  lastAt_ = event->position();
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
  bool click = panning_ && !moved_ && event->button() == Qt::LeftButton;
  panning_ = inMinimap_ = false;
  unsetCursor();
  if (!click) return;
  QPointF at = toScene(event->position());
  if (int stub = scene_->stubAt(at); stub >= 0) {
    const SceneStub& s = scene_->stubs[static_cast<std::size_t>(stub)];
    emit jumped(s.target, s.value);
    return;
  }
  int index = scene_->nodeAt(at);
  if (index < 0) return;
  const SceneNode& node = scene_->nodes[static_cast<std::size_t>(index)];
  QPointF inside = at - node.rect.topLeft();
  if (node.kind != NodeKind::Leaf && inside.x() < 28 && inside.y() < 30) {
    emit toggled(node.key);
  } else {
    emit clicked(node.key);
  }
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (minimapShown() && minimapRect().contains(event->position())) return;
  int index = scene_->nodeAt(toScene(event->position()));
  if (index < 0) return showBeginning();
  const SceneNode& node = scene_->nodes[static_cast<std::size_t>(index)];
  bool inside = node.kind == NodeKind::Opened && toScene(event->position()).y() > node.rect.top() + kGroupTop;
  if (node.kind != NodeKind::Leaf && !inside) emit toggled(node.key);
}

void GraphView::hover(QPointF at) {
  int index = scene_->nodeAt(toScene(at));
  NodeKey key = index < 0 ? 0 : scene_->nodes[static_cast<std::size_t>(index)].key;
  setCursor(scene_->stubAt(toScene(at)) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (key == hovered_) return;
  hovered_ = key;
  update();
}

void GraphView::leaveEvent(QEvent*) {
  hovered_ = 0;
  update();
}

bool GraphView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  int index = scene_->nodeAt(toScene(help->pos()));
  if (index < 0 || scale_ > kPlainTipScale) {
    QToolTip::hideText();
  } else {
    const NodeLook& look = scene_->nodes[static_cast<std::size_t>(index)].look;
    QToolTip::showText(
        help->globalPos(),
        look.ident.isEmpty() ? look.title + QStringLiteral("  ") + look.info : look.title + QStringLiteral("  ") + look.ident, this);
  }
  return true;
}

void GraphView::keyPressEvent(QKeyEvent* event) {
  bool shift = event->modifiers() & Qt::ShiftModifier;
  auto arrow = [&](int dx, int dy) { shift ? moveBy(QPointF(-dx * kKeyMove, -dy * kKeyMove)) : selectNext(dx, dy); };
  switch (event->key()) {
    case Qt::Key_Left: return arrow(-1, 0);
    case Qt::Key_Right: return arrow(1, 0);
    case Qt::Key_Up: return arrow(0, -1);
    case Qt::Key_Down: return arrow(0, 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomBy(kKeyZoom);
    case Qt::Key_Minus: return zoomBy(1 / kKeyZoom);
    case Qt::Key_0: return fit();
    case Qt::Key_1: return zoomTo(1, QPointF(width() / 2.0, height() / 2.0));
    case Qt::Key_Home: return showBeginning();
    case Qt::Key_F: return centerOn(selected_);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (selected_) emit toggled(selected_);
      return;
    case Qt::Key_Backspace: {
      int index = scene_->find(selected_);
      int parent = index < 0 ? -1 : scene_->nodes[static_cast<std::size_t>(index)].parent;
      if (parent >= 0) emit clicked(scene_->nodes[static_cast<std::size_t>(parent)].key);
      return;
    }
    default: QWidget::keyPressEvent(event);
  }
}

// The nearest node whose middle lies in that direction, sideways distance counting double.
void GraphView::selectNext(int dx, int dy) {
  int index = scene_->find(selected_);
  if (index < 0) {
    if (!scene_->nodes.empty()) emit clicked(scene_->nodes.front().key);
    return;
  }
  const SceneNode& from = scene_->nodes[static_cast<std::size_t>(index)];
  QPointF start = from.kind == NodeKind::Opened ? from.rect.topLeft() + QPointF(from.rect.width() / 2, 10) : from.rect.center();
  double best = 1e18;
  const SceneNode* next = nullptr;
  for (const SceneNode& node : scene_->nodes) {
    QPointF middle = node.kind == NodeKind::Opened ? node.rect.topLeft() + QPointF(node.rect.width() / 2, 10) : node.rect.center();
    QPointF d = middle - start;
    double ahead = d.x() * dx + d.y() * dy, aside = std::abs(d.x() * dy) + std::abs(d.y() * dx);
    if (node.key == from.key || ahead < 8) continue;
    double distance = ahead + 2 * aside;
    if (distance >= best) continue;
    best = distance;
    next = &node;
  }
  if (!next) return;
  QRectF seen = next->kind == NodeKind::Opened ? QRectF(next->rect.topLeft(), QSizeF(next->rect.width(), kNodeHeight)) : next->rect;
  emit clicked(next->key);
  follow(seen);
}

// Who walks by keyboard sees where it leads; the zoom stays.
void GraphView::follow(const QRectF& rect) {
  if (visibleArea().contains(rect)) return;
  origin_ = rect.center() - QPointF(width(), height()) / (2 * scale_);
  atBeginning_ = false;
  clampOrigin();
  update();
}

}  // namespace shardlens::app
