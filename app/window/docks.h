#pragma once

#include <QDockWidget>
#include <QTableView>
#include <QTreeView>

#include "app/window/outline_model.h"
#include "app/window/problems_model.h"

class QLabel;
class QLineEdit;
class QMainWindow;

namespace shardlens::app {

class Theme;

/// A dock with a title bar of our own: title on the left, `right` in small type on the right.
class TitledDock : public QDockWidget {
  Q_OBJECT
 public:
  /// `name` finds the dock again in a layout that was kept.
  TitledDock(const QString& name, const QString& title, QWidget* content, QMainWindow* window);
  void setRight(const QString& text);

 private:
  QLabel* right_;
};

/// The outline tree with its filter.
class OutlinePanel : public QWidget {
  Q_OBJECT
 public:
  explicit OutlinePanel(const Theme& theme, QWidget* parent = nullptr);
  void show(SnapshotPtr snapshot);
  void select(BoxId box);
  [[nodiscard]] OutlineModel& model() { return *model_; }
  [[nodiscard]] QTreeView& tree() { return *tree_; }

 signals:
  void picked(shardlens::BoxId box);
  void activated(shardlens::BoxId box);

 private:
  OutlineModel* model_;
  QTreeView* tree_;
  bool selecting_ = false;
};

/// A table that lists places; activating a row goes there.
QTableView* makeListTable(QAbstractItemModel* model, const QString& name, QWidget* parent);

}  // namespace shardlens::app
