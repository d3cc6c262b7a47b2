#pragma once

#include "engine/verify/verifier.h"

namespace shardlens {

// The parts of the module's verification that look at more than one operation (each says what is wrong; false after an error).

/// Block checks made before the operations in it: a terminator exists, only the last operation has successors.
bool verifyBlockEntry(Verifier& v, BlockId block);
/// Block checks made after the operations in it: successors lie in the same region, the last operation is a terminator.
bool verifyBlockExit(Verifier& v, BlockId block);
/// No region's first block is a successor.
bool verifyEntryBlocks(Verifier& v, OpId op);

/// Every operand in the regions of `op` is visible where it is used; stops at operations that are isolated from above.
class DominanceChecker {
 public:
  explicit DominanceChecker(Verifier& v) : v_(v), m_(v.module()), visible_((v.module().valueCount() + 63) / 64) {}
  bool check(OpId op);

 private:
  bool region(RegionId region);
  bool operation(OpId op, bool reachable);
  bool dominates(ValueId value, OpId use) const;
  bool isBefore(OpId def, OpId use) const;
  bool report(OpId isolated);
  bool reportIn(BlockId block, std::vector<OpId>& open);
  void show(ValueId value) { visible_[value.value / 64] |= 1ULL << (value.value % 64); }
  void hide(ValueId value) { visible_[value.value / 64] &= ~(1ULL << (value.value % 64)); }
  [[nodiscard]] bool isVisible(ValueId value) const { return (visible_[value.value / 64] >> (value.value % 64) & 1) != 0; }

  Verifier& v_;
  const Module& m_;
  OpId isolated_;                       ///< what `check` was asked about: values from outside of it are never visible
  std::vector<std::uint64_t> visible_;  ///< a bit a value: defined before this point in a block that is still open
  std::vector<std::uint32_t> order_;    ///< of operations in the text, made when an error is looked for
};

/// No operation in the regions of `op` uses a value from outside of them.
bool verifyIsolation(Verifier& v, OpId op);

/// One region with one block, each symbol once, and what the operations in it demand of the symbols that they name.
bool verifySymbolTable(Verifier& v, OpId op);

}  // namespace shardlens
