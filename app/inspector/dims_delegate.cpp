#include "app/inspector/dims_delegate.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

#include "app/inspector/dims_model.h"

namespace shardlens::app {

namespace {

constexpr int kLeastEditor = 112;

}  // namespace

QWidget* DimsDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
  if (index.column() == DimsModel::kPriority) {
    auto* field = new QLineEdit(parent);
    field->setAccessibleName(tr("Priority of dimension %1").arg(index.row()));
    return field;
  }
  auto* box = new QComboBox(parent);
  const auto* model = static_cast<const DimsModel*>(index.model());
  if (index.column() == DimsModel::kAxes) {
    box->addItems(model->axisChoices(index.row()));
    box->setAccessibleName(tr("Axes of dimension %1").arg(index.row()));
  } else {
    box->addItems({tr("closed"), tr("open")});
    box->setAccessibleName(tr("Whether propagation may split dimension %1 further").arg(index.row()));
  }
  box->view()->setMinimumWidth(140);
  connect(box, &QComboBox::activated, this, [this, box] {
    auto* self = const_cast<DimsDelegate*>(this);
    emit self->commitData(box);
    emit self->closeEditor(box);
  });
  return box;
}

// The choices are wider than the column of a small mesh.
void DimsDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::updateEditorGeometry(editor, option, index);
  if (qobject_cast<QComboBox*>(editor)) editor->resize(std::max(editor->width(), kLeastEditor), editor->height());
}

void DimsDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  if (auto* field = qobject_cast<QLineEdit*>(editor)) return field->setText(index.data(Qt::EditRole).toString());
  auto* box = static_cast<QComboBox*>(editor);
  QString now = index.data(Qt::EditRole).toString();
  int at = box->findText(now);
  box->setCurrentIndex(at >= 0 ? at : box->findText(now.section(QStringLiteral("  "), 0, 0)));
}

void DimsDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  auto* field = qobject_cast<QLineEdit*>(editor);
  model->setData(index, field ? field->text() : static_cast<QComboBox*>(editor)->currentText(), Qt::EditRole);
}

}  // namespace shardlens::app
