#include <QPainterPath>

#include <cmath>

#include "app/graph/node_bitmaps.h"
#include "app/graph/paint.h"

namespace shardlens::app {

namespace {

void write(QPainter& painter, const PaintStyle& style, Face face, Align align, QPointF base, const QString& text) {
  style.bitmaps ? style.bitmaps->texts().draw(painter, face, align, base, text) : drawText(painter, face, align, base, text);
}

void chip(QPainter& painter, const PaintStyle& style, const QRectF& rect, const ChipLook& look) {
  QColor fill = style.palette->axis(look.axis, look.shade);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawRoundedRect(rect, 3, 3);
  painter.setPen(Palette::textOn(fill));
  write(painter, style, Face::Chip, Align::Middle, QPointF(rect.center().x(), rect.top() + rect.height() / 2 + 3.7), look.text);
}

void frame(QPainter& painter, const SceneNode& node, const PaintStyle& style, const QColor& fill, double radius) {
  const Palette& p = *style.palette;
  bool selected = node.key == style.selected;
  bool flashing = style.flash > 0 && style.flashing && node.value && style.flashing->contains(node.value.value);
  QColor ground = fill;
  if (flashing) {
    auto blend = [&](int a, int b) { return static_cast<int>(a + (b - a) * style.flash); };
    ground = QColor(blend(fill.red(), p.flash.red()), blend(fill.green(), p.flash.green()), blend(fill.blue(), p.flash.blue()));
  }
  painter.setBrush(ground);
  painter.setPen(selected ? QPen(p.accent, 2.5) : QPen(node.key == style.hovered ? p.subtle : p.nodeLine, 1));
  painter.drawRoundedRect(node.rect, radius, radius);
}

void triangle(QPainter& painter, QPointF at, bool open, const QColor& colour) {
  QPolygonF shape = open ? QPolygonF({at + QPointF(0, -3.5), at + QPointF(8, -3.5), at + QPointF(4, 3)})
                         : QPolygonF({at + QPointF(0.5, -5), at + QPointF(7, -0.5), at + QPointF(0.5, 4)});
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(shape);
}

double paintDim(QPainter& painter, QPointF at, const DimLook& dim, const PaintStyle& style) {
  const Palette& p = *style.palette;
  double width = dimWidth(dim);
  painter.setPen(Qt::NoPen);
  painter.setBrush(p.cell);
  painter.drawRoundedRect(QRectF(at.x(), at.y(), width, kCellHeight), 3, 3);
  painter.setPen(p.text);
  write(painter, style, Face::Code, Align::Middle, QPointF(at.x() + width / 2, at.y() + 13.3), dim.size);
  QRectF band(at.x(), at.y() + kCellHeight, width, kChipHeight);
  if (dim.chips.empty()) {
    QColor whole = p.whole;
    whole.setAlphaF(0.55F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(whole);
    painter.drawRoundedRect(band, 3, 3);
  }
  double total = 0;
  for (const ChipLook& chip : dim.chips) total += static_cast<double>(chip.text.size()) + 2;
  for (const ChipLook& look : dim.chips) {
    band.setWidth(width * (static_cast<double>(look.text.size()) + 2) / total - (dim.chips.size() > 1 ? 1 : 0));
    chip(painter, style, band, look);
    band.moveLeft(band.right() + 1);
  }
  if (dim.open) {
    painter.setPen(QPen(p.subtle, 1.6, Qt::CustomDashLine));
    QPen pen = painter.pen();
    pen.setDashPattern({1.25, 1.55});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(at.x() + width + 2, at.y()), QPointF(at.x() + width + 2, at.y() + kCellHeight + kChipHeight));
  }
  return width;
}

// An edit may give a tensor more chips than its node was laid out for: the layout stays, and they are drawn closer. Where they end.
double paintDims(QPainter& painter, const SceneNode& node, QPointF at, const PaintStyle& style) {
  double needed = 0, room = node.rect.right() - kNodePad / 2 - at.x();
  for (const DimLook& dim : node.look.dims) needed += dimWidth(dim) + 4;
  double closer = needed > room ? room / needed : 1;
  if (closer < 1) {
    painter.save();
    painter.translate(at.x(), 0);
    painter.scale(closer, 1);
    painter.translate(-at.x(), 0);
  }
  for (const DimLook& dim : node.look.dims) at.rx() += paintDim(painter, at, dim, style) + 4;
  if (closer < 1) painter.restore();
  return at.x() - (needed - needed * closer);
}

// Where the note has no room a dot in the corner says that there is one.
void paintPin(QPainter& painter, const SceneNode& node, const Palette& p) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(node.look.ended ? p.warning : p.accent);
  painter.drawEllipse(node.rect.bottomRight() - QPointF(8, 8), 3, 3);
}

void paintBar(QPainter& painter, const SceneNode& node, const Palette& p, bool toned) {
  QRectF bar(node.rect.left() + 14, node.rect.top() + 30, 0, 5);
  double total = node.rect.width() - 28;
  painter.setPen(Qt::NoPen);
  painter.setBrush(p.whole);
  painter.drawRoundedRect(QRectF(bar.left(), bar.top(), total, 5), 2, 2);
  for (const auto& [axis, share] : node.look.bar) {
    bar.setWidth(std::max(2.0, total * share - 2));
    painter.setBrush(toned ? p.tone(axis) : p.axis(axis));
    painter.drawRoundedRect(bar, 2, 2);
    bar.moveLeft(bar.left() + total * share);
  }
}

// A band at the left with the number in it: colour alone says nothing.
void paintTone(QPainter& painter, const SceneNode& node, const PaintStyle& style) {
  if (node.look.tone < 0) return;
  const Palette& p = *style.palette;
  QColor fill = p.tone(node.look.tone);
  QRectF band(node.rect.left() + 0.5, node.rect.top() + 0.5, 13, node.rect.height() - 1);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawRoundedRect(band, 4, 4);
  painter.setPen(Palette::textOn(fill));
  write(painter, style, Face::Mark, Align::Middle, band.center() + QPointF(0, 3.5), node.look.mark);
}

void paintTitle(QPainter& painter, const SceneNode& node, double x, double base, const QString& rightText, const PaintStyle& style) {
  painter.setPen(style.palette->text);
  write(painter, style, Face::Title, Align::Left, QPointF(x, base), node.look.title);
  if (rightText.isEmpty()) return;
  painter.setPen(style.palette->subtle);
  write(painter, style, Face::Ident, Align::Right, QPointF(node.rect.right() - 11, base), rightText);
}

}  // namespace

