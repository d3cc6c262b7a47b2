#include "app/annotations/device_grid.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace shardlens::app {

namespace {

constexpr int kLeft = 10, kTop = 18, kGap = 2, kBlockGap = 8, kRowHeight = 20, kMostWide = 16;

}  // namespace

DeviceGrid::DeviceGrid(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("Picture of the device grid"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DeviceGrid::show(MeshText mesh) {
  mesh_ = std::move(mesh);
  QStringList axes;
  for (const MeshText::Axis& axis : mesh_.axes) axes << QStringLiteral("%1 %2").arg(QString::fromStdString(axis.name)).arg(axis.size);
  setAccessibleDescription(axes.join(QStringLiteral(" by ")));
  updateGeometry();
  update();
}

// A last axis longer than the dock is wide goes on in the next row.
std::int64_t DeviceGrid::across() const { return mesh_.axes.empty() ? 1 : std::clamp<std::int64_t>(mesh_.axes.back().size, 1, kMostWide); }

std::int64_t DeviceGrid::down() const {
  std::int64_t rows = mesh_.axes.size() > 1 ? mesh_.axes[mesh_.axes.size() - 2].size : 1;
  std::int64_t wide = mesh_.axes.empty() ? 1 : mesh_.axes.back().size;
  return rows * ((wide + across() - 1) / across());
}

std::int64_t DeviceGrid::drawn() const { return std::min<std::int64_t>(mesh_.deviceCount(), kMostDrawn); }

QSize DeviceGrid::sizeHint() const {
  if (mesh_.axes.empty()) return {120, 0};
  std::int64_t rows = (drawn() + across() - 1) / across(), blocks = (rows + down() - 1) / down();
  return {200, kTop + static_cast<int>(rows) * kRowHeight + static_cast<int>(blocks) * kBlockGap + 4};
}

QRectF DeviceGrid::cell(std::int64_t position) const {
  std::int64_t row = position / across(), column = position % across(), block = row / down();
  double width = std::min(56.0, (this->width() - 2.0 * kLeft) / static_cast<double>(across()));
  double y = kTop + static_cast<double>(row) * kRowHeight + static_cast<double>(block) * kBlockGap;
  return {kLeft + static_cast<double>(column) * width, y, width - kGap, kRowHeight - kGap};
}

QString DeviceGrid::textOf(std::int64_t position) const {
  std::int64_t id = mesh_.deviceIds.empty() ? position : mesh_.deviceIds[static_cast<std::size_t>(position)];
  QStringList places;
  std::int64_t rest = position;
  for (auto axis = mesh_.axes.rbegin(); axis != mesh_.axes.rend(); ++axis) {
    places.prepend(QStringLiteral("%1 %2").arg(QString::fromStdString(axis->name)).arg(rest % axis->size));
    rest /= axis->size;
  }
  return tr("device %1: %2").arg(id).arg(places.join(QStringLiteral(", ")));
}

// The last axis runs across, the one before it down; blocks of such rows stand for all others.
QString DeviceGrid::caption() const {
  auto name = [&](std::size_t a) { return QString::fromStdString(mesh_.axes[a].name); };
  std::size_t count = mesh_.axes.size();
  QStringList parts{name(count - 1) + QString::fromUtf8(" →")}, blocks;
  if (count > 1) parts << name(count - 2) + QString::fromUtf8(" ↓");
  for (std::size_t a = 0; a + 2 < count; ++a) blocks << name(a);
  if (!blocks.isEmpty()) parts << tr("blocks: %1").arg(blocks.join(QString::fromUtf8(" × ")));
  return parts.join(QStringLiteral("    "));
}

void DeviceGrid::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& p = theme_.palette();
  if (mesh_.axes.empty()) return;
  painter.setFont(Theme::text(11));
  painter.setPen(p.subtle);
  QRectF head(kLeft, 0, width() - kLeft, kTop - 3);
  painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(caption(), Qt::ElideRight, static_cast<int>(head.width())));
  painter.setFont(Theme::text(10));
  for (std::int64_t at = 0; at < drawn(); ++at) {
    QRectF r = cell(at);
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.cell);
    painter.drawRoundedRect(r, 3, 3);
    std::int64_t id = mesh_.deviceIds.empty() ? at : mesh_.deviceIds[static_cast<std::size_t>(at)];
    painter.setPen(p.text);
    if (r.width() > 13) painter.drawText(r, Qt::AlignCenter, QString::number(id));
  }
}

bool DeviceGrid::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  for (std::int64_t at = 0; at < drawn(); ++at)
    if (cell(at).contains(help->pos())) {
      QToolTip::showText(help->globalPos(), textOf(at), this);
      return true;
    }
  if (help->pos().y() < kTop && !mesh_.axes.empty()) {
    QToolTip::showText(help->globalPos(), caption(), this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace shardlens::app
