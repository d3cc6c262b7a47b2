#include "app/graph/graph_view.h"

#include <QFocusEvent>
#include <QPainter>

#include <algorithm>

namespace shardlens::app {

namespace {

constexpr double kSmallest = 0.01, kLargest = 4, kClose = 1.5, kReadable = 0.72, kViewMargin = 24;
constexpr double kSeen = 0.2;  // below it a box is not shown whole: nothing in it could be told
constexpr double kNear = 0.9;  // below it, going to a node goes nearer
constexpr double kFlashStep = 0.04;

}  // namespace

GraphView::GraphView(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(160, 120);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Graph"));
  setAccessibleDescription(
      tr("The program as boxes and operations; arrow keys move the selection, Enter opens a box. The outline lists the same."));
  connect(&theme, &Theme::changed, this, [this] {
    drawMinimap();
    update();
  });
  flashTimer_.setInterval(40);
  connect(&flashTimer_, &QTimer::timeout, this, [this] {
    flash_ = std::max(0.0, flash_ - kFlashStep);
    if (flash_ == 0) flashTimer_.stop();
    update();
  });
}

void GraphView::setScene(std::shared_ptr<const Scene> scene, const Legend& legend) {
  scene_ = std::move(scene);
  legend_ = legend;
  bitmaps_ = {};
  if (scene_->find(hovered_) < 0) hovered_ = 0;
  drawMinimap();
  update();
}

void GraphView::setSelected(NodeKey key) {
  selected_ = key;
  update();
}

void GraphView::setMatches(std::shared_ptr<const std::unordered_set<std::uint32_t>> boxes) {
  matches_ = std::move(boxes);
  update();
}

void GraphView::setBanner(const QString& text) {
  if (text == banner_) return;
  banner_ = text;
  update();
}

void GraphView::setInvitation(const QString& text) {
  if (text == invitation_) return;
  invitation_ = text;
  update();
}

void GraphView::paintInvitation(QPainter& painter) const {
  painter.setFont(Theme::text(14));
  painter.setPen(theme_.palette().subtle);
  painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, invitation_);
}

void GraphView::paintBanner(QPainter& painter) const {
  const Palette& p = theme_.palette();
  QFont font = Theme::text(12, QFont::DemiBold);
  QRectF at(14, 14, QFontMetricsF(font).horizontalAdvance(banner_) + 28, 26);
  painter.setPen(QPen(p.badgeLine, 1));
  painter.setBrush(p.badge);
  painter.drawRoundedRect(at, 13, 13);
  painter.setFont(font);
  painter.setPen(p.text);
  painter.drawText(at, Qt::AlignCenter, banner_);
}

void GraphView::flash(std::unordered_set<std::uint32_t> values) {
  flashing_ = std::move(values);
  flash_ = 1;
  flashTimer_.start();
  update();
}

PaintStyle GraphView::style() {
  PaintStyle style;
  style.palette = &theme_.palette();
  style.scale = scale_;
  style.visible = visibleArea();
  style.selected = selected_;
  style.hovered = hovered_;
  style.matches = matches_.get();
  style.flashing = &flashing_;
  style.flash = flash_;
  style.bitmaps = &bitmaps_;
  return style;
}

QRectF GraphView::visibleArea() const { return {origin_, QSizeF(size()) / scale_}; }

void GraphView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.palette().canvas);
  painter.scale(scale_, scale_);
  painter.translate(-origin_);
  paintScene(painter, *scene_, style());
  if (bitmaps_.scaled()) update();
  painter.resetTransform();
  painter.setRenderHint(QPainter::Antialiasing);
  if (scene_->nodes.empty()) {
    paintInvitation(painter);
  } else {
    paintLegend(painter, QPointF(width() - legendSize(legend_).width() - 14, 14), legend_, theme_.palette());
  }
  if (minimapShown()) paintMinimap(painter);
  if (!banner_.isEmpty()) paintBanner(painter);
  if (!focusShown_) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_.palette().accent, 1));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void GraphView::zoomTo(double scale, QPointF anchor) {
  scale = std::clamp(scale, kSmallest, kLargest);
  QPointF fixed = toScene(anchor);
  scale_ = scale;
  atBeginning_ = false;
  origin_ = fixed - anchor / scale_;
  clampOrigin();
  emit scaleChanged(scale_);
  update();
}

void GraphView::zoomBy(double factor) { zoomTo(scale_ * factor, QPointF(width() / 2.0, height() / 2.0)); }

void GraphView::fit() {
  QRectF all = scene_->bounds.adjusted(-kViewMargin, -kViewMargin, kViewMargin, kViewMargin);
  if (all.isEmpty()) return;
  atBeginning_ = false;
  scale_ = std::clamp(std::min(width() / all.width(), height() / all.height()), kSmallest, 1.0);
  origin_ = all.center() - QPointF(width(), height()) / (2 * scale_);
  emit scaleChanged(scale_);
  update();
}

