#include "app/annotations/annotations_panel.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include "app/annotations/sharding_cell.h"
#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

constexpr int kAnnotationRow = 24, kValueWidth = 128, kShardingWidth = 168, kPriorityWidth = 54, kKindWidth = 76;

}  // namespace

AnnotationsPanel::AnnotationsPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      model_(new AnnotationsModel(this)),
      filter_(new QLineEdit(this)),
      table_(new QTableView(this)),
      problem_(new QLabel(this)),
      none_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 4, 0, 0);
  column->setSpacing(4);
  filter_->setPlaceholderText(tr("Filter by value, axis, kind, off…"));
  filter_->setAccessibleName(tr("Filter of the annotations"));
  filter_->setClearButtonEnabled(true);
  auto* row = new QVBoxLayout;
  row->setContentsMargins(8, 0, 8, 0);
  row->addWidget(filter_);
  row->addWidget(problem_);
  column->addLayout(row);
  column->addWidget(none_);
  column->addWidget(table_, 1);
  none_->setProperty("subtle", true);
  none_->setContentsMargins(10, 2, 10, 6);
  none_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  problem_->setProperty("problem", true);
  problem_->setWordWrap(true);
  problem_->hide();
  table_->setModel(model_);
  table_->setItemDelegate(new ShardingCellDelegate(theme, this));
  table_->setAccessibleName(tr("Annotations"));
  table_->setShowGrid(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->setWordWrap(false);
  table_->setTextElideMode(Qt::ElideLeft);
  table_->setTabKeyNavigation(false);
  table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(kAnnotationRow);
  QHeaderView* header = table_->horizontalHeader();
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  header->resizeSection(AnnotationsModel::kValue, kValueWidth);
  header->resizeSection(AnnotationsModel::kSharding, kShardingWidth);
  header->resizeSection(AnnotationsModel::kPriority, kPriorityWidth);
  header->resizeSection(AnnotationsModel::kKind, kKindWidth);
  setFocusProxy(table_);
  makeActions();
  connect(filter_, &QLineEdit::textChanged, model_, &AnnotationsModel::setFilter);
  connect(model_, &AnnotationsModel::refused, this, &AnnotationsPanel::showProblem);
  connect(model_, &AnnotationsModel::edited, this, [this](const Edit& edit) {
    showProblem({});
    emit edited(edit);
  });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (!selecting_ && now.isValid())
      if (ValueId value = model_->valueAt(now.row())) emit valueActivated(value);
  });
}

void AnnotationsPanel::makeActions() {
  auto add = [this](const QString& text, const QKeySequence& keys, auto run) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, [this, run] {
      if (QModelIndex now = table_->currentIndex(); now.isValid()) run(now);
    });
    addAction(action);
  };
  add(tr("Switch &on or off"), {}, [this](const QModelIndex& now) {
    const QModelIndex box = now.siblingAtColumn(AnnotationsModel::kValue);
    bool on = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model_->setData(box, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
  });
  add(tr("&Edit sharding"), {}, [this](const QModelIndex& now) { table_->edit(now.siblingAtColumn(AnnotationsModel::kSharding)); });
  add(tr("Edit &priority"), {}, [this](const QModelIndex& now) { table_->edit(now.siblingAtColumn(AnnotationsModel::kPriority)); });
  add(tr("&Remove"), QKeySequence::Delete, [this](const QModelIndex& now) { model_->remove(now.row()); });
  add(tr("Show in the &source"), {}, [this](const QModelIndex& now) { emit sourceAsked(model_->valueAt(now.row())); });
}

void AnnotationsPanel::contextMenuEvent(QContextMenuEvent* event) { QMenu::exec(actions(), event->globalPos(), nullptr, this); }

void AnnotationsPanel::show(SnapshotPtr snapshot) {
  selecting_ = true;
  none_->setText(snapshot ? tr("Nothing is annotated.") : tr("No program is open."));
  QModelIndex was = table_->currentIndex();
  model_->show(std::move(snapshot));
  if (was.isValid() && was.row() < model_->rowCount()) table_->setCurrentIndex(model_->index(was.row(), was.column()));
  selecting_ = false;
  none_->setVisible(model_->total() == 0);
  table_->setVisible(model_->total() > 0);
}

void AnnotationsPanel::select(ValueId value) {
  int row = model_->rowOf(value);
  selecting_ = true;
  if (row < 0) {
    table_->clearSelection();
  } else if (!table_->currentIndex().isValid() || table_->currentIndex().row() != row) {
    table_->setCurrentIndex(model_->index(row, AnnotationsModel::kValue));
  }
  selecting_ = false;
}

void AnnotationsPanel::showProblem(const QString& why) {
  problem_->setText(why);
  problem_->setVisible(!why.isEmpty());
}

QString AnnotationsPanel::problem() const { return problem_->text(); }

QString AnnotationsPanel::summary() const {
  int off = model_->leftOut();
  QString all = tr("%L1").arg(model_->total());
  return off == 0 ? all : tr("%1, %L2 off").arg(all).arg(off);
}

}  // namespace shardlens::app
