#pragma once

#include <QLabel>

namespace shardlens::app {

/// One line of text that gives way where there is no room: it ends in dots then, and its tool tip says all of it.
class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(QWidget* parent = nullptr, int least = 40);

  void say(const QString& text);
  /// The room it wishes for, whatever it says now; 0: that of its text.
  void wish(int width);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] bool cut() const;

  int least_, wished_ = 0;
};

}  // namespace shardlens::app
