#include "app/inspector/dims_model.h"

#include <QLocale>
#include <QMimeData>

#include <algorithm>

#include "app/graph/look_maker.h"
#include "app/inspector/axis_mime.h"

namespace shardlens::app {

namespace {

const QString kPlus = QStringLiteral(" + ");

bool uses(const std::vector<AxisText>& axes, const std::string& name) {
  return std::any_of(axes.begin(), axes.end(), [&](const AxisText& axis) { return axis.name == name; });
}

QString axisName(const AxisText& axis) {
  QString name = QString::fromStdString(axis.name);
  return axis.size ? name + QStringLiteral(":(%1)%2").arg(axis.preSize).arg(axis.size) : name;
}

AxisText axisNamed(const QString& text) {
  AxisText axis;
  qsizetype colon = text.indexOf(QLatin1String(":("));
  axis.name = text.left(colon < 0 ? text.size() : colon).toStdString();
  if (colon < 0) return axis;
  qsizetype from = colon + 2, close = text.indexOf(QLatin1Char(')'), from);
  axis.preSize = text.mid(from, close - from).toLongLong();
  axis.size = text.mid(close + 1).toLongLong();
  return axis;
}

}  // namespace

void DimsModel::show(SnapshotPtr snapshot, ValueId value) {
  beginResetModel();
  snapshot_ = std::move(snapshot);
  value_ = value;
  scope_ = {};
  sharding_ = {};
  decoded_ = {};
  if (snapshot_ && value_) {
    scope_ = scopeOf(*snapshot_->module, *snapshot_->meshes, value_);
    decoded_ = shardingAt(*snapshot_, value_);
    sharding_ = toText(snapshot_->context(), decoded_);
    auto used = std::find_if(scope_.meshes.begin(), scope_.meshes.end(), [&](const auto& m) { return m.name == sharding_.mesh; });
    if (used != scope_.meshes.end()) std::rotate(scope_.meshes.begin(), used, used + 1);
    if (sharding_.mesh.empty() && !scope_.meshes.empty()) sharding_.mesh = scope_.meshes.front().name;
    while (sharding_.dims.size() < scope_.shape.size()) sharding_.dims.push_back({{}, false, {}});
    takePriorities();
  }
  endResetModel();
}

// Propagation uses priorities up: they stand in what was written only.
void DimsModel::takePriorities() {
  AttrId written = snapshot_->writtenSharding(value_);
  if (!written) return;
  TensorSharding of = decodeSharding(snapshot_->module->context(), written);
  for (std::size_t d = 0; d < std::min(of.dims.size(), sharding_.dims.size()); ++d) sharding_.dims[d].priority = of.dims[d].priority;
}

QString DimsModel::choiceText(const std::vector<AxisText>& axes) {
  QStringList names;
  for (const AxisText& axis : axes) names << axisName(axis);
  return names.join(kPlus);
}

QStringList DimsModel::axisChoices(int dim) const {
  const std::vector<AxisText>& here = sharding_.dims[static_cast<std::size_t>(dim)].axes;
  QStringList choices{tr("none")};
  if (!here.empty()) choices << choiceText(here);
  if (scope_.meshes.empty()) return choices;
  for (const auto& axis : scope_.meshes.front().axes) {
    bool elsewhere = uses(sharding_.unreduced, axis.name) || uses(sharding_.replicated, axis.name);
    for (std::size_t d = 0; d < sharding_.dims.size(); ++d)
      elsewhere |= static_cast<int>(d) != dim && uses(sharding_.dims[d].axes, axis.name);
    QString name = QString::fromStdString(axis.name);
    if (elsewhere) continue;
    if (!choices.contains(name)) choices << name;
    if (!here.empty() && !uses(here, axis.name)) choices << choiceText(here) + kPlus + name;
  }
  return choices;
}

QString DimsModel::localText(std::size_t dim) const {
  if (scope_.shape[dim] == kDynamic) return QStringLiteral("?");
  const Mesh* mesh = decoded_.mesh ? snapshot_->meshes->find(decoded_.mesh) : nullptr;
  std::int64_t local = mesh && dim < decoded_.dims.size() ? localSize(scope_.shape[dim], decoded_.dims[dim], *mesh) : scope_.shape[dim];
  return QString::number(local);
}

QString DimsModel::text(const QModelIndex& index) const {
  auto dim = static_cast<std::size_t>(index.row());
  const DimText& d = sharding_.dims[dim];
  switch (index.column()) {
    case kDim: return QString::number(dim);
    case kSize: return scope_.shape[dim] == kDynamic ? QStringLiteral("?") : QString::number(scope_.shape[dim]);
    case kAxes: return d.axes.empty() ? tr("none") : choiceText(d.axes);
    case kOpen: return d.closed ? tr("closed") : tr("open");
    case kPriority: return d.priority ? QString::number(*d.priority) : QString();
    default: return localText(dim);
  }
}

QVariant DimsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  auto dim = static_cast<std::size_t>(index.row());
  if (role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::AccessibleTextRole) return text(index);
  if (role == Qt::ForegroundRole && index.column() == kAxes && sharding_.dims[dim].axes.empty()) return QVariant();
  if (role == kChipsRole && index.column() == kAxes && dim < decoded_.dims.size()) {
    Chips chips;
    const Mesh* mesh = snapshot_->meshes->find(decoded_.mesh);
    for (const AxisRef& axis : decoded_.dims[dim].axes) chips.push_back(chipOf(snapshot_->context(), mesh, axis));
    return QVariant::fromValue(chips);
  }
  if (role == Qt::ToolTipRole && (index.flags() & Qt::ItemIsEditable)) return tr("Double-click or press F2 to change");
  return {};
}

