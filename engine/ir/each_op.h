#pragma once

#include "engine/ir/module.h"

namespace shardlens {

/// First operation of `block`, or of one behind it; invalid where there is none.
inline OpId firstFrom(const Module& module, BlockId block) {
  for (; block; block = module.block(block).next) {
    if (OpId op = module.block(block).firstOp) return op;
  }
  return {};
}

/// First operation in region `region` of `op`, or in one behind it; invalid where there is none.
inline OpId firstInside(const Module& module, OpId op, std::uint32_t region) {
  for (; region < module.op(op).regionCount; ++region) {
    if (OpId first = firstFrom(module, module.entry(module.regionOf(op, region)))) return first;
  }
  return {};
}

/// Next operation behind all of `block`, up to the end of `root`; invalid there.
inline OpId firstBehind(const Module& module, BlockId block, OpId root) {
  for (;;) {
    if (OpId op = firstFrom(module, module.block(block).next)) return op;
    RegionId region = module.block(block).region;
    OpId parent = module.region(region).op;
    std::uint32_t number = 0;
    while (module.regionOf(parent, number) != region) ++number;
    if (OpId op = firstInside(module, parent, number + 1)) return op;
    if (parent == root) return {};
    if (OpId op = module.op(parent).next) return op;
    block = module.op(parent).block;
  }
}

/// As `walk`, in the same order, but for passes that look at every operation for next to nothing: there is no call for each.
/// `visit` may erase an operation without regions, and may change what is in an operation's regions.
template <typename Visit>
bool eachOp(const Module& module, OpId root, Visit&& visit) {
  OpId op = root;
  while (op) {
    OpId next = module.op(op).next;
    BlockId block = module.op(op).block;
    bool holds = module.op(op).regionCount > 0;
    if constexpr (std::is_same_v<decltype(visit(op)), bool>) {
      if (!visit(op)) return false;
    } else {
      visit(op);
    }
    OpId inside = holds ? firstInside(module, op, 0) : OpId();
    if (op == root) {
      op = inside;
      continue;
    }
    op = inside ? inside : next ? next : firstBehind(module, block, root);
  }
  return true;
}

}  // namespace shardlens
