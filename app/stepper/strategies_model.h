#pragma once

#include <QAbstractTableModel>

#include "engine/plan/compare.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

using ComparisonPtr = std::shared_ptr<const StrategyComparison>;

/// `basic`, `aggressive`, `op priority`, `user priority`: a way of propagating in a word or two.
QString strategyName(const PlanOptions& options);

/// Tensors whose sharding depends on the strategy: a row a tensor, a column a strategy.
class StrategiesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(SnapshotPtr snapshot, ComparisonPtr comparison);
  [[nodiscard]] ValueId valueAt(int row) const { return values_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  SnapshotPtr snapshot_;
  ComparisonPtr comparison_;
  std::vector<ValueId> values_;  // that differ; constraints which edits inserted stand nowhere in the program as opened
};

}  // namespace shardlens::app
