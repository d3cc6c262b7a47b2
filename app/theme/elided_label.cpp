#include "app/theme/elided_label.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace shardlens::app {

ElidedLabel::ElidedLabel(QWidget* parent, int least) : QLabel(parent), least_(least) { setTextFormat(Qt::PlainText); }

void ElidedLabel::say(const QString& text) {
  if (text == this->text()) return;
  setText(text);
  setToolTip(cut() ? text : QString());
}

void ElidedLabel::wish(int width) {
  wished_ = width;
  updateGeometry();
}

QSize ElidedLabel::sizeHint() const {
  QSize hint = QLabel::sizeHint();
  return {std::max(hint.width(), wished_), hint.height()};
}

QSize ElidedLabel::minimumSizeHint() const {
  QSize hint = sizeHint();
  return {std::min(hint.width(), least_), hint.height()};
}

// Half a pixel that fractional widths of letters round away is no reason for dots.
bool ElidedLabel::cut() const { return fontMetrics().horizontalAdvance(text()) > contentsRect().width() + 1; }

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  setToolTip(cut() ? text() : QString());
}

void ElidedLabel::paintEvent(QPaintEvent* event) {
  if (!cut()) return QLabel::paintEvent(event);
  QPainter painter(this);
  drawFrame(&painter);
  QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
  style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown, foregroundRole());
}

}  // namespace shardlens::app