void paintChip(QPainter& painter, const QRectF& rect, const ChipLook& look, const Palette& palette) {
  PaintStyle style;
  style.palette = &palette;
  chip(painter, style, rect, look);
}

void paintLeaf(QPainter& painter, const SceneNode& node, const PaintStyle& style) {
  const Palette& p = *style.palette;
  const QRectF& r = node.rect;
  frame(painter, node, style, p.node, 6);
  if (style.toned) {
    paintTone(painter, node, style);
  } else if (!node.look.partial.empty()) {
    paintHatched(painter, QRectF(r.left() + 0.5, r.top() + 0.5, 9, r.height() - 1), p.axis(node.look.partial.front().axis), p.node);
  }
  paintTitle(painter, node, r.left() + kNodePad, r.top() + kTitleBase, node.look.ident, style);
  painter.setPen(p.subtle);
  write(painter, style, Face::Code, Align::Left, QPointF(r.left() + kNodePad, r.top() + kDimsTop + 13), node.look.dtype);
  QPointF at(r.left() + kNodePad + 8 + 7.2 * static_cast<double>(node.look.dtype.size()), r.top() + kDimsTop);
  at.setX(paintDims(painter, node, at, style));
  double x = r.right() - 11;
  if (!node.look.note.isEmpty()) {
    if (at.x() + QFontMetricsF(fontOf(Face::Ident)).horizontalAdvance(node.look.note) > x) return paintPin(painter, node, p);
    painter.setPen(node.look.ended ? p.warning : p.subtle);
    write(painter, style, Face::Ident, Align::Right, QPointF(x, r.bottom() - 13), node.look.note);
    return;
  }
  QString sum;
  for (const ChipLook& chip : node.look.partial) sum += (sum.isEmpty() ? QString::fromUtf8("Σ ") : QStringLiteral(", ")) + chip.text;
  if (sum.isEmpty()) return;
  painter.setPen(p.axis(node.look.partial.front().axis));
  write(painter, style, Face::Partial, Align::Right, QPointF(x, r.bottom() - 13), sum);
}

void paintBox(QPainter& painter, const SceneNode& node, const PaintStyle& style) {
  const Palette& p = *style.palette;
  frame(painter, node, style, p.folded, 8);
  if (node.rect.height() * style.scale > 14) {
    triangle(painter, node.rect.topLeft() + QPointF(14, 17), false, p.text);
    paintTitle(painter, node, node.rect.left() + 28, node.rect.top() + 21, node.look.info, style);
  }
  paintBar(painter, node, p, style.toned);
}

void paintGroup(QPainter& painter, const SceneNode& node, const PaintStyle& style) {
  const Palette& p = *style.palette;
  bool selected = node.key == style.selected;
  painter.setBrush(node.depth % 2 == 0 ? p.group : p.canvas);
  painter.setPen(selected ? QPen(p.accent, 2) : QPen(p.nodeLine, 1));
  painter.drawRoundedRect(node.rect, 8, 8);
  if (kBoxHeight * style.scale < 14) return;
  triangle(painter, node.rect.topLeft() + QPointF(14, 17), true, p.text);
  paintTitle(painter, node, node.rect.left() + 28, node.rect.top() + 21, node.look.info, style);
}

}  // namespace shardlens::app
