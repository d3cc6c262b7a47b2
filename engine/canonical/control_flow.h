#pragma once

#include <vector>

#include "engine/canonical/rewriter.h"

namespace shardlens {

/// Operands `from` to `to` of a branch go to the arguments of one of its successors.
struct BranchOperands {
  std::uint32_t from = 0, to = 0;
};

/// True for operations that are known to hand operands to the blocks that they go on to.
bool isBranch(OpKind kind);
BranchOperands branchOperands(const Module& m, OpId branch, std::size_t successor);
/// Argument of a successor that takes operand `index` of `branch`; invalid where none does.
ValueId successorArgument(const Module& m, OpId branch, std::uint32_t index);
/// Blocks that branches of the same region lead from to `block`, each as often as it leads there.
std::vector<BlockId> predecessors(const Module& m, BlockId block);
/// Makes a `cf.br` before `anchor`.
OpId createBranch(Rewriter& rewriter, OpId anchor, BlockId target, std::span<const ValueId> operands);
/// Takes `block`, whose operations are erased or moved, out of its region.
void removeBlock(Module& m, BlockId block);

/// Erases blocks that nothing leads to; true where there were some.
bool eraseUnreachableBlocks(Module& m, RegionId region);
/// Erases what nothing live depends on, arguments of blocks and cycles of operations included; true where that was anything.
bool eraseUnneeded(Module& m, RegionId region);

}  // namespace shardlens
