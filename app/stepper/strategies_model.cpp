#include "app/stepper/strategies_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace shardlens::app {

namespace {

struct StrategyTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::Strategies)
};

}  // namespace

QString strategyName(const PlanOptions& options) {
  if (options.userPriorities) return StrategyTexts::tr("user priority");
  if (options.opPriorities) return StrategyTexts::tr("op priority");
  switch (options.strategy) {
    case FactorStrategy::Basic: return StrategyTexts::tr("basic");
    case FactorStrategy::Aggressive: return StrategyTexts::tr("aggressive");
    case FactorStrategy::BasicThenAggressive: return StrategyTexts::tr("basic, then aggressive");
  }
  return {};
}

void StrategiesModel::show(SnapshotPtr snapshot, ComparisonPtr comparison) {
  beginResetModel();
  snapshot_ = std::move(snapshot);
  comparison_ = std::move(comparison);
  values_.clear();
  if (comparison_)
    std::copy_if(comparison_->differing.begin(), comparison_->differing.end(), std::back_inserter(values_),
                 [&](ValueId value) { return value.value < snapshot_->module->valueCount(); });
  endResetModel();
}

int StrategiesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !comparison_ ? 0 : static_cast<int>(values_.size());
}

int StrategiesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !comparison_ ? 0 : static_cast<int>(comparison_->runs.size()) + 1;
}

QVariant StrategiesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  ValueId value = valueAt(index.row());
  if (index.column() == 0) return QString::fromStdString(valuePath(*snapshot_->module, *snapshot_->outline, value));
  AttrId sharding = comparison_->runs[static_cast<std::size_t>(index.column() - 1)].plan->shardingOf(value);
  if (!sharding) return StrategyTexts::tr("none");
  Context& c = snapshot_->module->context();
  return QString::fromStdString(
      printSharding(toText(c, decodeSharding(c, sharding)), scopeOf(*snapshot_->module, *snapshot_->meshes, value)));
}

QVariant StrategiesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (section == 0) return StrategyTexts::tr("value");
  const StrategyRun& run = comparison_->runs[static_cast<std::size_t>(section - 1)];
  return StrategyTexts::tr("%1 · %L2 steps · %L3 tensors split")
      .arg(strategyName(run.plan->options))
      .arg(run.plan->trace.steps.size())
      .arg(run.sharded);
}

}  // namespace shardlens::app
