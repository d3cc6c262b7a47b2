#pragma once

#include <vector>

#include "engine/canonical/rewriter.h"

namespace shardlens {

/// Operands `from` to `to` of a branch go to the arguments of one of its successors.
struct BranchOperands {
  std::uint32_t from = 0, to = 0;
};

/// Where a branch goes, and what it hands over.
struct BranchTarget {
  BlockId block;
  std::vector<ValueId> operands;
  bool operator==(const BranchTarget&) const = default;
};

/// True for operations that are known to hand operands to the blocks that they go on to.
bool isBranch(OpKind kind);
BranchOperands branchOperands(const Module& m, OpId branch, std::size_t successor);
/// Argument of a successor that takes operand `index` of `branch`; invalid where none does.
ValueId successorArgument(const Module& m, OpId branch, std::uint32_t index);
BranchTarget branchTarget(const Module& m, OpId branch, std::size_t successor);
std::vector<BranchTarget> branchTargets(const Module& m, OpId branch);
/// Puts in the place of `branch` one that goes to `targets`, with what else it says.
void retarget(Module& m, OpId branch, std::span<const BranchTarget> targets);
/// Blocks that branches of the same region lead from to `block`, each as often as it leads there.
std::vector<BlockId> predecessors(const Module& m, BlockId block);
/// What all branches hand over to argument `i` of `block`; invalid where they do not agree.
ValueId commonOperand(const Module& m, BlockId block, std::uint32_t i);
/// Makes a `cf.br` before `anchor`.
OpId createBranch(Rewriter& rewriter, OpId anchor, BlockId target, std::span<const ValueId> operands);
/// Takes `block`, whose operations are erased or moved, out of its region.
void removeBlock(Module& m, BlockId block);
void eraseBlock(Module& m, BlockId block);

/// Erases blocks that nothing leads to; true where there were some.
bool eraseUnreachableBlocks(Module& m, RegionId region);
/// Erases what nothing live depends on, arguments of blocks and cycles of operations included; true where that was anything.
bool eraseUnneeded(Module& m, RegionId region);
/// Makes blocks that do the same one block; true where there were some.
bool mergeEqualBlocks(Module& m, RegionId region);
/// Erases arguments of blocks that get the same value from everywhere; true where there were some.
bool dropRedundantArguments(Module& m, RegionId region);

}  // namespace shardlens
