#include "app/graph/paint.h"
#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

constexpr double kRow = 22, kPad = 12, kKey = 14;

void paintTones(QPainter& painter, QPointF topLeft, const Legend& legend, const Palette& p) {
  double y = topLeft.y() + 32;
  auto row = [&](int tone, const QString& mark, const QString& text) {
    QColor fill = tone < 0 ? p.whole : p.tone(tone);
    QRectF key(topLeft.x() + kPad, y, kKey + 8, kKey);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(key, 3, 3);
    painter.setFont(Theme::text(10, QFont::Bold));
    painter.setPen(Palette::textOn(fill));
    painter.drawText(key, Qt::AlignCenter, mark);
    painter.setFont(Theme::text(12));
    painter.setPen(p.text);
    painter.drawText(QPointF(topLeft.x() + kPad + 30, y + 11), text);
    y += kRow;
  };
  for (std::size_t t = 0; t < legend.tones.size(); ++t) row(static_cast<int>(t), legend.tones[t].mark, legend.tones[t].text);
  row(-1, {}, QObject::tr("no step changed it"));
}

}  // namespace

QSizeF legendSize(const Legend& legend) {
  QFontMetricsF bold(Theme::text(13, QFont::DemiBold)), plain(Theme::text(12));
  double width = std::max(154.0, bold.horizontalAdvance(legend.title));
  for (const LegendAxis& axis : legend.axes) width = std::max(width, 22 + plain.horizontalAdvance(axis.text));
  for (const LegendTone& tone : legend.tones) width = std::max(width, 30 + plain.horizontalAdvance(tone.text));
  double rows = legend.tones.empty() ? static_cast<double>(legend.axes.size()) + 2 : static_cast<double>(legend.tones.size()) + 1;
  return {width + 2 * kPad, 32 + kRow * rows};
}

void paintLegend(QPainter& painter, QPointF topLeft, const Legend& legend, const Palette& p) {
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  painter.setPen(p.line);
  painter.setBrush(p.pane);
  painter.drawRoundedRect(QRectF(topLeft, legendSize(legend)), 8, 8);
  painter.setFont(Theme::text(13, QFont::DemiBold));
  painter.setPen(p.text);
  painter.drawText(topLeft + QPointF(kPad, 20), legend.title);
  painter.setFont(Theme::text(12));
  double y = topLeft.y() + 32;
  auto label = [&](const QString& text) {
    painter.setPen(p.text);
    painter.drawText(QPointF(topLeft.x() + kPad + 22, y + 11), text);
    y += kRow;
  };
  if (!legend.tones.empty()) return paintTones(painter, topLeft, legend, p);
  for (const LegendAxis& axis : legend.axes) {
    if (axis.axis < 0) {
      painter.setPen(p.subtle);
      painter.drawText(QPointF(topLeft.x() + kPad, y + 11), axis.text);
      y += kRow;
      continue;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.axis(axis.axis));
    painter.drawRoundedRect(QRectF(topLeft.x() + kPad, y, kKey, kKey), 3, 3);
    label(axis.text);
  }
  paintHatched(painter, QRectF(topLeft.x() + kPad, y, kKey, kKey), p.axis(legend.axes.size() > 1 ? 1 : 0), p.node);
  label(QObject::tr("partial (unreduced)"));
  QPen dotted(p.subtle, 1.6);
  dotted.setDashPattern({1.25, 1.55});
  painter.setPen(dotted);
  painter.drawLine(QPointF(topLeft.x() + kPad + 7, y), QPointF(topLeft.x() + kPad + 7, y + kKey));
  label(QObject::tr("open dimension"));
}

}  // namespace shardlens::app
