#include <algorithm>

#include "engine/canonical/control_flow.h"
#include "engine/canonical/pattern.h"

namespace shardlens {

namespace {

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
bool passThrough(const Module& m, BranchTarget& target) {
  OpId branch = m.block(target.block).firstOp;
  if (!branch || m.op(branch).kind != OpKind::CfBranch) return false;
  BranchTarget next = branchTarget(m, branch, 0);
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

bool replaceByBranch(Rewriter& rewriter, OpId op, const BranchTarget& target) {
  createBranch(rewriter, op, target.block, target.operands);
  rewriter.erase(op);
  return true;
}

/// Result of an operation that is made before another, for it.
ValueId createOne(Rewriter& rewriter, OpId branch, Module::NewOp made) {
  Module& m = rewriter.module();
  if (!made.attrs) made.attrs = rewriter.context().emptyDict();
  made.loc = m.op(branch).loc;
  made.source = m.op(branch).source;
  return m.result(rewriter.createBefore(branch, made));
}

/// `arith.select` of the branch's condition between what its two ways hand over.
ValueId createSelect(Rewriter& rewriter, OpId branch, ValueId yes, ValueId no) {
  Module& m = rewriter.module();
  ValueId operands[] = {m.operand(branch, 0), yes, no};
  TypeId type = m.type(yes);
  return createOne(rewriter, branch, {.kind = OpKind::ArithSelect, .operands = operands, .results = {&type, 1}});
}

ValueId createTruth(Rewriter& rewriter, OpId branch, bool truth) {
  Context& c = rewriter.context();
  TypeId type = c.integer(1U);
  return createOne(rewriter, branch,
                   {.kind = OpKind::ArithConstant, .attrs = c.dict({{c.str("value"), c.boolean(truth)}}), .results = {&type, 1}});
}

/// A block that only one branch leads to goes on where that branch stands.
bool mergeWithSuccessor(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  BranchTarget target = branchTarget(m, branch, 0);
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
  BranchTarget target = branchTarget(m, branch, 0);
  if (target.block == m.op(branch).block || !passThrough(m, target)) return false;
  return replaceByBranch(rewriter, branch, target);
}

bool skipConditionalPassThrough(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  Context& c = rewriter.context();
  BranchTarget yes = branchTarget(m, branch, 0), no = branchTarget(m, branch, 1);
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
  if (AttrId weights = m.attribute(branch, "branch_weights")) made.attrs = c.with(made.attrs, "branch_weights", weights);
  made.loc = m.op(branch).loc;
  made.source = m.op(branch).source;
  made.operands = operands;
  made.successors = successors;
  rewriter.createBefore(branch, made);
  rewriter.erase(branch);
  return true;
}

/// Where a branch leads, arguments that get the same value from everywhere are that value.
bool useCommonOperands(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  BlockId block = m.successors(branch)[0];
  bool changed = false;
  for (std::uint32_t i = 0; i < m.block(block).argCount; ++i) {
    ValueId arg = m.arg(block, i), common = m.hasUses(arg) ? commonOperand(m, block, i) : ValueId();
    if (!common || common == arg) continue;
    rewriter.replaceUses(arg, common);
    changed = true;
  }
  return changed;
}

/// Both ways lead to one block: what they hand over is chosen before, where that block is met from nowhere else.
bool joinEqualTargets(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  BranchTarget yes = branchTarget(m, branch, 0), no = branchTarget(m, branch, 1);
  if (yes.block != no.block) return false;
  if (yes == no) return replaceByBranch(rewriter, branch, yes);
  for (BlockId from : predecessors(m, yes.block)) {
    if (from != m.op(branch).block) return false;
  }
  for (std::size_t i = 0; i < yes.operands.size(); ++i) {
    if (yes.operands[i] != no.operands[i]) yes.operands[i] = createSelect(rewriter, branch, yes.operands[i], no.operands[i]);
  }
  return replaceByBranch(rewriter, branch, yes);
}

/// In a block that is only met when a condition has one value, a branch on that condition goes one way.
bool followKnownCondition(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  BlockId block = m.op(branch).block;
  auto before = predecessors(m, block);
  if (before.size() != 1) return false;
  OpId end = m.terminator(before.front());
  if (m.op(end).kind != OpKind::CfCondBranch || m.operand(end, 0) != m.operand(branch, 0)) return false;
  return replaceByBranch(rewriter, branch, branchTarget(m, branch, m.successors(end)[0] == block ? 0 : 1));
}

/// In a block that only one way of a branch leads to its condition is a constant.
bool tellKnownCondition(Rewriter& rewriter, OpId branch) {
  Module& m = rewriter.module();
  ValueId condition = m.operand(branch, 0);
  bool changed = false;
  for (std::size_t s = 0; s < 2; ++s) {
    BlockId target = m.successors(branch)[s];
    if (predecessors(m, target).size() != 1) continue;
    ValueId known;
    for (UseId use = m.value(condition).firstUse; use;) {
      UseId next = m.use(use).next;
      if (m.op(m.use(use).owner).block == target) {
        if (!known) known = createTruth(rewriter, branch, s == 0);
        rewriter.setOperand(use, known);
        changed = true;
      }
      use = next;
    }
  }
  return changed;
}

bool followConstant(Rewriter& rewriter, OpId branch) {
  auto truth = constantTruth(rewriter.module(), rewriter.module().operand(branch, 0));
  return truth && replaceByBranch(rewriter, branch, branchTarget(rewriter.module(), branch, *truth ? 0 : 1));
}

bool eraseTrueAssertion(Rewriter& rewriter, OpId assertion) {
  auto truth = constantTruth(rewriter.module(), rewriter.module().operand(assertion, 0));
  if (!truth || !*truth) return false;
  rewriter.erase(assertion);
  return true;
}

/// A choice inside of a choice by the same condition is made already.
template <std::uint32_t side>
bool skipInnerSelect(Rewriter& rewriter, OpId select) {
  Module& m = rewriter.module();
  OpId inner = m.definingOp(m.operand(select, side));
  if (!inner || m.op(inner).kind != OpKind::ArithSelect || m.operand(inner, 0) != m.operand(select, 0)) return false;
  ValueId operands[] = {m.operand(select, 0), m.operand(select, 1), m.operand(select, 2)};
  operands[side] = m.operand(inner, side);
  TypeId type = m.type(m.result(select));
  rewriter.replace(select, createOne(rewriter, select, {.kind = OpKind::ArithSelect, .operands = operands, .results = {&type, 1}}));
  return true;
}

constexpr RewritePattern kBranchPatterns[] = {
    {OpKind::ArithSelect, {}, "RedundantSelectFalse", skipInnerSelect<2>},
    {OpKind::ArithSelect, {}, "RedundantSelectTrue", skipInnerSelect<1>},
    {OpKind::CfAssert, {}, "mlir::cf::AssertOp", eraseTrueAssertion},
    {OpKind::CfBranch, {}, "SimplifyBrToBlockWithSinglePred", mergeWithSuccessor},
    {OpKind::CfBranch, {}, "SimplifyPassThroughBr", skipPassThrough},
    {OpKind::CfBranch, {}, "SimplifyUniformBlockArguments", useCommonOperands},
    {OpKind::CfCondBranch, {}, "SimplifyConstCondBranchPred", followConstant},
    {OpKind::CfCondBranch, {}, "SimplifyPassThroughCondBranch", skipConditionalPassThrough},
    {OpKind::CfCondBranch, {}, "SimplifyCondBranchIdenticalSuccessors", joinEqualTargets},
    {OpKind::CfCondBranch, {}, "SimplifyCondBranchFromCondBranchOnSameCondition", followKnownCondition},
    {OpKind::CfCondBranch, {}, "CondBranchTruthPropagation", tellKnownCondition},
};

}  // namespace

std::span<const RewritePattern> branchPatterns() { return kBranchPatterns; }

}  // namespace shardlens
