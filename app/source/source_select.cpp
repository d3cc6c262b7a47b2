// Selecting, copying and finding text in the source.
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cstring>

#include "app/source/source_view.h"

namespace shardlens::app {

namespace {

constexpr Offset kMostCopied = 64U << 20;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool sameLetter(char a, char b) { return lower(a) == lower(b); }

std::size_t findForwards(std::string_view text, std::string_view needle, std::size_t from, bool matchCase) {
  if (from >= text.size()) return std::string_view::npos;
  const char* begin = text.data() + from;
  const char* end = text.data() + text.size();
  if (matchCase) {
    const void* hit = memmem(begin, text.size() - from, needle.data(), needle.size());
    return hit ? static_cast<std::size_t>(static_cast<const char*>(hit) - text.data()) : std::string_view::npos;
  }
  const char* hit = std::search(begin, end, needle.begin(), needle.end(), sameLetter);
  return hit == end ? std::string_view::npos : static_cast<std::size_t>(hit - text.data());
}

/// The last place that begins before `before`.
std::size_t findBackwards(std::string_view text, std::string_view needle, std::size_t before, bool matchCase) {
  std::string_view part = text.substr(0, std::min(text.size(), before + needle.size() - 1));
  if (matchCase) return part.rfind(needle);
  auto hit = std::find_end(part.begin(), part.end(), needle.begin(), needle.end(), sameLetter);
  return hit == part.end() ? std::string_view::npos : static_cast<std::size_t>(hit - part.begin());
}

}  // namespace

bool SourceView::find(const QString& wanted, bool backwards, bool matchCase) {
  if (!snapshot_ || wanted.isEmpty()) return false;
  std::string needle = wanted.toStdString();
  std::string_view text = snapshot_->source->text();
  auto [begin, end] = selection();
  std::size_t from = offsetOf(begin.line, begin.column), found = std::string_view::npos;
  if (backwards) {
    found = findBackwards(text, needle, from, matchCase);
    if (found == std::string_view::npos) found = findBackwards(text, needle, text.size(), matchCase);
  } else {
    found = findForwards(text, needle, hasSelection() ? from + 1 : from, matchCase);
    if (found == std::string_view::npos) found = findForwards(text, needle, 0, matchCase);
  }
  if (found == std::string_view::npos) return false;
  LineColumn place = snapshot_->source->position(static_cast<Offset>(found));
  anchor_ = {place.line, place.column - 1};
  setCurrent(place.line, place.column - 1 + static_cast<std::uint32_t>(needle.size()), true);
  return true;
}

std::pair<SourceView::Mark, SourceView::Mark> SourceView::selection() const {
  Mark here{current_, column_};
  if (!hasSelection()) return {here, here};
  return {std::min(anchor_, here), std::max(anchor_, here)};
}

QString SourceView::selectedText() const {
  if (!snapshot_ || !hasSelection()) return {};
  auto [begin, end] = selection();
  Offset from = offsetOf(begin.line, begin.column), to = offsetOf(end.line, end.column);
  std::string_view text = snapshot_->source->text().substr(from, std::min(to - from, kMostCopied));
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void SourceView::selectAll() {
  if (!snapshot_) return;
  anchor_ = {1, 0};
  std::uint32_t last = snapshot_->source->lineCount();
  setCurrent(last, static_cast<std::uint32_t>(snapshot_->source->line(last).size()));
}

void SourceView::copy() const {
  if (!snapshot_) return;
  QString text = selectedText();
  if (text.isEmpty()) {
    std::string_view line = snapshot_->source->line(current_);
    text = QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()));
  }
  QGuiApplication::clipboard()->setText(text);
}

void SourceView::dropSelection() {
  anchor_ = {};
  viewport()->update();
}

void SourceView::moveTo(std::uint32_t line, std::uint32_t column, bool select) {
  if (!select)
    anchor_ = {};
  else if (anchor_.line == 0)
    anchor_ = {current_, column_};
  setCurrent(line, column);
}

void SourceView::paintSelection(QPainter& painter, std::uint32_t line, double top, std::size_t length) const {
  if (!hasSelection()) return;
  auto [begin, end] = selection();
  if (line < begin.line || line > end.line) return;
  double from = line == begin.line ? begin.column : 0;
  double to = line == end.line ? end.column : static_cast<double>(length) + 1;
  double left = gutter_ + (from - horizontalScrollBar()->value()) * charWidth_;
  double right = std::min(gutter_ + (to - horizontalScrollBar()->value()) * charWidth_, static_cast<double>(viewport()->width()));
  left = std::max(left, gutter_);
  QColor colour = theme_.palette().accent;
  colour.setAlphaF(0.22F);
  if (right > left) painter.fillRect(QRectF(left, top, right - left, lineHeight_), colour);
}

}  // namespace shardlens::app
