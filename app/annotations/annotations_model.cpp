#include "app/annotations/annotations_model.h"

#include <QLocale>

#include <algorithm>

#include "app/annotations/sharding_cell.h"
#include "app/theme/shown.h"
#include "engine/outline/value_name.h"

namespace shardlens::app {

namespace {

Offset placeOf(const Module& m, const AnnotationKey& key) {
  if (key.kind == EditKind::Result) {
    BlockId body = m.op(OpId(key.id)).regionCount ? m.entry(m.regionOf(OpId(key.id))) : BlockId();
    return m.op(body ? m.terminator(body) : OpId(key.id)).source;
  }
  OpId def = m.definingOp(ValueId(key.id));
  return def ? m.op(def).source : m.value(ValueId(key.id)).source;
}

/// The priority that all prioritised dimensions have; empty where there is none, `…` where they differ.
QString priorityText(const TensorSharding& s) {
  std::optional<std::int64_t> common;
  for (const DimSharding& dim : s.dims) {
    if (!dim.priority) continue;
    if (common && *common != *dim.priority) return QString::fromUtf8("…");
    common = dim.priority;
  }
  return common ? QString::number(*common) : QString();
}

}  // namespace

const Annotation& AnnotationsModel::at(int row) const { return (*snapshot_->annotations)[rows_[static_cast<std::size_t>(row)]]; }

void AnnotationsModel::show(SnapshotPtr snapshot) {
  beginResetModel();
  if (!snapshot || !snapshot_ || snapshot->outline != snapshot_->outline) paths_.clear();
  snapshot_ = std::move(snapshot);
  filter();
  endResetModel();
}

void AnnotationsModel::setFilter(const QString& filterText) {
  beginResetModel();
  words_ = filterText.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  filter();
  endResetModel();
}

void AnnotationsModel::filter() {
  rows_.clear();
  if (!snapshot_) return;
  const std::vector<Annotation>& all = *snapshot_->annotations;
  for (std::uint32_t i = 0; i < all.size(); ++i)
    if (words_.isEmpty() || matches(all[i])) rows_.push_back(i);
  std::stable_sort(rows_.begin(), rows_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return placeOf(*snapshot_->module, all[a].key) < placeOf(*snapshot_->module, all[b].key);
  });
}

bool AnnotationsModel::matches(const Annotation& a) const {
  QString all = path(a) + QLatin1Char(' ') + kindText(a) + QLatin1Char(' ') + shardingText(a) + (a.counts() ? QString() : tr(" off"));
  return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

int AnnotationsModel::leftOut() const {
  if (!snapshot_) return 0;
  return static_cast<int>(
      std::count_if(snapshot_->annotations->begin(), snapshot_->annotations->end(), [](const Annotation& a) { return !a.counts(); }));
}

ValueId AnnotationsModel::valueAt(int row) const {
  const AnnotationKey& key = at(row).key;
  if (ValueId value = key.value()) return value;
  const Module& m = *snapshot_->module;
  BlockId body = m.op(OpId(key.id)).regionCount ? m.entry(m.regionOf(OpId(key.id))) : BlockId();
  OpId end = body ? m.terminator(body) : OpId();
  return end && key.index < m.op(end).operandCount ? m.operand(end, key.index) : ValueId();
}

int AnnotationsModel::rowOf(ValueId value) const {
  for (int row = 0; value && row < rowCount(); ++row)
    if (at(row).key.value() == value) return row;
  return -1;
}

QString AnnotationsModel::path(const Annotation& a) const {
  QString& known = paths_[a.key];
  if (known.isEmpty()) known = QString::fromStdString(pathOf(*snapshot_->module, *snapshot_->outline, a.key));
  return known;
}

ShardingScope AnnotationsModel::scope(const Annotation& a) const {
  ShardingScope scope = scopeOf(*snapshot_->module, *snapshot_->meshes, typeOf(*snapshot_->module, a.key));
  std::string mesh =
      a.sharding ? toText(snapshot_->context(), decodeSharding(snapshot_->module->context(), a.sharding)).mesh : std::string();
  auto used = std::find_if(scope.meshes.begin(), scope.meshes.end(), [&](const auto& m) { return m.name == mesh; });
  if (used != scope.meshes.end()) std::rotate(scope.meshes.begin(), used, used + 1);
  return scope;
}

QString AnnotationsModel::shardingText(const Annotation& a) const {
  if (a.key.kind == EditKind::Group) {
    QStringList numbers;
    for (std::int64_t id : a.groups) numbers << QString::number(id);
    return numbers.join(QLatin1Char(' '));
  }
  return QString::fromStdString(
      printSharding(toText(snapshot_->context(), decodeSharding(snapshot_->module->context(), a.sharding)), scope(a)));
}

QString AnnotationsModel::kindText(const Annotation& a) const {
  switch (a.key.kind) {
    case EditKind::Result: return tr("result");
    case EditKind::Constraint: return tr("constraint");
    case EditKind::Group: return tr("group");
    default: break;
  }
  OpId def = snapshot_->module->definingOp(ValueId(a.key.id));
  if (!def) return tr("argument");
  return snapshot_->module->op(def).kind == OpKind::SdyShardingConstraint ? tr("constraint") : tr("operation");
}

/// Paths end alike in every layer, and are cut at their beginning: the name in the text tells operations apart.
QString AnnotationsModel::valueText(const Annotation& a) const {
  if (a.key.kind == EditKind::Result) return tr("%1, result %2").arg(path(a).section(QLatin1Char('#'), 0, -2)).arg(a.key.index);
  ValueId value = a.key.value();
  if (!value || !snapshot_->module->definingOp(value)) return path(a);
  return path(a) + QStringLiteral("  ") + shown(nameAsUsed(*snapshot_->module, value));
}

QString AnnotationsModel::text(const Annotation& a, int column) const {
  switch (column) {
    case kValue: return valueText(a);
    case kSharding: return shardingText(a);
    case kPriority: return a.sharding ? priorityText(decodeSharding(snapshot_->module->context(), a.sharding)) : QString();
    case kKind: return kindText(a);
    default: {
      if (a.edited) return tr("edited");
      Offset at = placeOf(*snapshot_->module, a.key);
      return at == kNoOffset ? QString() : tr("line %L1").arg(snapshot_->source->position(at).line);
    }
  }
}

QVariant AnnotationsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Annotation& a = at(index.row());
  switch (role) {
    case Qt::CheckStateRole: return index.column() == kValue ? QVariant(a.on ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::DisplayRole:
    case Qt::EditRole: return text(a, index.column());
    case Qt::AccessibleTextRole: return a.trouble.empty() ? text(a, index.column()) : text(a, index.column()) + tr(", left out");
    case Qt::ToolTipRole:
      return a.trouble.empty() ? path(a) + QLatin1Char('\n') + shardingText(a) : tr("Left out: %1").arg(QString::fromStdString(a.trouble));
    case kLeftOutRole: return !a.counts();
    case kPiecesRole:
      if (index.column() != kSharding || !a.sharding) return {};
      return QVariant::fromValue(piecesOf(snapshot_->context(), *snapshot_->meshes, a.sharding));
    default: return {};
  }
}

QVariant AnnotationsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  const QString names[] = {tr("value"), tr("sharding"), tr("priority"), tr("kind"), tr("where")};
  return section < kColumns ? names[section] : QVariant();
}

