#pragma once

#include <QAbstractScrollArea>

#include <compare>
#include <memory>
#include <utility>

#include "app/source/folding.h"
#include "app/source/place_index.h"
#include "app/theme/theme.h"

namespace shardlens::app {

/// Shows a program's text of any size: only the lines in view are looked at.
class SourceView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit SourceView(const Theme& theme, QWidget* parent = nullptr);

  /// Shows the snapshot's text; with `keep` the place stays (the same text after an edit).
  void show(SnapshotPtr snapshot, bool keep);
  /// Lights up the value's definition and its name; scrolls there where it is out of view.
  void setSelected(ValueId value);
  void goTo(LineColumn place);
  void goToOffset(Offset at);
  /// Next place of `text` behind the mark (or before it), around the end, and selects it; false where there is none.
  bool find(const QString& text, bool backwards, bool matchCase);
  /// The selected text; empty where nothing is selected.
  [[nodiscard]] QString selectedText() const;
  void selectAll();
  /// Puts the selected text, or else the current line, on the clipboard.
  void copy() const;
  [[nodiscard]] std::uint32_t currentLine() const { return current_; }
  [[nodiscard]] bool isFolded(std::uint32_t line) const { return folding_.isFolded(line); }
  void toggleFold(std::uint32_t line);
  void unfoldAll();
  void goToDefinition();

 signals:
  void valuePicked(shardlens::ValueId value);
  void findRequested();
  void placeChanged(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Hit {
    std::uint32_t line = 0, column = 0;  ///< column counts bytes from 0
    bool gutter = false;
  };
  [[nodiscard]] Hit hit(QPoint at) const;
  [[nodiscard]] Offset offsetOf(std::uint32_t line, std::uint32_t column) const;
  void paintLine(QPainter& painter, std::uint32_t line, double top);
  void paintProblems(QPainter& painter, std::uint32_t line, double top, std::size_t length);
  void updateBars();
  void tellPlace();
  void setCurrent(std::uint32_t line, std::uint32_t column, bool center = false);
  void moveLines(int by, bool select);
  /// Moves the mark; with `select` what lies between it and where it began is selected.
  void moveTo(std::uint32_t line, std::uint32_t column, bool select);
  void dropSelection();
  void pick(std::uint32_t line, std::uint32_t column);
  void paintSelection(QPainter& painter, std::uint32_t line, double top, std::size_t length) const;
  struct Mark {
    std::uint32_t line = 0, column = 0;
    auto operator<=>(const Mark&) const = default;
  };
  [[nodiscard]] std::pair<Mark, Mark> selection() const;
  [[nodiscard]] bool hasSelection() const { return anchor_.line > 0 && anchor_ != Mark{current_, column_}; }
  [[nodiscard]] int rowsInView() const;
  [[nodiscard]] const Diagnostic* problemAt(std::uint32_t line) const;

  const Theme& theme_;
  SnapshotPtr snapshot_;
  std::unique_ptr<PlaceIndex> places_;
  Folding folding_;
  QFont font_;
  double charWidth_ = 7, lineHeight_ = 18, gutter_ = 60;
  std::uint32_t current_ = 1, column_ = 0, selectedLine_ = 0;
  std::string selectedName_;
  Mark anchor_;  ///< where the selection begins; line 0: there is none
  bool selecting_ = false;
};

}  // namespace shardlens::app
