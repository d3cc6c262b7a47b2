#pragma once

#include <QAbstractTableModel>

#include <optional>

#include "engine/session/shown_moment.h"

namespace shardlens::app {

/// The moments of a plan, a row each, computed when they are looked at; a list of moments narrows them.
class StepsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    kNumber,
    kOperation,
    kAxes,
    kFactor,
    kTo,
    kFrom,
    kWay,
    kIteration,
    kOpPriority,
    kUserPriority,
    kStrategy,
    kRemark,
    kColumns
  };
  using QAbstractTableModel::QAbstractTableModel;

  void show(SnapshotPtr snapshot, std::shared_ptr<const Moments> moments, std::shared_ptr<const StepFacts> facts);
  /// Shows these moments only; none: all.
  void narrow(std::optional<std::vector<std::uint32_t>> moments);
  [[nodiscard]] bool narrowed() const { return rows_.has_value(); }
  [[nodiscard]] std::size_t momentOf(int row) const;
  /// Row of the moment, or of the last one before it; -1 where there is none.
  [[nodiscard]] int rowOf(std::size_t moment) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString text(std::size_t moment, int column) const;
  [[nodiscard]] QString openingText(std::size_t moment, int column) const;
  [[nodiscard]] QString remark(std::size_t moment, const Step& step) const;

  SnapshotPtr snapshot_;
  std::shared_ptr<const Moments> moments_;
  std::shared_ptr<const StepFacts> facts_;
  std::optional<std::vector<std::uint32_t>> rows_;
};

}  // namespace shardlens::app
