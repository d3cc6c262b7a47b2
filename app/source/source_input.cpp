#include <QClipboard>
#include <QGuiApplication>
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
  if (at.line == 0) return;
  if (at.gutter) {
    if (folding_.foldEnd(at.line) > 0) toggleFold(at.line);
    return;
  }
  std::string_view line = snapshot_->source->line(at.line);
  setCurrent(at.line, std::min<std::uint32_t>(at.column, static_cast<std::uint32_t>(line.size())));
  if (event->modifiers() & Qt::ControlModifier) return goToDefinition();
  if (!places_) places_ = std::make_unique<PlaceIndex>(snapshot_);
  std::string_view name = nameAt(line, at.column);
  Offset place =
      name.empty()
          ? offsetOf(at.line,
                     static_cast<std::uint32_t>(line.find_first_not_of(' ') == std::string_view::npos ? 0 : line.find_first_not_of(' ')))
          : static_cast<Offset>(name.data() - snapshot_->source->text().data());
  if (line.starts_with('#') || line.starts_with('}')) return;
  if (ValueId value = places_->valueAt(place, name)) emit valuePicked(value);
}

void SourceView::mouseMoveEvent(QMouseEvent* event) {
  bool overName = false;
  if (Hit at = hit(event->pos()); at.line > 0 && !at.gutter && (event->modifiers() & Qt::ControlModifier))
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

void SourceView::moveLines(int by) {
  int row = std::clamp(static_cast<int>(folding_.rowOfLine(current_)) + by, 0, static_cast<int>(folding_.rows()) - 1);
  setCurrent(folding_.lineOfRow(static_cast<std::uint32_t>(row)), column_);
}

void SourceView::keyPressEvent(QKeyEvent* event) {
  if (!snapshot_) return QAbstractScrollArea::keyPressEvent(event);
  bool control = event->modifiers() & Qt::ControlModifier;
  if (event->matches(QKeySequence::Copy)) {
    std::string_view line = snapshot_->source->line(current_);
    QGuiApplication::clipboard()->setText(QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())));
    return;
  }
  switch (event->key()) {
    case Qt::Key_Up: return moveLines(-1);
    case Qt::Key_Down: return moveLines(1);
    case Qt::Key_PageUp: return moveLines(-rowsInView());
    case Qt::Key_PageDown: return moveLines(rowsInView());
    case Qt::Key_Home: return control ? setCurrent(1, 0) : setCurrent(current_, 0);
    case Qt::Key_End:
      return control ? setCurrent(snapshot_->source->lineCount(), 0)
                     : setCurrent(current_, static_cast<std::uint32_t>(snapshot_->source->line(current_).size()));
    case Qt::Key_Left: return setCurrent(current_, column_ > 0 ? column_ - 1 : 0);
    case Qt::Key_Right:
      return setCurrent(current_, std::min(column_ + 1, static_cast<std::uint32_t>(snapshot_->source->line(current_).size())));
    case Qt::Key_F12: return goToDefinition();
    case Qt::Key_BracketLeft: return toggleFold(current_);
    case Qt::Key_Return:
    case Qt::Key_Enter: {
      if (!places_) places_ = std::make_unique<PlaceIndex>(snapshot_);
      std::string_view name = nameAt(snapshot_->source->line(current_), column_);
      Offset at = name.empty() ? offsetOf(current_, column_) : static_cast<Offset>(name.data() - snapshot_->source->text().data());
      if (ValueId value = places_->valueAt(at, name)) emit valuePicked(value);
      return;
    }
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

}  // namespace shardlens::app
