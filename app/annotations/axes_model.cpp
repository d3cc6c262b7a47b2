#include "app/annotations/axes_model.h"

#include <QMimeData>

#include <algorithm>

#include "app/graph/look_maker.h"
#include "app/inspector/chip_delegate.h"

namespace shardlens::app {

void AxesModel::show(SnapshotPtr snapshot, int mesh) {
  beginResetModel();
  snapshot_ = std::move(snapshot);
  mesh_ = {};
  name_.clear();
  uses_.clear();
  of_ = nullptr;
  if (snapshot_ && mesh >= 0) {
    const std::vector<MeshTable::Entry>& named = snapshot_->meshes->entries();
    std::vector<const Mesh*> unnamed = inlineMeshes(*snapshot_);
    auto at = static_cast<std::size_t>(mesh);
    if (at < named.size())
      name_ = named[at].name, of_ = &named[at].mesh;
    else if (at - named.size() < unnamed.size())
      of_ = unnamed[at - named.size()];
  }
  if (of_) {
    mesh_ = toText(snapshot_->context(), *of_);
    countUses();
  }
  endResetModel();
}

void AxesModel::countUses() {
  const Mesh& of = *of_;
  uses_.assign(of.axes.size(), 0);
  for (const Annotation& a : *snapshot_->annotations) {
    if (!a.sharding || !a.counts()) continue;
    TensorSharding s = decodeSharding(snapshot_->module->context(), a.sharding);
    if (snapshot_->meshes->find(s.mesh) != &of) continue;
    std::vector<bool> met(of.axes.size());
    auto meet = [&](const std::vector<AxisRef>& axes) {
      for (const AxisRef& axis : axes)
        if (int i = of.axisIndex(axis.name); i >= 0) met[static_cast<std::size_t>(i)] = true;
    };
    for (const DimSharding& dim : s.dims) meet(dim.axes);
    meet(s.replicated);
    meet(s.unreduced);
    for (std::size_t i = 0; i < met.size(); ++i) uses_[i] += met[i] ? 1 : 0;
  }
}

void AxesModel::ask(const MeshText& changed) {
  if (!editable()) return;
  MeshText mesh = changed;
  if (mesh.deviceCount() != mesh_.deviceCount()) mesh.deviceIds.clear();
  if (std::string why = checkMesh(mesh); !why.empty()) {
    emit refused(QString::fromStdString(why));
    return;
  }
  if (mesh != mesh_) emit edited({name_, printMesh(mesh), EditKind::Mesh});
}

QVariant AxesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const MeshText::Axis& axis = mesh_.axes[static_cast<std::size_t>(index.row())];
  if (role == kChipsRole && index.column() == kName) {
    AxisRef ref{snapshot_->module->context().str(axis.name), 0, 0};
    return QVariant::fromValue(Chips{chipOf(snapshot_->context(), of_, ref)});
  }
  if (role == Qt::ToolTipRole && editable())
    return tr("Drag it onto a dimension in the inspector. F2 or a double click changes name and size.");
  if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::AccessibleTextRole) return {};
  switch (index.column()) {
    case kName: return QString::fromStdString(axis.name);
    case kSize: return static_cast<qlonglong>(axis.size);
    default: return uses_[static_cast<std::size_t>(index.row())];
  }
}

QVariant AxesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  const QString names[] = {tr("axis"), tr("size"), tr("annotations")};
  return section < kColumns ? names[section] : QVariant();
}

Qt::ItemFlags AxesModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (!index.isValid() || !editable()) return flags;
  flags |= Qt::ItemIsDragEnabled;
  return index.column() == kUsed ? flags : flags | Qt::ItemIsEditable;
}

bool AxesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || !editable()) return false;
  auto at = static_cast<std::size_t>(index.row());
  MeshText changed = mesh_;
  if (index.column() == kSize) {
    bool number = false;
    changed.axes[at].size = value.toString().toLongLong(&number);
    if (!number)
      emit refused(tr("a size is a number from 1 on"));
    else
      ask(changed);
    return number;
  }
  std::string name = value.toString().trimmed().toStdString(), old = mesh_.axes[at].name;
  if (name == old) return false;
  changed.axes[at].name = name;
  if (std::string why = checkMesh(changed); !why.empty()) {
    emit refused(QString::fromStdString(why));
    return false;
  }
  emit edited({name_, "\"" + old + "\" -> \"" + name + "\"", EditKind::AxisName});
  return true;
}

QMimeData* AxesModel::mimeData(const QModelIndexList& indexes) const {
  auto* data = new QMimeData;
  if (!indexes.isEmpty()) {
    const std::string& axis = mesh_.axes[static_cast<std::size_t>(indexes.front().row())].name;
    data->setData(kAxisMime, QByteArray::fromStdString(name_ + "\n" + axis));
  }
  return data;
}

}  // namespace shardlens::app
