#pragma once

#include <QWidget>

#include "app/stepper/strategies_model.h"

class QCheckBox;
class QPushButton;
class QTreeView;

namespace shardlens::app {

class ElidedLabel;

/// Strategies side by side: which to run, and the tensors that they shard differently.
class StrategiesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit StrategiesPanel(QWidget* parent = nullptr);

  /// Another snapshot is there: what was compared is out of date.
  void setSnapshot(SnapshotPtr snapshot);
  /// Asks for the chosen strategies to be run.
  void ask();
  void show(const ComparisonPtr& comparison);
  [[nodiscard]] StrategiesModel& model() { return *model_; }
  [[nodiscard]] QTreeView& table() { return *table_; }
  [[nodiscard]] const std::vector<QCheckBox*>& choices() const { return choices_; }
  [[nodiscard]] bool waiting() const { return waiting_; }
  [[nodiscard]] QString text() const;

 signals:
  void asked(const std::vector<shardlens::PlanOptions>& options);
  void picked(shardlens::ValueId value);

 private:
  [[nodiscard]] std::vector<PlanOptions> chosen() const;
  void sayWhatFor();

  SnapshotPtr snapshot_;
  StrategiesModel* model_;
  QTreeView* table_;
  std::vector<QCheckBox*> choices_;
  QPushButton* run_;
  ElidedLabel* text_;
  bool waiting_ = false;
};

}  // namespace shardlens::app
