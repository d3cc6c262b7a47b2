#pragma once

#include <QAbstractTableModel>

#include "app/inspector/chip_delegate.h"
#include "engine/session/annotation_text.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// The dimensions of one tensor: size, axes, open or closed, priority, local size. Axes, openness and priority are edited; axes of the mesh
/// are dropped onto dimensions.
class DimsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kDim, kSize, kAxes, kOpen, kPriority, kLocal, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void show(SnapshotPtr snapshot, ValueId value);
  /// Choices for the axes of a dimension: none, what stands there, and each axis that is free.
  [[nodiscard]] QStringList axisChoices(int dim) const;
  /// Axes that `axis` may join on dimension `dim`, with it at the end; empty where it may not.
  [[nodiscard]] QString choiceWith(int dim, const QString& axis) const;
  /// Axes joined by " + " as a choice names them.
  static QString choiceText(const std::vector<AxisText>& axes);
  [[nodiscard]] const ShardingText& sharding() const { return sharding_; }
  [[nodiscard]] const ShardingScope& scope() const { return scope_; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(scope_.shape.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] QStringList mimeTypes() const override;
  [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) override;

 signals:
  void edited(const QString& sharding);
  void refused(const QString& why);

 private:
  [[nodiscard]] QString text(const QModelIndex& index) const;
  void takePriorities();
  [[nodiscard]] QString localText(std::size_t dim) const;

  SnapshotPtr snapshot_;
  ValueId value_;
  ShardingScope scope_;
  ShardingText sharding_;  ///< in force; all open and empty where the tensor has none
  TensorSharding decoded_;
};

}  // namespace shardlens::app
