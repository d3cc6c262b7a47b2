#pragma once

#include <QAbstractTableModel>

#include "app/inspector/chip_delegate.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// What the last edit changed: a row a value, with its sharding before and after.
class ChangesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kValue, kBefore, kAfter, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void show(const SnapshotPtr& before, const SnapshotPtr& after);
  [[nodiscard]] ValueId valueAt(int row) const { return after_->changed[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() || !after_ ? 0 : static_cast<int>(after_->changed.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString text(const SnapshotPtr& snapshot, ValueId value) const;
  SnapshotPtr before_, after_;
  bool chips_ = false;  ///< sizes of axes differ: what a chip holds is told
};

}  // namespace shardlens::app