QVariant DimsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  const QString names[] = {tr("dim"), tr("size"), tr("axes"), tr("open"), tr("prio"), tr("local")};
  return section < kColumns ? names[section] : QVariant();
}

Qt::ItemFlags DimsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (scope_.meshes.empty() || !index.isValid()) return flags;
  bool editable = index.column() == kAxes || index.column() == kOpen || index.column() == kPriority;
  return (editable ? flags | Qt::ItemIsEditable : flags) | Qt::ItemIsDropEnabled;
}

bool DimsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid()) return false;
  ShardingText changed = sharding_;
  DimText& dim = changed.dims[static_cast<std::size_t>(index.row())];
  if (index.column() == kOpen) {
    dim.closed = value.toString().startsWith(tr("closed"));
  } else if (index.column() == kPriority) {
    QString text = value.toString().trimmed();
    bool number = true;
    std::int64_t priority = text.isEmpty() ? 0 : text.toLongLong(&number);
    QString why = !number || priority < 0                             ? tr("a priority is a number from 0 on, or nothing")
                  : !text.isEmpty() && dim.closed && dim.axes.empty() ? tr("a closed dimension without axes has no priority")
                                                                      : QString();
    if (!why.isEmpty()) {
      emit refused(why);
      return false;
    }
    dim.priority = text.isEmpty() ? std::nullopt : std::optional<std::int64_t>(priority);
  } else {
    dim.axes.clear();
    if (value.toString() != tr("none"))
      for (const QString& name : value.toString().split(kPlus)) dim.axes.push_back(axisNamed(name));
  }
  if (changed == sharding_) return false;
  if (dim.closed && dim.axes.empty()) dim.priority.reset();
  emit edited(QString::fromStdString(printSharding(changed, scope_)));
  return true;
}

QString DimsModel::choiceWith(int dim, const QString& axis) const {
  const std::vector<AxisText>& here = sharding_.dims[static_cast<std::size_t>(dim)].axes;
  QString wanted = here.empty() ? axis : choiceText(here) + kPlus + axis;
  return axisChoices(dim).contains(wanted) ? wanted : QString();
}

QStringList DimsModel::mimeTypes() const { return {kAxisMime}; }

bool DimsModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex& parent) const {
  int dim = parent.isValid() ? parent.row() : row;
  return data->hasFormat(kAxisMime) && dim >= 0 && dim < rowCount();
}

bool DimsModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) {
  if (!canDropMimeData(data, action, row, column, parent)) return false;
  int dim = parent.isValid() ? parent.row() : row;
  QStringList names = QString::fromUtf8(data->data(kAxisMime)).split(QLatin1Char('\n'));
  if (names.size() != 2 || scope_.meshes.empty()) return false;
  QString choice = choiceWith(dim, names[1]);
  if (names[0].toStdString() != scope_.meshes.front().name)
    emit refused(tr("axis \"%1\" is of mesh @%2, this sharding of @%3").arg(names[1], names[0], QString::fromStdString(sharding_.mesh)));
  else if (choice.isEmpty())
    emit refused(tr("axis \"%1\" is used in this sharding already").arg(names[1]));
  else
    return setData(index(dim, kAxes), choice, Qt::EditRole);
  return false;
}

}  // namespace shardlens::app
