#pragma once

#include <QAbstractTableModel>

#include "app/inspector/chip_delegate.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// The factor table of an operation's sharding rule: a row a tensor, a column a factor, in each cell the axes that split the factor there.
class RuleModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(SnapshotPtr snapshot, OpId op);
  /// The visit that the snapshot's moment shows, as its tensors stood before it or after.
  enum class Side { Before, After };
  void showVisit(SnapshotPtr snapshot, Side side);
  [[nodiscard]] bool hasRule() const { return !rule_.factorSizes.empty() || !tensors_.empty(); }
  /// `([i, j, l], [l, k]) → ([i, j, k])  reduction = {l}`
  [[nodiscard]] QString formula() const;
  /// Name of a factor: i to z, then z_1, z_2 ...
  static QString factorName(std::size_t factor);

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(tensors_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rule_.factorSizes.size()) + 1;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Cell {
    Chips chips;
    CellMark mark = CellMark::Absent;
  };
  struct Tensor {
    QString name;
    std::vector<Cell> cells;  ///< by factor
  };
  void addTensor(const QString& role, ValueId value, const TensorMapping& mapping);
  void addTensor(const QString& role, ValueId value, const TensorFactors& factors, const Mesh* mesh);
  [[nodiscard]] QString nameOf(const QString& role, ValueId value) const;
  static QString operandRole(std::size_t index, std::size_t count);
  static QString cellText(const Cell& cell);
  void mark(std::size_t tensor, std::int64_t factor, CellMark mark);
  [[nodiscard]] Chips chipsOf(const TensorMapping& mapping, const TensorSharding& sharding, std::int64_t factor) const;

  SnapshotPtr snapshot_;
  ShardingRule rule_;
  std::vector<Tensor> tensors_;
};

}  // namespace shardlens::app
