#pragma once

#include <QAbstractTableModel>

#include "app/inspector/axis_mime.h"
#include "engine/session/mesh_text.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// The axes of one mesh: name and size, both edited in place. Rows are dragged onto dimensions.
class AxesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kName, kSize, kUsed, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  /// Shows the mesh of that number: first those with a name, then those that stand inline, which cannot be changed.
  void show(SnapshotPtr snapshot, int mesh);
  [[nodiscard]] bool editable() const { return !name_.empty(); }
  [[nodiscard]] const MeshText& mesh() const { return mesh_; }
  [[nodiscard]] const std::string& meshName() const { return name_; }
  /// Asks for the mesh as `changed` says.
  void ask(const MeshText& changed);

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(mesh_.axes.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] QStringList mimeTypes() const override { return {kAxisMime}; }
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 signals:
  void edited(const shardlens::Edit& edit);
  void refused(const QString& why);

 private:
  void countUses();

  SnapshotPtr snapshot_;
  std::string name_;
  const Mesh* of_ = nullptr;  ///< in the snapshot
  MeshText mesh_;
  std::vector<int> uses_;  ///< by axis: annotations that use it
};

}  // namespace shardlens::app
