#include "engine/session/share_keeper.h"

namespace shardlens {

ShareKeeper::ShareKeeper(const Snapshot& base)
    : module_(base.module),
      outline_(base.outline),
      meshes_(base.meshes),
      axes_(module_->context(), *meshes_),
      shardings_(base.shardings),
      total_(outline_->boxes.size()),
      split_(outline_->boxes.size()),
      shares_(base.shares) {
  sumTotals();
  for (std::uint32_t b = 0; b < split_.size(); ++b) {
    if (outline_->boxes[b].body) {
      bodies_.emplace_back(BoxId(b), outline_->boxes[b].body);
      continue;
    }
    for (std::size_t a = 0; a < BoxShares::kAxes; ++a) split_[b][a] = shares_[b].share[a] * total_[b];
  }
}

void ShareKeeper::sumTotals() {
  std::size_t count = std::min(outline_->boxOfValue.size(), module_->valueCount());
  for (std::uint32_t v = 0; v < count; ++v) {
    double bytes = bytesOf(ValueId(v));
    for (BoxId box = outline_->boxOfValue[v]; box; box = outline_->box(box).parent) total_[box.value] += bytes;
  }
}

void ShareKeeper::add(ValueId value, AttrId sharding, double sign) {
  if (!sharding) return;
  const std::vector<int>& axes = axes_.of(sharding);
  if (axes.empty()) return;
  double each = sign * bytesOf(value) / static_cast<double>(axes.size());
  for (BoxId box = outline_->boxOfValue[value.value]; box; box = outline_->box(box).parent) {
    for (int axis : axes) {
      auto a = static_cast<std::size_t>(axis);
      split_[box.value][a] += each;
      if (total_[box.value] > 0) shares_[box.value].share[a] = static_cast<float>(split_[box.value][a] / total_[box.value]);
    }
  }
}

void ShareKeeper::set(ValueId value, AttrId sharding) {
  if (value.value >= outline_->boxOfValue.size() || value.value >= shardings_.size() || shardings_[value.value] == sharding) return;
  add(value, shardings_[value.value], -1);
  add(value, sharding, 1);
  shardings_[value.value] = sharding;
}

const std::vector<BoxShares>& ShareKeeper::shares() {
  for (const auto& [call, body] : bodies_) shares_[call.value] = shares_[body.value];
  return shares_;
}

}  // namespace shardlens
