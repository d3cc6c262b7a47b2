#include "app/inspector/chips_picture.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace shardlens::app {

namespace {

constexpr int kHeight = 40, kCellGap = 6, kNarrowest = 44;

}  // namespace

ChipsPicture::ChipsPicture(const Theme& theme, const ChipsModel& model, QWidget* parent) : QWidget(parent), theme_(theme), model_(model) {
  setAccessibleName(tr("Boxes of the tensor by chip"));
  setAccessibleDescription(tr("The table below says the same."));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&model, &QAbstractItemModel::modelReset, this, [this] {
    updateGeometry();
    update();
  });
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

int ChipsPicture::drawn() const { return std::min(model_.rowCount(), kMostDrawn); }

int ChipsPicture::columns(int width) const {
  int most = std::max(1, (width + kCellGap) / (kNarrowest + kCellGap));
  return std::clamp(model_.columns(), 1, most);
}

QSize ChipsPicture::sizeHint() const { return {280, heightForWidth(280)}; }

int ChipsPicture::heightForWidth(int width) const {
  if (drawn() == 0) return 0;
  int rows = (drawn() + columns(width) - 1) / columns(width);
  return rows * (kHeight + kCellGap) + (model_.rowCount() > drawn() ? 16 : 0);
}

QRectF ChipsPicture::cell(int chip) const {
  int across = columns(width());
  double w = std::min(96.0, (width() + kCellGap) / static_cast<double>(across) - kCellGap);
  int row = chip / across, top = row * (kHeight + kCellGap);
  return {(chip % across) * (w + kCellGap), static_cast<double>(top), w, kHeight};
}

// The last two dimensions are the picture's height and width; dimensions before them cut the height further, most major first.
QRectF ChipsPicture::boxIn(const QRectF& cell, int chip) const {
  QRectF box = cell.adjusted(2, 3, -2, -3);
  const auto& slices = model_.slices(chip);
  for (std::size_t d = 0; d < slices.size(); ++d) {
    double size = static_cast<double>(std::max<std::int64_t>(1, model_.shape()[d]));
    double from = static_cast<double>(slices[d].start) / size, part = static_cast<double>(slices[d].size) / size;
    if (d + 1 == slices.size()) {
      box = QRectF(box.left() + box.width() * from, box.top(), std::max(2.0, box.width() * part), box.height());
    } else {
      box = QRectF(box.left(), box.top() + box.height() * from, box.width(), std::max(2.0, box.height() * part));
    }
  }
  return box;
}

void ChipsPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& p = theme_.palette();
  painter.setFont(Theme::text(10));
  for (int chip = 0; chip < drawn(); ++chip) {
    QRectF at = cell(chip);
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.cell);
    painter.drawRoundedRect(at, 4, 4);
    QColor fill = model_.groupCount() > 1 ? p.axis(model_.group(chip)) : p.subtle;
    fill.setAlphaF(0.85F);
    painter.setBrush(fill);
    QRectF box = boxIn(at, chip);
    painter.drawRect(box);
    bool covered = box.intersects(QRectF(at.right() - 18, at.bottom() - 14, 18, 14));
    painter.setPen(covered ? Palette::textOn(fill) : p.subtle);
    painter.drawText(at.adjusted(3, 2, -4, -2), Qt::AlignRight | Qt::AlignBottom, QString::number(model_.deviceId(chip)));
  }
  if (model_.rowCount() <= drawn()) return;
  painter.setPen(p.subtle);
  painter.drawText(rect(), Qt::AlignLeft | Qt::AlignBottom, tr("and %L1 chips more, in the table").arg(model_.rowCount() - drawn()));
}

bool ChipsPicture::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  for (int chip = 0; chip < drawn(); ++chip) {
    if (!cell(chip).contains(help->pos())) continue;
    QStringList parts;
    for (const Slice& slice : model_.slices(chip)) parts << QStringLiteral("%1:%2").arg(slice.start).arg(slice.start + slice.size);
    QToolTip::showText(help->globalPos(), tr("chip %1: [%2]").arg(model_.deviceId(chip)).arg(parts.join(QStringLiteral(", "))), this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

}  // namespace shardlens::app
