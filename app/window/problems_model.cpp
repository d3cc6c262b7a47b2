#include "app/window/problems_model.h"

#include <QFileInfo>

namespace shardlens::app {

void ProblemsModel::show(const std::vector<Diagnostic>& diagnostics) {
  beginResetModel();
  rows_.clear();
  for (const Diagnostic& d : diagnostics) {
    rows_.push_back(d);
    rows_.back().notes.clear();
    rows_.insert(rows_.end(), d.notes.begin(), d.notes.end());
  }
  endResetModel();
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  const Diagnostic& d = at(index.row());
  const QString severities[] = {tr("error"), tr("warning"), tr("note"), tr("remark")};
  switch (index.column()) {
    case kSeverity: return severities[static_cast<std::size_t>(d.severity)];
    case kMessage: return QString::fromStdString(d.message);
    default: {
      QString file = QFileInfo(QString::fromStdString(d.file)).fileName();
      return d.at.line == 0 ? file : QStringLiteral("%1:%2:%3").arg(file).arg(d.at.line).arg(d.at.column);
    }
  }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  const QString names[] = {tr("kind"), tr("problem"), tr("place")};
  return section < kColumns ? names[section] : QVariant();
}

}  // namespace shardlens::app
