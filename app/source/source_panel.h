#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace shardlens::app {

class SourceView;
class Theme;

/// The source view with its find bar.
class SourcePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SourcePanel(const Theme& theme, QWidget* parent = nullptr);
  [[nodiscard]] SourceView& view() { return *view_; }
  void openFind();

 private:
  void find(bool backwards);

  SourceView* view_;
  QWidget* bar_;
  QLineEdit* field_;
  QToolButton* case_;
  QLabel* state_;
};

}  // namespace shardlens::app
