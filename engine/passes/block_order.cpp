#include "engine/passes/block_order.h"

namespace shardlens {

bool BlockOrder::isBefore(OpId a, OpId b) {
  BlockId block = module_.op(a).block;
  if (!isCounted(block)) count(block);
  return positions_[a.value] < positions_[b.value];
}

void BlockOrder::count(BlockId block) {
  positions_.resize(module_.opCount());
  counted_.resize(module_.blockCount());
  counted_[block.value] = 1;
  std::uint64_t position = 0;
  for (OpId op = module_.block(block).firstOp; op; op = module_.op(op).next) positions_[op.value] = position += kGap;
}

void BlockOrder::moved(OpId op) {
  BlockId block = module_.op(op).block;
  if (!isCounted(block)) return;
  positions_.resize(module_.opCount());
  OpId prev = module_.op(op).prev, next = module_.op(op).next;
  std::uint64_t low = prev ? positions_[prev.value] : 0;
  std::uint64_t high = next ? positions_[next.value] : low + 2 * kGap;
  positions_[op.value] = low + (high - low) / 2;
  if (positions_[op.value] == low) counted_[block.value] = 0;
}

}  // namespace shardlens
