#include "app/graph/shaped_texts.h"

#include <QFontMetricsF>

#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

double shift(Align align, double width) { return align == Align::Left ? 0 : align == Align::Middle ? width / 2 : width; }

}  // namespace

const QFont& fontOf(Face face) {
  static const std::array<QFont, kFaces> fonts{Theme::text(13, QFont::DemiBold), Theme::text(11),
                                               Theme::text(11, QFont::DemiBold), Theme::text(12, QFont::Bold),
                                               Theme::text(10, QFont::Bold),     Theme::code(12)};
  return fonts[static_cast<std::size_t>(face)];
}

void ShapedTexts::draw(QPainter& painter, Face face, Align align, QPointF base, const QString& text) {
  auto& known = known_[static_cast<std::size_t>(face)];
  auto it = known.find(text);
  if (it == known.end()) {
    if (known.size() >= kMost) known.clear();
    QFontMetricsF size(fontOf(face));
    Shaped shaped{QStaticText(text), size.horizontalAdvance(text), size.ascent()};
    shaped.text.setTextFormat(Qt::PlainText);
    shaped.text.setPerformanceHint(QStaticText::AggressiveCaching);
    shaped.text.prepare({}, fontOf(face));
    it = known.insert(text, shaped);
  }
  painter.setFont(fontOf(face));
  painter.drawStaticText(base - QPointF(shift(align, it->width), it->ascent), it->text);
}

void drawText(QPainter& painter, Face face, Align align, QPointF base, const QString& text) {
  painter.setFont(fontOf(face));
  double left = align == Align::Left ? 0 : shift(align, QFontMetricsF(fontOf(face)).horizontalAdvance(text));
  painter.drawText(base - QPointF(left, 0), text);
}

}  // namespace shardlens::app
