#pragma once

#include <QSplitter>

class QTabWidget;

namespace shardlens::app {

/// The views in the middle of the window: tabs, and beside them a second row of tabs for views that were put there.
class CentreTabs : public QSplitter {
  Q_OBJECT
 public:
  explicit CentreTabs(QWidget* parent = nullptr);

  void add(QWidget* view, const QString& title);
  void bringUp(QWidget* view);
  void putBeside(QWidget* view, bool beside);
  [[nodiscard]] bool isBeside(const QWidget* view) const;

 signals:
  void besideChanged();

 private:
  QTabWidget *tabs_, *beside_;
};

}  // namespace shardlens::app
