#include "app/inspector/rule_model.h"

#include <algorithm>

#include "app/graph/look_maker.h"
#include "app/theme/shown.h"
#include "engine/outline/value_name.h"
#include "engine/session/shown_moment.h"

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

QString RuleModel::operandRole(std::size_t index, std::size_t count) {
  if (count == 2) return index == 0 ? tr("lhs") : tr("rhs");
  return count == 1 ? tr("operand") : tr("operand %1").arg(index);
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
      addTensor(operandRole(i, operands), module.operand(op, static_cast<std::uint32_t>(i)), rule_.operands[i]);
    }
    std::size_t results = std::min<std::size_t>(rule_.results.size(), module.op(op).resultCount);
    for (std::size_t i = 0; i < results; ++i)
      addTensor(results == 1 ? tr("result") : tr("result %1").arg(i), module.result(op, static_cast<std::uint32_t>(i)), rule_.results[i]);
  }
  endResetModel();
}

QString RuleModel::nameOf(const QString& role, ValueId value) const {
  std::string name = value && value.value < snapshot_->module->valueCount() ? nameAsUsed(*snapshot_->module, value) : std::string();
  return name.empty() ? role : role + QLatin1Char(' ') + shown(name);
}

void RuleModel::addTensor(const QString& role, ValueId value, const TensorMapping& mapping) {
  Tensor tensor{nameOf(role, value), std::vector<Cell>(rule_.factorSizes.size())};
  TensorSharding sharding = shardingAt(*snapshot_, value);
  for (const DimMapping& dim : mapping)
    for (std::int64_t factor : dim)
      if (factor >= 0 && static_cast<std::size_t>(factor) < tensor.cells.size())
        tensor.cells[static_cast<std::size_t>(factor)] = {chipsOf(mapping, sharding, factor), CellMark::None};
  tensors_.push_back(std::move(tensor));
}

void RuleModel::addTensor(const QString& role, ValueId value, const TensorFactors& factors, const Mesh* mesh) {
  Tensor tensor{nameOf(role, value), std::vector<Cell>(rule_.factorSizes.size())};
  for (std::size_t f = 0; f < factors.factors.size() && f < tensor.cells.size(); ++f) {
    if (!factors.factors[f].present) continue;
    tensor.cells[f].mark = CellMark::None;
    for (const AxisRef& axis : factors.factors[f].axes) tensor.cells[f].chips.push_back(chipOf(snapshot_->context(), mesh, axis));
  }
  tensors_.push_back(std::move(tensor));
}

void RuleModel::mark(std::size_t tensor, std::int64_t factor, CellMark mark) {
  auto at = static_cast<std::size_t>(factor);
  if (tensor < tensors_.size() && at < tensors_[tensor].cells.size()) tensors_[tensor].cells[at].mark = mark;
}

void RuleModel::showVisit(SnapshotPtr snapshot, Side side) {
  beginResetModel();
  snapshot_ = std::move(snapshot);
  rule_ = {};
  tensors_.clear();
  const ShownMoment& at = *snapshot_->moment;
  const Step& step = *at.visit();
  const StepTable& table = *at.moments->plan().trace.table;
  StepTable::Picture picture = table.picture(step.pure);
  rule_ = picture.rule;
  AttrId meshRef;
  const Mesh* mesh = table.commonMesh(table.in(step.pure), &meshRef);
  const Projection& projection = side == Side::Before ? picture.before : picture.after;
  std::vector<ValueId> values = at.tensors();
  std::size_t operands = rule_.operands.size(), results = rule_.results.size();
  for (std::size_t t = 0; t < projection.tensors.size(); ++t) {
    QString role = t < operands ? operandRole(t, operands) : results == 1 ? tr("result") : tr("result %1").arg(t - operands);
    addTensor(role, t < values.size() ? values[t] : ValueId(), projection.tensors[t], mesh);
  }
  const PureFacts& facts = at.facts->of(step);
  if (facts.conflict.kind == ConflictKind::Axes)
    for (std::size_t t = 0; t < tensors_.size(); ++t)
      if (!tensors_[t].cells[static_cast<std::size_t>(facts.conflict.factor)].chips.empty())
        mark(t, facts.conflict.factor, CellMark::Conflict);
  for (const AxisSource& gain : facts.gains) {
    if (side == Side::Before)
      mark(gain.source, gain.factor, CellMark::Source);
    else
      mark(gain.tensor, gain.factor, CellMark::Gained);
  }
  endResetModel();
}

QString RuleModel::formula() const {
  if (!hasRule()) return {};
  return mappingsText(rule_.operands) + QString::fromUtf8(" → ") + mappingsText(rule_.results) +
         kindText(tr("reduction"), rule_.reduction) + kindText(tr("need replication"), rule_.needReplication) +
         kindText(tr("permutation"), rule_.permutation) + kindText(tr("blocked"), rule_.blockedPropagation) +
         (rule_.custom ? tr("  custom") : QString());
}

// Axes of a dimension go to its factors from major to minor: each takes axes until its size is split.
Chips RuleModel::chipsOf(const TensorMapping& mapping, const TensorSharding& sharding, std::int64_t factor) const {
  Chips chips;
  const Mesh* mesh = sharding.mesh ? snapshot_->meshes->find(sharding.mesh) : nullptr;
  if (!mesh) return chips;
  for (std::size_t d = 0; d < mapping.size() && d < sharding.dims.size(); ++d) {
    std::size_t at = 0;
    const DimMapping& factors = mapping[d];
    std::int64_t left = factors.empty() ? 1 : rule_.factorSizes[static_cast<std::size_t>(factors[0])];
    for (const AxisRef& axis : sharding.dims[d].axes) {
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
  const Cell& cell = tensor.cells[static_cast<std::size_t>(index.column() - 1)];
  if (role == kMarkRole) return static_cast<int>(cell.mark);
  if (role == kChipsRole) return QVariant::fromValue(cell.chips);
  return role == Qt::AccessibleTextRole || role == Qt::ToolTipRole ? QVariant(cellText(cell)) : QVariant();
}

QString RuleModel::cellText(const Cell& cell) {
  if (cell.mark == CellMark::Absent) return tr("takes no part");
  QStringList names;
  for (const ChipLook& chip : cell.chips) names << chip.text;
  QString text = names.isEmpty() ? tr("not split") : names.join(QStringLiteral(", "));
  switch (cell.mark) {
    case CellMark::Source: return tr("%1, the source of the new axes").arg(text);
    case CellMark::Gained: return tr("%1, new").arg(text);
    case CellMark::Conflict: return tr("%1, in conflict").arg(text);
    default: return text;
  }
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
