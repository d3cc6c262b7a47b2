#pragma once

#include <QStyledItemDelegate>

#include "app/theme/theme.h"

namespace shardlens::app {

/// Draws a row of the outline: name, count in small type at the right, a badge where there are problems.
class OutlineDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit OutlineDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

}  // namespace shardlens::app
