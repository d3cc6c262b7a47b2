#include <algorithm>

#include "engine/canonical/control_flow.h"
#include "engine/canonical/pattern.h"

namespace shardlens {

namespace {

/// Where a branch goes, and what it hands over.
struct Target {
  BlockId block;
  std::vector<ValueId> operands;
  bool operator==(const Target&) const = default;
};

Target targetOf(const Module& m, OpId branch, std::size_t successor) {
  Target target{m.successors(branch)[successor], {}};
  BranchOperands range = branchOperands(m, branch, successor);
  for (std::uint32_t i = range.from; i < range.to; ++i) target.operands.push_back(m.operand(branch, i));
  return target;
}

// True where branches alone lead from `block` back to `start` or into another endless loop.
bool loopsForEver(const Module& m, BlockId start, BlockId block) {
  std::vector<BlockId> met{start};
  for (; std::ranges::find(met, block) == met.end(); block = m.successors(m.terminator(block))[0]) {
    met.push_back(block);
    OpId end = m.terminator(block);
    if (!end || m.op(end).kind != OpKind::CfBranch) return false;
  }
  return true;
}

// Goes through a block that does nothing but branch on; false where `target` is none.
bool passThrough(const Module& m, Target& target) {
  OpId branch = m.block(target.block).firstOp;
  if (!branch || m.op(branch).kind != OpKind::CfBranch) return false;
  Target next = targetOf(m, branch, 0);
  if (loopsForEver(m, target.block, next.block)) return false;
  for (std::uint32_t i = 0; i < m.block(target.block).argCount; ++i) {
    for (UseId use = m.value(m.arg(target.block, i)).firstUse; use; use = m.use(use).next) {
      if (m.use(use).owner != branch) return false;
    }
  }
  for (ValueId& operand : next.operands) {
    if (m.owningBlock(operand) == target.block) operand = target.operands[m.indexOf(operand)];
  }
  target = std::move(next);
  return true;
}

bool replaceByBranch(Rewriter& rewriter, OpId op, const Target& target) {
  createBranch(rewriter, op, target.block, target.operands);
  rewriter.erase(op);
  return true;
}

/// A block that only one branch leads to goes on where that branch stands.
bool mergeWithSuccessor(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  Target target = targetOf(m, branch, 0);
  BlockId block = m.op(branch).block;
  if (target.block == block || target.block == m.entry(m.block(block).region) || predecessors(m, target.block).size() != 1) return false;
  rewriter.erase(branch);
  for (std::uint32_t i = 0; i < target.operands.size(); ++i) rewriter.replaceUses(m.arg(target.block, i), target.operands[i]);
  while (OpId op = m.block(target.block).firstOp) {
    m.unlink(op);
    m.append(block, op);
    rewriter.revisit(op);
  }
  removeBlock(m, target.block);
  return true;
}

bool skipPassThrough(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  Target target = targetOf(m, branch, 0);
  if (target.block == m.op(branch).block || !passThrough(m, target)) return false;
  return replaceByBranch(rewriter, branch, target);
}

bool skipConditionalPassThrough(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  Context& c = rewriter.context();
  Target yes = targetOf(m, branch, 0), no = targetOf(m, branch, 1);
  bool changed = passThrough(m, yes);
  if (passThrough(m, no)) changed = true;
  if (!changed) return false;
  std::vector<ValueId> operands{m.operand(branch, 0)};
  operands.insert(operands.end(), yes.operands.begin(), yes.operands.end());
  operands.insert(operands.end(), no.operands.begin(), no.operands.end());
  std::int64_t segments[] = {1, static_cast<std::int64_t>(yes.operands.size()), static_cast<std::int64_t>(no.operands.size())};
  BlockId successors[] = {yes.block, no.block};
  Module::NewOp made;
  made.kind = OpKind::CfCondBranch;
  made.attrs = c.dict({{c.str("operandSegmentSizes"), c.attr({.kind = AttrKind::DenseArray, .type = c.integer(32), .ints = segments})}});
  made.loc = m.op(branch).loc;
  made.source = m.op(branch).source;
  made.operands = operands;
  made.successors = successors;
  rewriter.createBefore(branch, made);
  rewriter.erase(branch);
  return true;
}

bool joinEqualTargets(Rewriter& rewriter, OpId branch) {
  Target yes = targetOf(rewriter.module(), branch, 0);
  return yes == targetOf(rewriter.module(), branch, 1) && replaceByBranch(rewriter, branch, yes);
}

/// In a block that is only met when a condition has one value, a branch on that condition goes one way.
bool followKnownCondition(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  BlockId block = m.op(branch).block;
  auto before = predecessors(m, block);
  if (before.size() != 1) return false;
  OpId end = m.terminator(before.front());
  if (m.op(end).kind != OpKind::CfCondBranch || m.operand(end, 0) != m.operand(branch, 0)) return false;
  return replaceByBranch(rewriter, branch, targetOf(m, branch, m.successors(end)[0] == block ? 0 : 1));
}

/// The same, met at the branch that makes the condition known.
bool tellKnownCondition(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  for (std::size_t s = 0; s < 2; ++s) {
    BlockId target = m.successors(branch)[s];
    if (predecessors(m, target).size() != 1) continue;
    OpId end = m.terminator(target);
    bool same = m.op(end).kind == OpKind::CfCondBranch && end != branch && m.operand(end, 0) == m.operand(branch, 0);
    if (same) return replaceByBranch(rewriter, end, targetOf(m, end, s));
  }
  return false;
}

constexpr RewritePattern kPatterns[] = {
    {OpKind::CfBranch, {}, "SimplifyBrToBlockWithSinglePred", mergeWithSuccessor},
    {OpKind::CfBranch, {}, "SimplifyPassThroughBr", skipPassThrough},
    {OpKind::CfCondBranch, {}, "SimplifyPassThroughCondBranch", skipConditionalPassThrough},
    {OpKind::CfCondBranch, {}, "SimplifyCondBranchIdenticalSuccessors", joinEqualTargets},
    {OpKind::CfCondBranch, {}, "SimplifyCondBranchFromCondBranchOnSameCondition", followKnownCondition},
    {OpKind::CfCondBranch, {}, "CondBranchTruthPropagation", tellKnownCondition},
};

}  // namespace

std::span<const RewritePattern> branchPatterns() { return kPatterns; }

}  // namespace shardlens