Qt::ItemFlags AnnotationsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (!index.isValid() || index.row() >= rowCount()) return flags;
  const Annotation& a = at(index.row());
  if (index.column() == kValue && !a.fixed) flags |= Qt::ItemIsUserCheckable;
  if (index.column() == kSharding || (index.column() == kPriority && a.sharding)) flags |= Qt::ItemIsEditable;
  return flags;
}

bool AnnotationsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || index.row() >= rowCount()) return false;
  const Annotation& a = at(index.row());
  if (role == Qt::CheckStateRole && index.column() == kValue) {
    bool on = value.toInt() == Qt::Checked;
    if (on == a.on) return false;
    emit edited({path(a).toStdString(), std::string(editKindName(a.key.kind)) + (on ? " on" : " off"), EditKind::Switch});
    return true;
  }
  if (role != Qt::EditRole || value.toString() == text(a, index.column())) return false;
  return index.column() == kSharding ? setSharding(a, value.toString()) : setPriority(a, value.toString());
}

bool AnnotationsModel::setSharding(const Annotation& a, const QString& text) {
  std::string written = text.trimmed().toStdString();
  if (a.sharding && !written.empty()) {
    ShardingScope against = scope(a);
    ReadSharding read = readSharding(written, against);
    if (!read.value) {
      emit refused(QString::fromStdString(read.problem));
      return false;
    }
    against = scopeOf(*snapshot_->module, *snapshot_->meshes, typeOf(*snapshot_->module, a.key));
    written = printSharding(*read.value, against);
  }
  emit edited({path(a).toStdString(), written, a.key.kind});
  return true;
}

bool AnnotationsModel::setPriority(const Annotation& a, const QString& text) {
  bool number = true;
  std::int64_t priority = text.isEmpty() ? 0 : text.toLongLong(&number);
  if (!number || priority < 0) {
    emit refused(tr("a priority is a number from 0 on, or nothing"));
    return false;
  }
  ShardingText changed = toText(snapshot_->context(), decodeSharding(snapshot_->module->context(), a.sharding));
  for (DimText& dim : changed.dims) {
    bool may = !text.isEmpty() && !(dim.closed && dim.axes.empty());
    dim.priority = may ? std::optional<std::int64_t>(priority) : std::nullopt;
  }
  ShardingScope against = scopeOf(*snapshot_->module, *snapshot_->meshes, typeOf(*snapshot_->module, a.key));
  emit edited({path(a).toStdString(), printSharding(changed, against), a.key.kind});
  return true;
}

void AnnotationsModel::remove(int row) {
  const Annotation& a = at(row);
  if (a.fixed)
    emit refused(tr("its operation cannot do without a sharding here"));
  else
    emit edited({path(a).toStdString(), std::string(), a.key.kind});
}

}  // namespace shardlens::app
