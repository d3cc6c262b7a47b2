#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <QStyledItemDelegate>

#include "app/inspector/why_rows.h"
#include "app/theme/theme.h"

namespace shardlens::app {

/// The rows of an explanation.
class WhyModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;
  void show(std::vector<WhyRow> rows);
  [[nodiscard]] const WhyRow& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }
  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  std::vector<WhyRow> rows_;
};

/// Draws a row in up to three lines: chips and title with what stands at its end, the tensors, the facts.
class WhyDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  WhyDelegate(const Theme& theme, const WhyModel& model, QObject* parent) : QStyledItemDelegate(parent), theme_(theme), model_(model) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
  const WhyModel& model_;
};

/// A list of rows that is as high as they are, up to a limit.
class WhyList : public QListView {
  Q_OBJECT
 public:
  WhyList(const Theme& theme, const QString& name, int most, QWidget* parent = nullptr);
  [[nodiscard]] WhyModel& rows() { return *model_; }
  void show(std::vector<WhyRow> rows);

 signals:
  /// A row was clicked, or Enter pressed on it.
  void picked(int row);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  WhyModel* model_;
  int most_;
};

}  // namespace shardlens::app
