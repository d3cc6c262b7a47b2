#pragma once

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace shardlens::app {

/// Finds rectangles that meet a rectangle: each stands in the grid cell of its corner, the few large ones in a list apart.
class GridIndex {
 public:
  void build(std::span<const QRectF> rects, const QRectF& bounds) {
    *this = {};
    bounds_ = bounds;
    auto n = static_cast<double>(std::max<std::size_t>(rects.size(), 1));
    cell_ = std::max(64.0, std::sqrt(std::max(1.0, bounds.width() * bounds.height()) / n) * 2);
    columns_ = static_cast<int>(bounds.width() / cell_) + 1;
    rows_ = static_cast<int>(bounds.height() / cell_) + 1;
    start_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    for (const QRectF& r : rects)
      if (!isLarge(r)) ++start_[cellOf(r) + 1];
    for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    items_.resize(start_.back());
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (std::size_t i = 0; i < rects.size(); ++i) {
      if (isLarge(rects[i])) {
        large_.push_back(static_cast<std::uint32_t>(i));
        continue;
      }
      widest_ = std::max(widest_, rects[i].width());
      tallest_ = std::max(tallest_, rects[i].height());
      items_[next[cellOf(rects[i])]++] = static_cast<std::uint32_t>(i);
    }
  }

  /// Calls `visit(index)` for every rectangle that may meet `area`: large ones first, each once.
  template <typename Visit>
  void query(const QRectF& area, Visit&& visit) const {
    for (std::uint32_t i : large_) visit(i);
    if (items_.empty()) return;
    int c0 = column(area.left() - widest_), c1 = column(area.right()), r0 = row(area.top() - tallest_), r1 = row(area.bottom());
    for (int r = r0; r <= r1; ++r) {
      std::size_t line = static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_);
      for (std::uint32_t at = start_[line + static_cast<std::size_t>(c0)]; at < start_[line + static_cast<std::size_t>(c1) + 1]; ++at)
        visit(items_[at]);
    }
  }

 private:
  bool isLarge(const QRectF& r) const { return r.width() > 8 * cell_ || r.height() > 8 * cell_; }
  int column(double x) const { return std::clamp(static_cast<int>(std::floor((x - bounds_.left()) / cell_)), 0, columns_ - 1); }
  int row(double y) const { return std::clamp(static_cast<int>(std::floor((y - bounds_.top()) / cell_)), 0, rows_ - 1); }
  std::size_t cellOf(const QRectF& r) const {
    return static_cast<std::size_t>(row(r.top())) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column(r.left()));
  }

  QRectF bounds_;
  double cell_ = 64, widest_ = 0, tallest_ = 0;
  int columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> start_, items_, large_;
};

}  // namespace shardlens::app
