#include "app/window/docks.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QVBoxLayout>

#include "app/window/outline_delegate.h"

namespace shardlens::app {

TitledDock::TitledDock(const QString& name, const QString& title, QWidget* content, QMainWindow* window)
    : QDockWidget(title, window), right_(new QLabel) {
  setObjectName(name);
  setWidget(content);
  setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
  auto* bar = new QWidget;
  bar->setObjectName(QStringLiteral("dockTitle"));
  bar->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 8, 10, 6);
  auto* label = new QLabel(title);
  label->setObjectName(QStringLiteral("dockTitleText"));
  right_->setProperty("subtle", true);
  row->addWidget(label);
  row->addStretch(1);
  row->addWidget(right_);
  setTitleBarWidget(bar);
}

void TitledDock::setRight(const QString& text) { right_->setText(text); }

OutlinePanel::OutlinePanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), model_(new OutlineModel(this)), tree_(new QTreeView(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 2, 0, 0);
  column->addWidget(tree_);
  tree_->setModel(model_);
  tree_->setItemDelegate(new OutlineDelegate(theme, this));
  tree_->setHeaderHidden(true);
  tree_->setIndentation(14);
  tree_->setUniformRowHeights(true);
  tree_->setAccessibleName(tr("Outline"));
  tree_->setExpandsOnDoubleClick(true);
  tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusProxy(tree_);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
    if (!selecting_ && now.isValid()) emit picked(model_->boxOf(now));
  });
  connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) { emit activated(model_->boxOf(index)); });
}

void OutlinePanel::show(SnapshotPtr snapshot) {
  selecting_ = true;
  model_->show(std::move(snapshot));
  selecting_ = false;
  QModelIndex top = model_->index(0, 0);
  if (!top.isValid()) return;
  model_->fetchMore(top);
  tree_->expand(top);
}

void OutlinePanel::select(BoxId box) {
  selecting_ = true;
  QModelIndex index = model_->indexOf(box);
  for (QModelIndex up = index.parent(); up.isValid(); up = up.parent()) tree_->expand(up);
  if (index.isValid() && index != tree_->currentIndex()) {
    tree_->setCurrentIndex(index);
    tree_->scrollTo(index, QAbstractItemView::EnsureVisible);
  } else if (!index.isValid()) {
    tree_->selectionModel()->clear();
  }
  selecting_ = false;
}

QTableView* makeListTable(QAbstractItemModel* model, const QString& name, QWidget* parent) {
  auto* table = new QTableView(parent);
  table->setModel(model);
  table->setAccessibleName(name);
  table->setShowGrid(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setWordWrap(false);
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(24);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

}  // namespace shardlens::app
