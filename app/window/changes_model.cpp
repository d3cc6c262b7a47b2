#include "app/window/changes_model.h"

namespace shardlens::app {

void ChangesModel::show(const SnapshotPtr& before, const SnapshotPtr& after) {
  beginResetModel();
  before_ = before;
  after_ = after;
  chips_ = before && after && !sameMeshes(*before, *after);
  endResetModel();
}

QString ChangesModel::text(const SnapshotPtr& snapshot, ValueId value) const {
  if (!snapshot || !snapshot->shardingOf(value)) return tr("none");
  QString text = QString::fromStdString(
      printSharding(toText(snapshot->context(), shardingAt(*snapshot, value)), scopeOf(*snapshot->module, *snapshot->meshes, value)));
  if (!chips_) return text;
  QStringList sizes;
  for (std::int64_t size : chipShape(*snapshot, value)) sizes << QString::number(size);
  return tr("%1, each chip %2").arg(text, sizes.join(QLatin1Char('x')));
}

QVariant ChangesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  ValueId value = valueAt(index.row());
  switch (index.column()) {
    case kValue: return QString::fromStdString(valuePath(*after_->module, *after_->outline, value));
    case kBefore: return text(before_, value);
    default: return text(after_, value);
  }
}

QVariant ChangesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  const QString names[] = {tr("value"), tr("before"), tr("after")};
  return section < kColumns ? names[section] : QVariant();
}

}  // namespace shardlens::app
