#pragma once

#include <QWidget>

#include "app/annotations/annotations_model.h"

class QLabel;
class QLineEdit;
class QTableView;

namespace shardlens::app {

class Theme;

/// The list of annotations with its filter, and what is wrong with an edit beside it.
class AnnotationsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit AnnotationsPanel(const Theme& theme, QWidget* parent = nullptr);

  void show(SnapshotPtr snapshot);
  /// Marks the row of a value, where it has one.
  void select(ValueId value);
  void showProblem(const QString& why);
  [[nodiscard]] QString problem() const;
  /// `482, 3 off`: for the dock's title.
  [[nodiscard]] QString summary() const;
  [[nodiscard]] AnnotationsModel& model() { return *model_; }
  [[nodiscard]] QTableView& table() { return *table_; }
  [[nodiscard]] QLineEdit& filter() { return *filter_; }

 signals:
  void edited(const shardlens::Edit& edit);
  void valueActivated(shardlens::ValueId value);
  void sourceAsked(shardlens::ValueId value);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void makeActions();

  AnnotationsModel* model_;
  QLineEdit* filter_;
  QTableView* table_;
  QLabel *problem_, *none_;
  bool selecting_ = false;
};

}  // namespace shardlens::app
