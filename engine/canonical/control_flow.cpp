#include "engine/canonical/control_flow.h"

#include <unordered_set>

namespace shardlens {

bool isBranch(OpKind kind) { return kind == OpKind::CfBranch || kind == OpKind::CfCondBranch; }

BranchOperands branchOperands(const Module& m, OpId branch, std::size_t successor) {
  std::uint32_t count = m.op(branch).operandCount;
  if (m.op(branch).kind == OpKind::CfBranch) return {0, count};
  AttrId segments = m.attribute(branch, "operandSegmentSizes");
  auto sizes = segments ? m.context().attr(segments).ints : std::span<const std::int64_t>();
  std::uint32_t middle = sizes.size() == 3 ? 1 + static_cast<std::uint32_t>(sizes[1]) : count;
  return successor == 0 ? BranchOperands{1, middle} : BranchOperands{middle, count};
}

ValueId successorArgument(const Module& m, OpId branch, std::uint32_t index) {
  auto successors = m.successors(branch);
  for (std::size_t s = 0; s < successors.size(); ++s) {
    BranchOperands range = branchOperands(m, branch, s);
    if (index >= range.from && index < range.to) return m.arg(successors[s], index - range.from);
  }
  return {};
}

BranchTarget branchTarget(const Module& m, OpId branch, std::size_t successor) {
  BranchTarget target{m.successors(branch)[successor], {}};
  BranchOperands range = branchOperands(m, branch, successor);
  for (std::uint32_t i = range.from; i < range.to; ++i) target.operands.push_back(m.operand(branch, i));
  return target;
}

std::vector<BranchTarget> branchTargets(const Module& m, OpId branch) {
  std::vector<BranchTarget> targets;
  for (std::size_t s = 0; s < m.successors(branch).size(); ++s) targets.push_back(branchTarget(m, branch, s));
  return targets;
}

void retarget(Module& m, OpId branch, std::span<const BranchTarget> targets) {
  const Operation o = m.op(branch);
  Context& c = m.context();
  std::vector<ValueId> operands;
  std::vector<BlockId> successors;
  std::vector<std::int64_t> segments(1, o.kind == OpKind::CfCondBranch ? 1 : 0);
  if (o.kind == OpKind::CfCondBranch) operands.push_back(m.operand(branch, 0));
  for (const BranchTarget& target : targets) {
    successors.push_back(target.block);
    operands.insert(operands.end(), target.operands.begin(), target.operands.end());
    segments.push_back(static_cast<std::int64_t>(target.operands.size()));
  }
  AttrId attrs = o.attrs;
  if (o.kind == OpKind::CfCondBranch) {
    attrs = c.with(attrs, "operandSegmentSizes", c.attr({.kind = AttrKind::DenseArray, .type = c.integer(32), .ints = segments}));
  }
  OpId made = m.create({o.kind, o.name, attrs, o.loc, o.source, operands, {}, 0, successors, {}});
  m.insertBefore(branch, made);
  m.erase(branch);
}

std::vector<BlockId> predecessors(const Module& m, BlockId block) {
  std::vector<BlockId> found;
  for (BlockId b = m.entry(m.block(block).region); b; b = m.block(b).next) {
    OpId end = m.terminator(b);
    if (!end) continue;
    for (BlockId successor : m.successors(end)) {
      if (successor == block) found.push_back(b);
    }
  }
  return found;
}

ValueId commonOperand(const Module& m, BlockId block, std::uint32_t i) {
  ValueId common;
  for (BlockId from : predecessors(m, block)) {
    OpId branch = m.terminator(from);
    if (!isBranch(m.op(branch).kind)) return {};
    for (const BranchTarget& target : branchTargets(m, branch)) {
      if (target.block != block) continue;
      if (common && common != target.operands[i]) return {};
      common = target.operands[i];
    }
  }
  return common;
}

OpId createBranch(Rewriter& rewriter, OpId anchor, BlockId target, std::span<const ValueId> operands) {
  Module::NewOp made;
  made.kind = OpKind::CfBranch;
  made.attrs = rewriter.context().emptyDict();
  made.loc = rewriter.module().op(anchor).loc;
  made.source = rewriter.module().op(anchor).source;
  made.operands = operands;
  made.successors = {&target, 1};
  return rewriter.createBefore(anchor, made);
}

void removeBlock(Module& m, BlockId block) {
  Block& b = m.block(block);
  Region& region = m.region(b.region);
  (b.prev ? m.block(b.prev).next : region.firstBlock) = b.next;
  (b.next ? m.block(b.next).prev : region.lastBlock) = b.prev;
  b.region = {};
  b.prev = b.next = {};
}

void eraseBlock(Module& m, BlockId block) {
  while (OpId op = m.block(block).lastOp) m.erase(op);
  removeBlock(m, block);
}

namespace {

std::unordered_set<BlockId> reachableBlocks(const Module& m, RegionId region) {
  std::unordered_set<BlockId> reachable{m.entry(region)};
  std::vector<BlockId> work{m.entry(region)};
  while (!work.empty()) {
    OpId end = m.terminator(work.back());
    work.pop_back();
    if (!end) continue;
    for (BlockId successor : m.successors(end)) {
      if (reachable.insert(successor).second) work.push_back(successor);
    }
  }
  return reachable;
}

}  // namespace

bool eraseUnreachableBlocks(Module& m, RegionId region) {
  if (!m.entry(region)) return false;
  bool erased = false;
  if (m.block(m.entry(region)).next) {
    auto reachable = reachableBlocks(m, region);
    for (BlockId b = m.entry(region); b;) {
      BlockId following = m.block(b).next;
      if (!reachable.contains(b)) eraseBlock(m, b), erased = true;
      b = following;
    }
  }
  for (BlockId b = m.entry(region); b; b = m.block(b).next) {
    for (OpId op = m.block(b).firstOp; op; op = m.op(op).next) {
      for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) erased |= eraseUnreachableBlocks(m, m.regionOf(op, r));
    }
  }
  return erased;
}

}  // namespace shardlens
