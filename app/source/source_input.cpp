#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

#include "app/source/source_view.h"
#include "app/source/syntax.h"

namespace shardlens::app {

SourceView::Hit SourceView::hit(QPoint at) const {
  Hit hit;
  if (!snapshot_ || folding_.rows() == 0) return hit;
  auto row = static_cast<std::uint32_t>(std::max(0, verticalScrollBar()->value() + static_cast<int>((at.y() - 2) / lineHeight_)));
  hit.line = folding_.lineOfRow(std::min(row, folding_.rows() - 1));
  hit.gutter = at.x() < gutter_;
  hit.column = static_cast<std::uint32_t>(std::max(0.0, (at.x() - gutter_) / charWidth_ + horizontalScrollBar()->value()));
  return hit;
}

void SourceView::mousePressEvent(QMouseEvent* event) {
  Hit at = hit(event->pos());
  if (at.line == 0 || event->button() != Qt::LeftButton) return;
  if (at.gutter) {
    if (folding_.foldEnd(at.line) > 0) toggleFold(at.line);
    return;
  }
  std::string_view line = snapshot_->source->line(at.line);
  moveTo(at.line, std::min<std::uint32_t>(at.column, static_cast<std::uint32_t>(line.size())), event->modifiers() & Qt::ShiftModifier);
  if (event->modifiers() & Qt::ControlModifier) return goToDefinition();
  selecting_ = true;
}

void SourceView::mouseReleaseEvent(QMouseEvent* event) {
  if (!selecting_) return;
  selecting_ = false;
  Hit at = hit(event->pos());
  if (!hasSelection() && at.line > 0) pick(at.line, at.column);
}

void SourceView::mouseDoubleClickEvent(QMouseEvent* event) {
  Hit at = hit(event->pos());
  if (at.line == 0 || at.gutter) return;
  std::string_view line = snapshot_->source->line(at.line), name = nameAt(line, at.column);
  if (name.empty()) return;
  anchor_ = {at.line, static_cast<std::uint32_t>(name.data() - line.data())};
  setCurrent(at.line, anchor_.column + static_cast<std::uint32_t>(name.size()));
}

// The value whose name is clicked, or which the operation there makes.
void SourceView::pick(std::uint32_t lineNumber, std::uint32_t column) {
  std::string_view line = snapshot_->source->line(lineNumber);
  if (!places_) places_ = std::make_unique<PlaceIndex>(snapshot_);
  std::string_view name = nameAt(line, column);
  std::size_t indent = line.find_first_not_of(' ');
  Offset place = name.empty() ? offsetOf(lineNumber, static_cast<std::uint32_t>(indent == std::string_view::npos ? 0 : indent))
                              : static_cast<Offset>(name.data() - snapshot_->source->text().data());
  if (line.starts_with('#') || line.starts_with('}')) return;
  if (ValueId value = places_->valueAt(place, name)) emit valuePicked(value);
}

void SourceView::mouseMoveEvent(QMouseEvent* event) {
  Hit at = hit(event->pos());
  if (selecting_ && at.line > 0) {
    auto length = static_cast<std::uint32_t>(snapshot_->source->line(at.line).size());
    return moveTo(at.line, std::min(at.column, length), true);
  }
  bool overName = false;
  if (at.line > 0 && !at.gutter && (event->modifiers() & Qt::ControlModifier))
    overName = !nameAt(snapshot_->source->line(at.line), at.column).empty();
  viewport()->setCursor(overName ? Qt::PointingHandCursor : event->pos().x() < gutter_ ? Qt::ArrowCursor : Qt::IBeamCursor);
}

bool SourceView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  auto* help = static_cast<QHelpEvent*>(event);
  Hit at = hit(help->pos());
  if (const Diagnostic* problem = at.line > 0 ? problemAt(at.line) : nullptr) {
    QToolTip::showText(help->globalPos(), QString::fromStdString(problem->message), viewport());
  } else {
    QToolTip::hideText();
  }
  return true;
}

void SourceView::moveLines(int by, bool select) {
  int row = std::clamp(static_cast<int>(folding_.rowOfLine(current_)) + by, 0, static_cast<int>(folding_.rows()) - 1);
  moveTo(folding_.lineOfRow(static_cast<std::uint32_t>(row)), column_, select);
}

void SourceView::keyPressEvent(QKeyEvent* event) {
  if (!snapshot_) return QAbstractScrollArea::keyPressEvent(event);
  bool control = event->modifiers() & Qt::ControlModifier, select = event->modifiers() & Qt::ShiftModifier;
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  auto length = [this](std::uint32_t line) { return static_cast<std::uint32_t>(snapshot_->source->line(line).size()); };
  std::uint32_t last = snapshot_->source->lineCount();
  switch (event->key()) {
    case Qt::Key_Up: return moveLines(-1, select);
    case Qt::Key_Down: return moveLines(1, select);
    case Qt::Key_PageUp: return moveLines(-rowsInView(), select);
    case Qt::Key_PageDown: return moveLines(rowsInView(), select);
    case Qt::Key_Home: return moveTo(control ? 1 : current_, 0, select);
    case Qt::Key_End: return moveTo(control ? last : current_, length(control ? last : current_), select);
    case Qt::Key_Left: return moveTo(current_, column_ > 0 ? column_ - 1 : 0, select);
    case Qt::Key_Right: return moveTo(current_, std::min(column_ + 1, length(current_)), select);
    case Qt::Key_F12: return goToDefinition();
    case Qt::Key_BracketLeft: return toggleFold(current_);
    case Qt::Key_Return:
    case Qt::Key_Enter: return pick(current_, column_);
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

}  // namespace shardlens::app
