#pragma once

#include <QAbstractTableModel>

#include <map>

#include "engine/session/snapshot.h"

namespace shardlens::app {

/// Which box of a tensor each chip holds: a row a chip, a column a dimension. Chips with equal boxes belong to one group.
class ChipsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  static constexpr int kMostChips = 4096;
  using QAbstractTableModel::QAbstractTableModel;

  void show(const SnapshotPtr& snapshot, ValueId value);
  [[nodiscard]] bool isEmpty() const { return slices_.empty(); }
  [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
  [[nodiscard]] const std::vector<Slice>& slices(int chip) const { return slices_[static_cast<std::size_t>(chip)]; }
  [[nodiscard]] int group(int chip) const { return groups_[static_cast<std::size_t>(chip)]; }
  [[nodiscard]] std::int64_t deviceId(int chip) const { return devices_[static_cast<std::size_t>(chip)]; }
  [[nodiscard]] int groupCount() const { return groupCount_; }
  /// Chips side by side in the picture: the size of the mesh's last axis.
  [[nodiscard]] int columns() const { return columns_; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(slices_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(shape_.size()) + 2; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<std::int64_t> shape_, devices_;
  std::vector<std::vector<Slice>> slices_;
  std::vector<int> groups_;
  int groupCount_ = 0, columns_ = 1;
};

}  // namespace shardlens::app
