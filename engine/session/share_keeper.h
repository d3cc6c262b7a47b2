#pragma once

#include <utility>
#include <vector>

#include "engine/session/box_bytes.h"

namespace shardlens {

/// Keeps the shares of the axes in every box while shardings change one by one: what `boxShares` makes of all of them at once.
class ShareKeeper {
 public:
  explicit ShareKeeper(const Snapshot& base);
  /// The value has `sharding` from now on.
  void set(ValueId value, AttrId sharding);
  [[nodiscard]] const std::vector<BoxShares>& shares();

 private:
  using Split = std::array<double, BoxShares::kAxes>;
  [[nodiscard]] double bytesOf(ValueId value) const { return tensorBytes(module_->context(), module_->type(value)); }
  void sumTotals();
  void add(ValueId value, AttrId sharding, double sign);

  std::shared_ptr<const Module> module_;
  std::shared_ptr<const Outline> outline_;
  std::shared_ptr<const MeshTable> meshes_;
  AxisLists axes_;
  std::vector<AttrId> shardings_;
  std::vector<double> total_;  // bytes by box
  std::vector<Split> split_;   // bytes that each axis splits, by box
  std::vector<BoxShares> shares_;
  std::vector<std::pair<BoxId, BoxId>> bodies_;  // a call and the function whose shares it shows
};

}  // namespace shardlens
