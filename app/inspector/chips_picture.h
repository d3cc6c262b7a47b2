#pragma once

#include <QWidget>

#include "app/inspector/chips_model.h"
#include "app/theme/theme.h"

namespace shardlens::app {

/// A small picture of the tensor for every chip, with the chip's box filled. Copies of the same box share a colour.
class ChipsPicture : public QWidget {
  Q_OBJECT
 public:
  ChipsPicture(const Theme& theme, const ChipsModel& model, QWidget* parent = nullptr);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  static constexpr int kMostDrawn = 64;
  [[nodiscard]] int columns(int width) const;
  [[nodiscard]] QRectF cell(int chip) const;
  [[nodiscard]] int drawn() const;
  [[nodiscard]] QRectF boxIn(const QRectF& cell, int chip) const;

  const Theme& theme_;
  const ChipsModel& model_;
};

}  // namespace shardlens::app
