#pragma once

#include <QDockWidget>

class QLabel;
class QMainWindow;
class QTabWidget;

#include "app/window/changes_model.h"
#include "app/window/problems_model.h"

namespace shardlens::app {

/// The dock below: problems, and what the last edit changed once there was one.
class BottomDock : public QDockWidget {
  Q_OBJECT
 public:
  explicit BottomDock(QMainWindow* window);
  void showProblems(const std::vector<Diagnostic>& diagnostics);
  void showChanges(const SnapshotPtr& before, const SnapshotPtr& after);
  void clearChanges();
  void openProblems();
  /// Puts a page of the window's before what the dock has.
  void addPage(QWidget* page, const QString& title);
  void openPage(QWidget* page);
  [[nodiscard]] ProblemsModel& problems() { return *problems_; }
  [[nodiscard]] ChangesModel& changes() { return *changes_; }
  /// `12 tensors changed`: what the last edit did, in words.
  static QString summary(const Snapshot& snapshot);

 signals:
  void problemActivated(const shardlens::Diagnostic& diagnostic);
  void valueActivated(shardlens::ValueId value);

 private:
  ProblemsModel* problems_;
  ChangesModel* changes_;
  QTabWidget* tabs_;
  QWidget *problemsPage_, *changesPage_;
  QLabel *none_, *summary_;
};

}  // namespace shardlens::app
