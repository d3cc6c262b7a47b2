#include "app/inspector/chips_model.h"

#include <algorithm>

namespace shardlens::app {

void ChipsModel::show(const SnapshotPtr& snapshot, ValueId value) {
  beginResetModel();
  shape_.clear();
  slices_.clear();
  groups_.clear();
  devices_.clear();
  groupCount_ = 0;
  TensorSharding sharding = snapshot && value ? shardingAt(*snapshot, value) : TensorSharding();
  const Mesh* mesh = sharding.mesh ? snapshot->meshes->find(sharding.mesh) : nullptr;
  if (mesh && !mesh->isMaximal() && hasStaticShape(snapshot->context(), snapshot->module->type(value))) {
    auto shape = shapeOf(snapshot->context(), snapshot->module->type(value));
    shape_.assign(shape.begin(), shape.end());
    columns_ = mesh->axes.empty() ? 1 : static_cast<int>(std::min<std::int64_t>(16, mesh->axes.back().size));
    std::map<std::vector<std::int64_t>, int> known;
    auto count = std::min<std::int64_t>(mesh->deviceCount(), kMostChips);
    for (std::int64_t chip = 0; chip < count; ++chip) {
      slices_.push_back(sliceOfDevice(shape_, sharding, *mesh, chip));
      std::vector<std::int64_t> key;
      for (const Slice& slice : slices_.back()) key.push_back(slice.start);
      groups_.push_back(known.try_emplace(key, static_cast<int>(known.size())).first->second);
      devices_.push_back(chip < static_cast<std::int64_t>(mesh->deviceIds.size()) ? mesh->deviceIds[static_cast<std::size_t>(chip)] : chip);
    }
    groupCount_ = static_cast<int>(known.size());
  }
  endResetModel();
}

QVariant ChipsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  if (index.column() == 0) return static_cast<qlonglong>(deviceId(index.row()));
  if (index.column() == columnCount() - 1) return tr("box %1 of %2").arg(group(index.row()) + 1).arg(groupCount_);
  const Slice& slice = slices(index.row())[static_cast<std::size_t>(index.column() - 1)];
  return QStringLiteral("%1:%2").arg(slice.start).arg(slice.start + slice.size);
}

QVariant ChipsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  if (section == 0) return tr("chip");
  return section == columnCount() - 1 ? tr("copy of") : tr("dim %1").arg(section - 1);
}

}  // namespace shardlens::app
