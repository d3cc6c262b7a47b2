#include <algorithm>

#include "engine/mlir/mlir.h"
#include "engine/verify/structure.h"

namespace shardlens {

namespace {

/// Whether operations of that kind may hold blocks without a terminator; what is not known may.
bool needsNoTerminator(const Module& m, OpId op) {
  OpKind kind = m.op(op).kind;
  return kind == OpKind::Unknown || hasTrait(kind, kNoTerminator);
}

bool mayLackTerminator(const Module& m, BlockId block) {
  const Block& b = m.block(block);
  return !b.prev && !b.next && needsNoTerminator(m, m.region(b.region).op);
}

bool mayTerminate(const Module& m, OpId op) {
  OpKind kind = m.op(op).kind;
  return kind == OpKind::Unknown || hasTrait(kind, kTerminator);
}

bool isTargetOf(const Module& m, BlockId target, BlockId block) {
  OpId last = m.terminator(block);
  return last && std::ranges::count(m.successors(last), target) > 0;
}

}  // namespace

bool verifyBlockEntry(Verifier& v, BlockId block) {
  const Module& m = v.module();
  if (!m.block(block).firstOp) {
    if (mayLackTerminator(m, block)) return true;
    return v.error(m.region(m.block(block).region).op, "empty block: expect at least a terminator");
  }
  if (!m.hasSuccessors()) return true;
  for (OpId op = m.block(block).firstOp; m.op(op).next; op = m.op(op).next) {
    if (!m.successors(op).empty()) return v.error(op, "operation with block successors must terminate its parent block");
  }
  return true;
}

bool verifyBlockExit(Verifier& v, BlockId block) {
  const Module& m = v.module();
  OpId last = m.terminator(block);
  if (!last) return true;
  for (BlockId successor : m.successors(last)) {
    if (m.block(successor).region != m.block(block).region) return v.opError(last, "branching to block of a different region");
  }
  if (mayLackTerminator(m, block) || mayTerminate(m, last)) return true;
  PrintOptions options;
  options.genericForm = options.localScope = true;
  options.elideElementsIfLarger = 16;
  return v.error(last, "block with no terminator, has " + printOperation(m, last, options));
}

bool verifyEntryBlocks(Verifier& v, OpId op) {
  const Module& m = v.module();
  if (!m.hasSuccessors()) return true;
  for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) {
    BlockId entry = m.entry(m.regionOf(op, r));
    for (BlockId b = entry; b; b = m.block(b).next) {
      if (isTargetOf(m, entry, b)) return v.error(op, "entry block of region may not have predecessors");
    }
  }
  return true;
}

}  // namespace shardlens
