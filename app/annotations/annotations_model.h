#pragma once

#include <QAbstractTableModel>

#include <map>

#include "engine/session/snapshot.h"

namespace shardlens::app {

/// All that a person wrote, in the text or by an edit: a row an annotation. The first column switches it on and off; sharding and priority
/// are edited in place. What is shown of a row is made when it is asked for.
class AnnotationsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kValue, kSharding, kPriority, kKind, kWhere, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void show(SnapshotPtr snapshot);
  /// Shows only what holds all words of `filter` in its path, kind or sharding.
  void setFilter(const QString& filter);
  [[nodiscard]] const Annotation& at(int row) const;
  /// Value that the row is about; of a function's result the value returned there.
  [[nodiscard]] ValueId valueAt(int row) const;
  [[nodiscard]] int rowOf(ValueId value) const;
  [[nodiscard]] int total() const { return snapshot_ ? static_cast<int>(snapshot_->annotations->size()) : 0; }
  [[nodiscard]] int leftOut() const;
  /// Takes the annotation of `row` away; nothing where its operation needs it.
  void remove(int row);

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void edited(const shardlens::Edit& edit);
  void refused(const QString& why);

 private:
  [[nodiscard]] QString path(const Annotation& a) const;
  [[nodiscard]] QString valueText(const Annotation& a) const;
  [[nodiscard]] QString text(const Annotation& a, int column) const;
  [[nodiscard]] QString shardingText(const Annotation& a) const;
  [[nodiscard]] ShardingScope scope(const Annotation& a) const;
  [[nodiscard]] bool matches(const Annotation& a) const;
  [[nodiscard]] QString kindText(const Annotation& a) const;
  bool setSharding(const Annotation& a, const QString& text);
  bool setPriority(const Annotation& a, const QString& text);
  void filter();

  SnapshotPtr snapshot_;
  std::vector<std::uint32_t> rows_;  ///< into the snapshot's list, by place in the text
  QStringList words_;
  mutable std::map<AnnotationKey, QString> paths_;  ///< they stay while the program does
};

}  // namespace shardlens::app
