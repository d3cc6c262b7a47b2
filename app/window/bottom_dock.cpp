#include "app/window/bottom_dock.h"

#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QTabWidget>
#include <QVBoxLayout>

#include "app/theme/count_text.h"
#include "app/window/docks.h"

namespace shardlens::app {

BottomDock::BottomDock(QMainWindow* window)
    : QDockWidget(tr("Problems"), window),
      problems_(new ProblemsModel(this)),
      changes_(new ChangesModel(this)),
      tabs_(new QTabWidget(this)),
      summary_(new QLabel(this)) {
  setObjectName(QStringLiteral("bottom"));
  setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
  setTitleBarWidget(new QWidget(this));
  setWidget(tabs_);
  tabs_->setAccessibleName(tr("Problems and changes"));
  summary_->setProperty("subtle", true);
  summary_->setContentsMargins(0, 0, 14, 0);
  tabs_->setCornerWidget(summary_);
  problemsPage_ = new QWidget;
  auto* column = new QVBoxLayout(problemsPage_);
  column->setContentsMargins(0, 0, 0, 0);
  none_ = new QLabel(tr("No problems."));
  none_->setProperty("subtle", true);
  none_->setContentsMargins(12, 8, 12, 8);
  none_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(none_);
  QTableView* list = makeListTable(problems_, tr("Problems"), problemsPage_);
  list->horizontalHeader()->resizeSection(ProblemsModel::kSeverity, 90);
  list->horizontalHeader()->setStretchLastSection(false);
  list->horizontalHeader()->setSectionResizeMode(ProblemsModel::kMessage, QHeaderView::Stretch);
  list->horizontalHeader()->resizeSection(ProblemsModel::kPlace, 260);
  column->addWidget(list, 1);
  tabs_->addTab(problemsPage_, tr("Problems"));
  QTableView* changed = makeListTable(changes_, tr("Changed by the last edit"), tabs_);
  changed->horizontalHeader()->resizeSection(ChangesModel::kValue, 460);
  changed->horizontalHeader()->resizeSection(ChangesModel::kBefore, 360);
  changesPage_ = changed;
  changesPage_->hide();
  connect(list, &QTableView::activated, this, [this](const QModelIndex& index) { emit problemActivated(problems_->at(index.row())); });
  connect(changed, &QTableView::activated, this, [this](const QModelIndex& index) { emit valueActivated(changes_->valueAt(index.row())); });
  connect(problems_, &QAbstractItemModel::modelReset, this, [this, list] {
    none_->setVisible(problems_->rowCount() == 0);
    list->setVisible(problems_->rowCount() > 0);
  });
  showProblems({});
}

void BottomDock::addPage(QWidget* page, const QString& title) { tabs_->insertTab(tabs_->indexOf(problemsPage_), page, title); }

void BottomDock::openPage(QWidget* page) {
  setVisible(true);
  tabs_->setCurrentWidget(page);
}

void BottomDock::showProblems(const std::vector<Diagnostic>& diagnostics) {
  problems_->show(diagnostics);
  tabs_->setTabText(tabs_->indexOf(problemsPage_), diagnostics.empty() ? tr("Problems") : tr("Problems %1").arg(diagnostics.size()));
}

QString BottomDock::summary(const Snapshot& snapshot) {
  return tr("last edit: ") + counted(tr("1 tensor changed"), tr("%1 tensors changed"), static_cast<qint64>(snapshot.changed.size()));
}

void BottomDock::showChanges(const SnapshotPtr& before, const SnapshotPtr& after) {
  changes_->show(before, after);
  if (tabs_->indexOf(changesPage_) < 0) tabs_->addTab(changesPage_, QString());
  tabs_->setTabText(tabs_->indexOf(changesPage_), tr("Changes %L1").arg(after->changed.size()));
  tabs_->setCurrentWidget(changesPage_);
  summary_->setText(summary(*after));
}

void BottomDock::clearChanges() {
  changes_->show(nullptr, nullptr);
  if (int at = tabs_->indexOf(changesPage_); at >= 0) tabs_->removeTab(at);
  summary_->clear();
}

void BottomDock::openProblems() {
  setVisible(true);
  tabs_->setCurrentWidget(problemsPage_);
}

}  // namespace shardlens::app
