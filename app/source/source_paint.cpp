#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>

#include "app/source/source_view.h"
#include "app/source/syntax.h"
#include "app/theme/shown.h"

namespace shardlens::app {

namespace {

constexpr std::size_t kResync = 4096;  // bytes before the view where colouring of a very long line begins

const QColor& colourOf(TokenKind kind, const Palette& p) {
  switch (kind) {
    case TokenKind::Keyword: return p.codeKeyword;
    case TokenKind::Type: return p.codeType;
    case TokenKind::Value: return p.codeValue;
    case TokenKind::String: return p.codeString;
    case TokenKind::Number: return p.codeNumber;
    case TokenKind::Comment: return p.codeComment;
    case TokenKind::Symbol: return p.codeSymbol;
    case TokenKind::Attribute: return p.codeAttribute;
    case TokenKind::Plain: break;
  }
  return p.text;
}

}  // namespace

void SourceView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Palette& p = theme_.palette();
  painter.fillRect(viewport()->rect(), p.pane);
  if (!snapshot_) return;
  painter.setFont(font_);
  auto row = static_cast<std::uint32_t>(verticalScrollBar()->value());
  for (double top = 2; top < viewport()->height() && row < folding_.rows(); ++row, top += lineHeight_)
    paintLine(painter, folding_.lineOfRow(row), top);
  painter.setPen(p.line);
  painter.drawLine(QPointF(gutter_ - 4.5, 0), QPointF(gutter_ - 4.5, viewport()->height()));
}

void SourceView::paintLine(QPainter& painter, std::uint32_t line, double top) {
  const Palette& p = theme_.palette();
  std::string_view text = snapshot_->source->line(line);
  QRectF band(0, top, viewport()->width(), lineHeight_);
  if (line == selectedLine_)
    painter.fillRect(band, p.selection);
  else if (line == current_)
    painter.fillRect(band, p.background);
  auto first = static_cast<std::size_t>(horizontalScrollBar()->value());
  std::size_t count = static_cast<std::size_t>((viewport()->width() - gutter_) / charWidth_) + 2;
  double base = top + QFontMetricsF(font_).ascent() + 1.5;
  std::size_t begin = first > kResync ? first - kResync : 0;
  std::string_view part = begin < text.size() ? text.substr(begin, first - begin + count) : std::string_view();
  painter.save();
  painter.setClipRect(QRectF(gutter_, top, viewport()->width() - gutter_, lineHeight_));
  auto draw = [&](std::size_t from, std::size_t to, const QColor& colour) {
    from = std::max(from, first - begin);
    if (from >= to) return;
    painter.setPen(colour);
    painter.drawText(QPointF(gutter_ + static_cast<double>(begin + from - first) * charWidth_, base), shown(part.substr(from, to - from)));
  };
  std::size_t done = 0;
  for (const Token& token : tokens(part)) {
    draw(done, token.start, p.text);
    std::size_t end = token.start + token.length;
    if (!selectedName_.empty() && token.kind == TokenKind::Value && part.substr(token.start, token.length) == selectedName_ &&
        begin + end > first)
      painter.fillRect(QRectF(gutter_ + (static_cast<double>(begin + token.start) - static_cast<double>(first)) * charWidth_ - 1, top + 1,
                              token.length * charWidth_ + 2, lineHeight_ - 2),
                       p.flash);
    draw(token.start, end, colourOf(token.kind, p));
    done = end;
  }
  draw(done, part.size(), p.text);
  paintSelection(painter, line, top, text.size());
  paintProblems(painter, line, top, text.size());
  if (folding_.isFolded(line)) {
    QString more = tr("  … %L1 lines").arg(folding_.foldEnd(line) - line);
    double x = gutter_ + (static_cast<double>(text.size()) - static_cast<double>(first)) * charWidth_;
    painter.setPen(p.accent);
    painter.drawText(QPointF(std::min(x, viewport()->width() - 140.0), base), more);
  }
  painter.restore();
  painter.setPen(line == current_ ? p.text : p.subtle);
  painter.drawText(QRectF(0, top, gutter_ - 2.4 * charWidth_, lineHeight_), Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
  if (!folding_.begins(line)) return;
  QPointF at(gutter_ - 1.75 * charWidth_, top + lineHeight_ / 2);
  painter.setPen(Qt::NoPen);
  painter.setBrush(p.subtle);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPolygon(folding_.isFolded(line) ? QPolygonF({at + QPointF(-2, -4), at + QPointF(4, 0), at + QPointF(-2, 4)})
                                              : QPolygonF({at + QPointF(-4, -2), at + QPointF(4, -2), at + QPointF(0, 4)}));
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// A wavy line under the place, from its column to the end of the name there.
void SourceView::paintProblems(QPainter& painter, std::uint32_t line, double top, std::size_t length) {
  const Palette& p = theme_.palette();
  for (const Diagnostic& d : snapshot_->diagnostics) {
    if (d.at.line != line) continue;
    std::size_t from = d.at.column > 0 ? d.at.column - 1 : 0;
    std::string_view text = snapshot_->source->line(line);
    std::size_t to = text.find_first_of(" ,(){}<>:", from + 1);
    to = std::min(to == std::string_view::npos ? length : to, from + 60);
    double x = gutter_ + (static_cast<double>(from) - horizontalScrollBar()->value()) * charWidth_, y = top + lineHeight_ - 3;
    double end = x + static_cast<double>(std::max(to, from + 1) - from) * charWidth_;
    QPainterPath wave(QPointF(x, y));
    for (int i = 1; x < end; ++i) wave.lineTo(x += 2.5, y + (i % 2 ? 2.2 : 0));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(d.severity == Severity::Error ? p.error : p.warning, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(wave);
    painter.setRenderHint(QPainter::Antialiasing, false);
  }
}

}  // namespace shardlens::app
