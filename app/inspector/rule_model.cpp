#include "app/inspector/rule_model.h"

#include <algorithm>

#include "app/graph/look_maker.h"

namespace shardlens::app {

namespace {

QString mappingText(const TensorMapping& mapping) {
  QStringList dims;
  for (const DimMapping& dim : mapping) {
    QString text;
    for (std::int64_t factor : dim) text += RuleModel::factorName(static_cast<std::size_t>(factor));
    dims << (text.isEmpty() ? QStringLiteral("·") : text);
  }
  return QLatin1Char('[') + dims.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString mappingsText(const std::vector<TensorMapping>& mappings) {
  QStringList parts;
  for (const TensorMapping& mapping : mappings) parts << mappingText(mapping);
  return QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
}

QString kindText(const QString& name, const std::vector<std::int64_t>& factors) {
  if (factors.empty()) return {};
  QStringList names;
  for (std::int64_t factor : factors) names << RuleModel::factorName(static_cast<std::size_t>(factor));
  return QStringLiteral("  %1 = {%2}").arg(name, names.join(QStringLiteral(", ")));
}

}  // namespace

QString RuleModel::factorName(std::size_t factor) {
  if (factor < 18) return QString(QChar(static_cast<ushort>(u'i' + factor)));
  return QStringLiteral("z_%1").arg(factor - 17);
}

void RuleModel::show(SnapshotPtr snapshot, OpId op) {
  beginResetModel();
  snapshot_ = std::move(snapshot);
  rule_ = {};
  tensors_.clear();
  AttrId rule = snapshot_ && op ? snapshot_->ruleOf(op) : AttrId();
  if (rule) {
    const Module& module = *snapshot_->module;
    rule_ = decodeRule(module.context(), rule);
    std::size_t operands = std::min<std::size_t>(rule_.operands.size(), module.op(op).operandCount);
    for (std::size_t i = 0; i < operands; ++i) {
      QString role = operands == 2 ? (i == 0 ? tr("lhs") : tr("rhs")) : operands == 1 ? tr("operand") : tr("operand %1").arg(i);
      addTensor(role, module.operand(op, static_cast<std::uint32_t>(i)), rule_.operands[i]);
    }
    std::size_t results = std::min<std::size_t>(rule_.results.size(), module.op(op).resultCount);
    for (std::size_t i = 0; i < results; ++i)
      addTensor(results == 1 ? tr("result") : tr("result %1").arg(i), module.result(op, static_cast<std::uint32_t>(i)), rule_.results[i]);
  }
  endResetModel();
}

void RuleModel::addTensor(const QString& role, ValueId value, const TensorMapping& mapping) {
  auto text = nameInText(*snapshot_->module, value);
  QString name = text.empty() ? role : role + QStringLiteral(" %") + QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
  tensors_.push_back({name, mapping, shardingAt(*snapshot_, value)});
}

QString RuleModel::formula() const {
  if (!hasRule()) return {};
  return mappingsText(rule_.operands) + QString::fromUtf8(" → ") + mappingsText(rule_.results) +
         kindText(tr("reduction"), rule_.reduction) + kindText(tr("need replication"), rule_.needReplication) +
         kindText(tr("permutation"), rule_.permutation) + kindText(tr("blocked"), rule_.blockedPropagation) +
         (rule_.custom ? tr("  custom") : QString());
}

bool RuleModel::takesPart(const Tensor& tensor, std::int64_t factor) const {
  return std::any_of(tensor.mapping.begin(), tensor.mapping.end(),
                     [&](const DimMapping& dim) { return std::find(dim.begin(), dim.end(), factor) != dim.end(); });
}

// Axes of a dimension go to its factors from major to minor: each takes axes until its size is split.
Chips RuleModel::chipsOf(const Tensor& tensor, std::int64_t factor) const {
  Chips chips;
  const Mesh* mesh = tensor.sharding.mesh ? snapshot_->meshes->find(tensor.sharding.mesh) : nullptr;
  if (!mesh) return chips;
  for (std::size_t d = 0; d < tensor.mapping.size() && d < tensor.sharding.dims.size(); ++d) {
    std::size_t at = 0;
    const DimMapping& factors = tensor.mapping[d];
    std::int64_t left = factors.empty() ? 1 : rule_.factorSizes[static_cast<std::size_t>(factors[0])];
    for (const AxisRef& axis : tensor.sharding.dims[d].axes) {
      while (left <= 1 && at + 1 < factors.size()) left = rule_.factorSizes[static_cast<std::size_t>(factors[++at])];
      if (at < factors.size() && factors[at] == factor) chips.push_back(chipOf(snapshot_->context(), mesh, axis));
      left /= std::max<std::int64_t>(1, mesh->sizeOf(axis));
    }
  }
  return chips;
}

QVariant RuleModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Tensor& tensor = tensors_[static_cast<std::size_t>(index.row())];
  if (index.column() == 0) return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(tensor.name) : QVariant();
  std::int64_t factor = index.column() - 1;
  bool part = takesPart(tensor, factor);
  if (role == kMarkRole) return static_cast<int>(part ? CellMark::None : CellMark::Absent);
  if (role == kChipsRole) return QVariant::fromValue(chipsOf(tensor, factor));
  if (role != Qt::AccessibleTextRole && role != Qt::ToolTipRole) return {};
  QStringList names;
  for (const ChipLook& chip : chipsOf(tensor, factor)) names << chip.text;
  return part ? (names.isEmpty() ? tr("not split") : names.join(QStringLiteral(", "))) : tr("takes no part");
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (section == 0) return role == Qt::DisplayRole ? QVariant(QString()) : QVariant();
  auto factor = static_cast<std::size_t>(section - 1);
  if (role == Qt::DisplayRole) return QStringLiteral("%1 %2").arg(factorName(factor)).arg(rule_.factorSizes[factor]);
  if (role != Qt::ToolTipRole) return {};
  switch (rule_.kind(static_cast<std::int64_t>(factor))) {
    case FactorKind::Reduction: return tr("reduction factor");
    case FactorKind::NeedReplication: return tr("needs replication");
    case FactorKind::Permutation: return tr("permutation factor");
    default: return tr("pass-through factor");
  }
}

}  // namespace shardlens::app
