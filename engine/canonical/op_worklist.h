#pragma once

#include <algorithm>
#include <vector>

#include "engine/ir/ids.h"

namespace shardlens {

/// Operations to be met, each at most once, the latest added first.
class OpWorklist {
 public:
  void push(OpId op) {
    if (op.value >= place_.size()) place_.resize(std::max<std::size_t>(op.value + 1, place_.size() * 2));
    if (place_[op.value]) return;
    items_.push_back(op);
    place_[op.value] = static_cast<std::uint32_t>(items_.size());
  }
  [[nodiscard]] bool has(OpId op) const { return op.value < place_.size() && place_[op.value] != 0; }
  void remove(OpId op) {
    if (!has(op)) return;
    items_[place_[op.value] - 1] = OpId();
    place_[op.value] = 0;
  }
  /// The next one; invalid when nothing is left.
  OpId pop() {
    while (!items_.empty()) {
      OpId op = items_.back();
      items_.pop_back();
      if (!op) continue;
      place_[op.value] = 0;
      return op;
    }
    return {};
  }
  /// Turns the order around: the first added is met first.
  void reverse() {
    std::reverse(items_.begin(), items_.end());
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      if (items_[i]) place_[items_[i].value] = i + 1;
    }
  }
  void clear() {
    while (pop()) continue;
  }

 private:
  std::vector<OpId> items_;
  std::vector<std::uint32_t> place_;  ///< of each operation in `items_`, plus one
};

}  // namespace shardlens
