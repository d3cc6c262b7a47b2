#pragma once

#include <unordered_map>
#include <vector>

#include "engine/canonical/rewriter.h"

namespace shardlens {

/// Keeps one operation a constant value and region that hides its values; it stands at the front of that region.
class ConstantPool {
 public:
  explicit ConstantPool(Rewriter& rewriter) : rewriter_(rewriter) {}

  /// False where `op` was a constant that the pool had already: its users have that one now and it is erased.
  bool keep(OpId op);

 private:
  struct Known {
    OpId op;
    RegionId region;
    AttrId value;
  };
  [[nodiscard]] RegionId homeOf(OpId op) const;
  [[nodiscard]] OpId find(OpId op, RegionId region, AttrId value);
  [[nodiscard]] bool sameElements(AttrId a, AttrId b) const;
  [[nodiscard]] bool pooled(OpId op) const { return op.value < pooled_.size() && pooled_[op.value]; }

  Rewriter& rewriter_;
  std::vector<bool> pooled_;  ///< by operation
  std::unordered_map<std::uint64_t, std::vector<Known>> byValue_, byType_;
};

}  // namespace shardlens
