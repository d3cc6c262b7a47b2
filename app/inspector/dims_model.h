#pragma once

#include <QAbstractTableModel>

#include "app/inspector/chip_delegate.h"
#include "engine/session/annotation_text.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// The dimensions of one tensor: size, axes, open or closed, local size. Axes and openness are edited.
class DimsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kDim, kSize, kAxes, kOpen, kLocal, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void show(SnapshotPtr snapshot, ValueId value);
  /// Choices for the axes of a dimension: none, what stands there, and each axis that is free.
  [[nodiscard]] QStringList axisChoices(int dim) const;
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

 signals:
  void edited(const QString& sharding);

 private:
  [[nodiscard]] QString text(const QModelIndex& index) const;
  [[nodiscard]] QString localText(std::size_t dim) const;

  SnapshotPtr snapshot_;
  ValueId value_;
  ShardingScope scope_;
  ShardingText sharding_;  ///< in force; all open and empty where the tensor has none
  TensorSharding decoded_;
};

}  // namespace shardlens::app
