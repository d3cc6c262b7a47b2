#pragma once

#include <QWidget>

#include "app/theme/theme.h"
#include "engine/session/mesh_text.h"

namespace shardlens::app {

/// A picture of a mesh: a cell a device, with its id. The last axis runs to the right, the one before downwards, the others in blocks.
class DeviceGrid : public QWidget {
  Q_OBJECT
 public:
  explicit DeviceGrid(const Theme& theme, QWidget* parent = nullptr);
  void show(MeshText mesh);
  [[nodiscard]] QSize sizeHint() const override;
  /// `device 5: data 1, model 1`
  [[nodiscard]] QString textOf(std::int64_t position) const;
  [[nodiscard]] QString caption() const;
  static constexpr int kMostDrawn = 512;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRectF cell(std::int64_t position) const;
  [[nodiscard]] std::int64_t drawn() const;
  [[nodiscard]] std::int64_t across() const;
  [[nodiscard]] std::int64_t down() const;

  const Theme& theme_;
  MeshText mesh_;
};

}  // namespace shardlens::app
