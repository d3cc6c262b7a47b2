#pragma once

#include "app/inspector/chip_delegate.h"

namespace shardlens::app {

/// Edits the axes and the openness of a dimension by a list of choices.
class DimsDelegate : public ChipDelegate {
  Q_OBJECT
 public:
  using ChipDelegate::ChipDelegate;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

}  // namespace shardlens::app
