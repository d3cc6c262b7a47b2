#include "app/inspector/chip_delegate.h"

#include <QPainter>

#include <algorithm>
#include <span>

#include "app/graph/paint.h"

namespace shardlens::app {

namespace {

constexpr int kChip = 16, kGap = 3, kPad = 6;

int widthOf(const ChipLook& chip) {
  return static_cast<int>(QFontMetricsF(Theme::text(11, QFont::DemiBold)).horizontalAdvance(chip.text)) + 10;
}

QString restText(std::size_t count) { return QStringLiteral("+%1").arg(count); }

/// How many chips to draw in `room`: all, or as many as leave room to say how many more there are; one at least.
std::size_t fitting(const Chips& chips, int room) {
  if (chipsWidth(chips) - kGap <= room) return chips.size();
  room -= static_cast<int>(QFontMetricsF(Theme::text(11)).horizontalAdvance(restText(chips.size())));
  std::size_t fit = 0;
  for (int used = 0; fit < chips.size(); ++fit) {
    used += widthOf(chips[fit]) + kGap;
    if (used > room) break;
  }
  return std::max<std::size_t>(fit, 1);
}

// The cell that gave axes is dashed, one that got some framed in the accent, one in conflict in the colour of warnings.
void paintMark(QPainter& painter, const QRect& cell, CellMark mark, const Palette& p) {
  if (mark == CellMark::None || mark == CellMark::Absent) return;
  painter.save();
  painter.setBrush(Qt::NoBrush);
  if (mark == CellMark::Source)
    painter.setPen(QPen(p.text, 1.4, Qt::DashLine));
  else
    painter.setPen(QPen(mark == CellMark::Gained ? p.accent : p.warning, 1.8));
  painter.drawRect(QRectF(cell).adjusted(1, 1, -2, -2));
  painter.restore();
}

}  // namespace

int chipsWidth(const Chips& chips) {
  int width = 0;
  for (const ChipLook& chip : chips) width += widthOf(chip) + kGap;
  return width;
}

void paintChips(QPainter& painter, QRect cell, const Chips& chips, const Palette& palette) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(cell);
  int x = cell.left() + kPad;
  std::size_t shown = fitting(chips, cell.width() - 2 * kPad);
  for (const ChipLook& chip : std::span(chips).first(shown)) {
    paintChip(painter, QRectF(x, cell.center().y() - kChip / 2.0 + 0.5, widthOf(chip), kChip - 1), chip, palette);
    x += widthOf(chip) + kGap;
  }
  if (shown < chips.size()) {
    painter.setFont(Theme::text(11));
    painter.setPen(palette.subtle);
    painter.drawText(QRect(x, cell.top(), cell.right() - x, cell.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     restText(chips.size() - shown));
  }
  painter.restore();
}

void ChipDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Palette& p = theme_.palette();
  auto mark = static_cast<CellMark>(index.data(kMarkRole).toInt());
  if (mark == CellMark::Absent) painter->fillRect(option.rect, p.none);
  auto chips = index.data(kChipsRole).value<Chips>();
  if (chips.empty()) {
    QStyledItemDelegate::paint(painter, option, index);
    return paintMark(*painter, option.rect, mark, p);
  }
  painter->fillRect(option.rect, option.state & QStyle::State_Selected ? p.selection : p.pane);
  paintChips(*painter, option.rect, chips, p);
  paintMark(*painter, option.rect, mark, p);
}

QSize ChipDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  auto chips = index.data(kChipsRole).value<Chips>();
  if (!chips.empty()) size.setWidth(chipsWidth(chips) + 2 * kPad);
  return size;
}

}  // namespace shardlens::app
