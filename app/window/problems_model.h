#pragma once

#include <QAbstractTableModel>

#include <vector>

#include "engine/support/diagnostics.h"

namespace shardlens::app {

/// Diagnostics and their notes, a row each.
class ProblemsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kSeverity, kMessage, kPlace, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void show(const std::vector<Diagnostic>& diagnostics);
  [[nodiscard]] const Diagnostic& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Diagnostic> rows_;
};

}  // namespace shardlens::app
