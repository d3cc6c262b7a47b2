#include "app/window/outline_delegate.h"

#include <QPainter>

#include "app/window/outline_model.h"

namespace shardlens::app {

namespace {

constexpr int kRowHeight = 21, kRight = 8;

}  // namespace

void OutlineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Palette& p = theme_.palette();
  QRect r = option.rect;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (option.state & QStyle::State_Selected) painter->fillRect(r, p.selection);
  int right = r.right() - kRight;
  painter->setFont(Theme::text(11));
  if (int badge = index.data(kBadgeRole).toInt(); badge > 0) {
    QString text = QString::number(badge);
    QRectF pill(right - QFontMetrics(painter->font()).horizontalAdvance(text) - 11, r.center().y() - 7,
                QFontMetrics(painter->font()).horizontalAdvance(text) + 12, 15);
    painter->setBrush(p.badge);
    painter->setPen(p.badgeLine);
    painter->drawRoundedRect(pill, 7.5, 7.5);
    painter->setPen(p.text);
    painter->drawText(pill, Qt::AlignCenter, text);
    right = static_cast<int>(pill.left()) - 6;
  }
  QString count = index.data(kCountRole).toString();
  painter->setPen(p.subtle);
  painter->drawText(QRect(r.left(), r.top(), right - r.left(), r.height()), Qt::AlignRight | Qt::AlignVCenter, count);
  right -= QFontMetrics(painter->font()).horizontalAdvance(count) + 8;
  painter->setFont(option.font);
  painter->setPen(p.text);
  QRect nameRect(r.left() + 4, r.top(), right - r.left() - 4, r.height());
  painter->drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(option.font).elidedText(index.data().toString(), Qt::ElideMiddle, nameRect.width()));
  painter->restore();
}

QSize OutlineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {QStyledItemDelegate::sizeHint(option, index).width(), kRowHeight};
}

}  // namespace shardlens::app
