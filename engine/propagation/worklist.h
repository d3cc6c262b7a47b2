#pragma once

#include <vector>

#include "engine/ir/ids.h"

namespace shardlens {

/// Operations to be visited, each at most once, the latest added first.
class Worklist {
 public:
  explicit Worklist(std::size_t ops) : place_(ops, 0) {}

  void push(OpId op) {
    if (place_[op.value]) return;
    items_.push_back(op);
    place_[op.value] = static_cast<std::uint32_t>(items_.size());
  }
  void remove(OpId op) {
    if (!place_[op.value]) return;
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
  [[nodiscard]] std::size_t size() const { return items_.size(); }

 private:
  std::vector<OpId> items_;
  std::vector<std::uint32_t> place_;  ///< of each operation in `items_`, plus one
};

}  // namespace shardlens
