#pragma once

#include <QScrollArea>

#include "app/annotations/axes_model.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace shardlens::app {

class DeviceGrid;
class Theme;

/// The program's meshes: axes, sizes and the order of devices, all editable, with a picture, and what an edit left in trouble.
class MeshPanel : public QScrollArea {
  Q_OBJECT
 public:
  explicit MeshPanel(const Theme& theme, QWidget* parent = nullptr);

  void show(SnapshotPtr snapshot);
  void showProblem(const QString& why);
  [[nodiscard]] QString problem() const;
  /// `8 devices`: for the dock's title.
  [[nodiscard]] QString summary() const;
  [[nodiscard]] AxesModel& axes() { return *axes_; }
  [[nodiscard]] QTableView& table() { return *table_; }
  [[nodiscard]] QLineEdit& order() { return *order_; }

 signals:
  void edited(const shardlens::Edit& edit);
  void troublesAsked();

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void showMesh();
  void applyOrder();
  void addAxis();
  void removeAxis();

  SnapshotPtr snapshot_;
  AxesModel* axes_;
  QComboBox* choice_;
  QTableView* table_;
  QLineEdit* order_;
  DeviceGrid* grid_;
  QLabel *problem_, *troubles_, *none_, *inline_;
  QWidget* page_;
};

}  // namespace shardlens::app
