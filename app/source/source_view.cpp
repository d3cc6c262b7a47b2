#include "app/source/source_view.h"

#include <QLocale>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

#include "app/source/syntax.h"

namespace shardlens::app {

SourceView::SourceView(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), theme_(theme), font_(Theme::code(13)) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  setAccessibleName(tr("Source"));
  setAccessibleDescription(tr("The program's text; F12 goes to the definition of the name at the mark."));
  QFontMetricsF metrics(font_);
  charWidth_ = metrics.horizontalAdvance(QLatin1Char('0'));
  lineHeight_ = std::ceil(metrics.height() + 3);
  connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void SourceView::show(SnapshotPtr snapshot, bool keep) {
  snapshot_ = std::move(snapshot);
  places_.reset();
  if (!keep) {
    folding_ = Folding(snapshot_->source);
    current_ = 1;
    column_ = selectedLine_ = 0;
    anchor_ = {};
    folding_.fold(1);
    gutter_ = charWidth_ * (std::max(4.0, std::floor(std::log10(snapshot_->source->lineCount() + 1.0)) + 1) + 3.5);
    updateBars();
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
  }
  viewport()->update();
}

void SourceView::updateBars() {
  if (!snapshot_) return;
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(folding_.rows()) - rowsInView() + 1));
  verticalScrollBar()->setPageStep(rowsInView());
  std::size_t longest = 0;
  for (std::uint32_t row = static_cast<std::uint32_t>(verticalScrollBar()->value()), n = 0; row < folding_.rows() && n < 200; ++row, ++n)
    longest = std::max(longest, snapshot_->source->line(folding_.lineOfRow(row)).size());
  int columns = static_cast<int>((viewport()->width() - gutter_) / charWidth_);
  horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::min<std::size_t>(longest, 4000000)) + 4 - columns));
  horizontalScrollBar()->setPageStep(columns);
}

int SourceView::rowsInView() const { return std::max(1, static_cast<int>(viewport()->height() / lineHeight_)); }

void SourceView::resizeEvent(QResizeEvent*) { updateBars(); }

void SourceView::setSelected(ValueId value) {
  selectedLine_ = 0;
  selectedName_.clear();
  if (snapshot_ && value) {
    if (!places_) places_ = std::make_unique<PlaceIndex>(snapshot_);
    selectedName_ = "%" + std::string(nameInText(*snapshot_->module, value));
    Offset at = places_->placeOf(value);
    if (at != kNoOffset) {
      LineColumn place = snapshot_->source->position(at);
      selectedLine_ = place.line;
      if (current_ != place.line) {
        anchor_ = {};
        setCurrent(place.line, place.column - 1, true);
      } else {
        tellPlace();
      }
    }
  }
  viewport()->update();
}

void SourceView::goTo(LineColumn place) {
  dropSelection();
  if (snapshot_ && place.line > 0)
    setCurrent(std::min(place.line, snapshot_->source->lineCount()), place.column > 0 ? place.column - 1 : 0, true);
}

void SourceView::goToOffset(Offset at) {
  if (snapshot_ && at != kNoOffset) goTo(snapshot_->source->position(at));
}

void SourceView::setCurrent(std::uint32_t line, std::uint32_t column, bool center) {
  if (folding_.show(line)) updateBars();
  current_ = line;
  column_ = column;
  int row = static_cast<int>(folding_.rowOfLine(line)), top = verticalScrollBar()->value();
  if (row < top + 1 || row > top + rowsInView() - 2)
    verticalScrollBar()->setValue(center ? row - rowsInView() / 3 : row < top + 1 ? row - 1 : row - rowsInView() + 2);
  int left = horizontalScrollBar()->value(), columns = horizontalScrollBar()->pageStep();
  updateBars();
  if (static_cast<int>(column) < left || static_cast<int>(column) > left + columns - 10)
    horizontalScrollBar()->setValue(std::max(0, static_cast<int>(column) - columns / 3));
  tellPlace();
  viewport()->update();
}

void SourceView::tellPlace() { emit placeChanged(tr("line %L1, column %2").arg(current_).arg(column_ + 1)); }

Offset SourceView::offsetOf(std::uint32_t line, std::uint32_t column) const {
  std::string_view text = snapshot_->source->line(line);
  return static_cast<Offset>(text.data() - snapshot_->source->text().data()) + std::min<Offset>(column, static_cast<Offset>(text.size()));
}

void SourceView::toggleFold(std::uint32_t line) {
  folding_.isFolded(line) ? folding_.unfold(line) : folding_.fold(line);
  updateBars();
  viewport()->update();
}

void SourceView::unfoldAll() {
  folding_.unfoldAll();
  updateBars();
  viewport()->update();
}

void SourceView::goToDefinition() {
  if (!snapshot_) return;
  if (!places_) places_ = std::make_unique<PlaceIndex>(snapshot_);
  std::string_view line = snapshot_->source->line(current_);
  std::string_view name = nameAt(line, std::min<std::size_t>(column_, line.empty() ? 0 : line.size() - 1));
  if (name.empty()) return;
  auto at = static_cast<Offset>(name.data() - snapshot_->source->text().data());
  goToOffset(places_->definition(at, name));
}

const Diagnostic* SourceView::problemAt(std::uint32_t line) const {
  if (!snapshot_) return nullptr;
  for (const Diagnostic& d : snapshot_->diagnostics)
    if (d.at.line == line) return &d;
  return nullptr;
}

}  // namespace shardlens::app
