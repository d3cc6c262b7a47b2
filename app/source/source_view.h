#pragma once

#include <QAbstractScrollArea>

#include <memory>

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
  /// Next place of `text` after the current line (or before it), around the end; false where there is none.
  bool find(const QString& text, bool backwards);
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
  void setCurrent(std::uint32_t line, std::uint32_t column, bool center = false);
  void moveLines(int by);
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
};

}  // namespace shardlens::app
