#pragma once

#include <span>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Which operations and values of a program as opened those of a module are that passes made of a copy of it.
///
/// What the copy already held keeps its id; what a pass made later tells its origin by the place in the text that it took over.
class Origins {
 public:
  Origins(const Module& opened, const Module& made);
  /// As `like`, of programs that have more operations and values at their ends: `opened` now, each of the new ones in both and in the same
  /// order.
  Origins(const Origins& like, const Module& opened);

  /// Operation of the opened program that `made` is or was made of; invalid where there is none.
  [[nodiscard]] OpId opened(OpId made) const { return made.value < ops_.size() ? ops_[made.value] : OpId(); }
  /// Value of the opened program that `made` stands for; invalid where there is none.
  [[nodiscard]] ValueId opened(ValueId made) const { return made.value < values_.size() ? values_[made.value] : ValueId(); }
  /// Values of the made module that stand for `opened`, oldest first.
  [[nodiscard]] std::span<const ValueId> made(ValueId opened) const {
    if (opened.value + 1 >= firstMade_.size()) return {};
    return {made_.data() + firstMade_[opened.value], firstMade_[opened.value + 1] - firstMade_[opened.value]};
  }

 private:
  void matchNew(const Module& opened, const Module& made);
  void matchResults(const Module& opened, const Module& made, OpId op);
  void listMade(std::size_t openedValues);

  std::uint32_t openedOps_;
  std::vector<OpId> ops_;                 // by made OpId
  std::vector<ValueId> values_;           // by made ValueId
  std::vector<std::uint32_t> firstMade_;  // by opened ValueId, into made_
  std::vector<ValueId> made_;
};

}  // namespace shardlens
