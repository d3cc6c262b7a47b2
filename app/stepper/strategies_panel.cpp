#include "app/stepper/strategies_panel.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/theme/elided_label.h"

namespace shardlens::app {

namespace {

constexpr PlanOptions kStrategies[] = {{FactorStrategy::Basic, false, false, false},
                                       {FactorStrategy::Aggressive, false, false, false},
                                       {FactorStrategy::Aggressive, true, false, false},
                                       {FactorStrategy::Aggressive, true, true, false}};
constexpr int kValueWidth = 380, kShardingWidth = 290;

}  // namespace

StrategiesPanel::StrategiesPanel(QWidget* parent)
    : QWidget(parent),
      model_(new StrategiesModel(this)),
      table_(new QTreeView(this)),
      run_(new QPushButton(tr("Compare"), this)),
      text_(new ElidedLabel(this)) {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 5, 12, 3);
  row->setSpacing(14);
  for (const PlanOptions& options : kStrategies) {
    auto* choice = new QCheckBox(strategyName(options), this);
    choice->setChecked(true);
    choices_.push_back(choice);
    row->addWidget(choice);
  }
  row->addWidget(run_);
  text_->setProperty("subtle", true);
  text_->setAccessibleName(tr("Outcome"));
  sayWhatFor();
  row->addWidget(text_, 1);
  table_->setModel(model_);
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setAllColumnsShowFocus(true);
  table_->setAccessibleName(tr("Tensors that strategies shard differently"));
  table_->setTextElideMode(Qt::ElideMiddle);  // both ends of a path tell values apart
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(table_, 1);
  setFocusProxy(run_);
  connect(run_, &QPushButton::clicked, this, &StrategiesPanel::ask);
  auto pick = [this](const QModelIndex& index) {
    if (index.isValid()) emit picked(model_->valueAt(index.row()));
  };
  connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, pick);
  connect(table_, &QTreeView::clicked, this, pick);
}

void StrategiesPanel::sayWhatFor() {
  text_->say(tr("Runs the chosen strategies on the same annotations and lists the tensors that they shard differently."));
}

std::vector<PlanOptions> StrategiesPanel::chosen() const {
  std::vector<PlanOptions> options;
  for (std::size_t i = 0; i < choices_.size(); ++i)
    if (choices_[i]->isChecked()) options.push_back(kStrategies[i]);
  return options;
}

void StrategiesPanel::setSnapshot(SnapshotPtr snapshot) {
  snapshot_ = std::move(snapshot);
  bool had = waiting_ || model_->columnCount() > 0;
  model_->show(nullptr, nullptr);
  waiting_ = false;
  sayWhatFor();
  if (had && isVisible()) ask();
}

void StrategiesPanel::ask() {
  if (!snapshot_) return;
  std::vector<PlanOptions> options = chosen();
  if (options.size() < 2) return text_->say(tr("Choose at least two strategies."));
  waiting_ = true;
  text_->say(tr("propagating…"));
  emit asked(options);
}

void StrategiesPanel::show(const ComparisonPtr& comparison) {
  if (!comparison || !snapshot_ || comparison->opened != snapshot_->written) return;
  waiting_ = false;
  model_->show(snapshot_, comparison);
  table_->header()->resizeSection(0, kValueWidth);
  for (int c = 1; c + 1 < model_->columnCount(); ++c) table_->header()->resizeSection(c, kShardingWidth);
  int count = model_->rowCount();
  text_->say(count == 0 ? tr("All strategies give the same plan.")
                        : tr("%L1 of %L2 values differ").arg(count).arg(snapshot_->module->valueCount()));
}

QString StrategiesPanel::text() const { return text_->text(); }

}  // namespace shardlens::app