void GraphView::zoomToSelected() {
  int index = scene_->find(selected_);
  if (index < 0) return;
  QRectF around = scene_->nodes[static_cast<std::size_t>(index)].rect.adjusted(-kViewMargin, -kViewMargin, kViewMargin, kViewMargin);
  atBeginning_ = false;
  scale_ = std::clamp(std::min(width() / around.width(), height() / around.height()), kSmallest, kClose);
  origin_ = around.center() - QPointF(width(), height()) / (2 * scale_);
  clampOrigin();
  emit scaleChanged(scale_);
  update();
}

QSizeF GraphView::readableRoom() const {
  constexpr double kComfort = 0.8;
  return QSizeF(width() - legendSize(legend_).width() - 20, height()) / kComfort - QSizeF(2 * kViewMargin, 2 * kViewMargin);
}

// The legend's column is left free where that costs no readability.
void GraphView::showBeginning() {
  if (scene_->nodes.empty()) return;
  atBeginning_ = true;
  QSizeF all = scene_->bounds.size() + QSizeF(2 * kViewMargin, 2 * kViewMargin);
  double beside = width() - legendSize(legend_).width() - 20;
  double whole = std::min(beside / all.width(), height() / all.height());
  scale_ = std::clamp(whole >= kReadable ? whole : std::max(kReadable, std::min(1.0, beside / all.width())), kSmallest, 1.0);
  double wide = all.width() * scale_;
  bool middle = wide <= beside || wide > width();
  // Too wide to stand beside the legend it begins at the left; too wide for the view its middle is seen.
  double left =
      middle ? scene_->bounds.center().x() - (wide <= beside ? beside : width()) / (2 * scale_) : scene_->bounds.left() - kViewMargin;
  origin_ = QPointF(left, scene_->bounds.top() - kViewMargin);
  emit scaleChanged(scale_);
  update();
}

void GraphView::centerOn(NodeKey key) {
  int index = scene_->find(key);
  if (index < 0) return;
  atBeginning_ = false;
  const QRectF& r = scene_->nodes[static_cast<std::size_t>(index)].rect;
  double whole = std::min(width() / (r.width() + 2 * kViewMargin), height() / (r.height() + 2 * kViewMargin));
  if (whole < kSeen) return showTopOf(r);
  if (r.width() * scale_ > width() || r.height() * scale_ > height()) scale_ = std::max(kSmallest, whole);
  if (scale_ < kNear && scene_->nodes[static_cast<std::size_t>(index)].kind != NodeKind::Opened) scale_ = 1;
  QRectF comfortable = visibleArea().adjusted(60 / scale_, 50 / scale_, -(legendSize(legend_).width() + 40) / scale_, -50 / scale_);
  if (!comfortable.contains(r)) origin_ = r.center() - QPointF(width(), height()) / (2 * scale_);
  // An opened box as wide as the view would have its head under the legend.
  double covered = (r.right() - origin_.x()) * scale_ - (width() - legendSize(legend_).width() - 20);
  double free = (r.left() - origin_.x()) * scale_ - kViewMargin;
  if (scene_->nodes[static_cast<std::size_t>(index)].kind == NodeKind::Opened && covered > 0 && free > 0)
    origin_.rx() += std::min(covered, free) / scale_;
  clampOrigin();
  emit scaleChanged(scale_);
  update();
}

// Of a box that is too large to be seen whole its title and what comes first.
void GraphView::showTopOf(const QRectF& box) {
  scale_ = std::max(scale_, kReadable);
  QSizeF view = QSizeF(size()) / scale_;
  bool fits = box.width() + 2 * kViewMargin < view.width();
  origin_ = QPointF(fits ? box.center().x() - view.width() / 2 : box.left() - kViewMargin, box.top() - 2 * kViewMargin);
  clampOrigin();
  emit scaleChanged(scale_);
  update();
}

void GraphView::keepInPlace(NodeKey key, const Scene& before) {
  int was = before.find(key), is = scene_->find(key);
  if (was < 0 || is < 0) return;
  origin_ += scene_->nodes[static_cast<std::size_t>(is)].rect.topLeft() - before.nodes[static_cast<std::size_t>(was)].rect.topLeft();
  clampOrigin();
  update();
}

void GraphView::moveBy(QPointF pixels) {
  origin_ -= pixels / scale_;
  atBeginning_ = false;
  clampOrigin();
  update();
}

// Some of the picture always stays in sight.
void GraphView::clampOrigin() {
  QRectF all = scene_->bounds;
  QSizeF view = QSizeF(size()) / scale_;
  double keepX = std::min(view.width(), all.width()) / 4, keepY = std::min(view.height(), all.height()) / 4;
  origin_.setX(
      std::clamp(origin_.x(), all.left() - view.width() + keepX, std::max(all.right() - keepX, all.left() - view.width() + keepX)));
  origin_.setY(
      std::clamp(origin_.y(), all.top() - view.height() + keepY, std::max(all.bottom() - keepY, all.top() - view.height() + keepY)));
}

// Only a person who walks by keyboard needs to see where the focus is.
void GraphView::focusInEvent(QFocusEvent* event) {
  focusShown_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  update();
}

void GraphView::focusOutEvent(QFocusEvent*) {
  focusShown_ = false;
  update();
}

void GraphView::resizeEvent(QResizeEvent*) {
  if (atBeginning_) showBeginning();
}

}  // namespace shardlens::app
