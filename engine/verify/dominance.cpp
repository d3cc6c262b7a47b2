// A value is visible from its definition to the end of its block, in all that is nested there. One bit a value tells that; only
// a use across blocks of one region needs the dominator tree, which is made when it is asked for.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/verify/structure.h"

namespace shardlens {

namespace {

/// Blocks of one region that control reaches, and for each its immediate dominator.
class DominatorTree {
 public:
  DominatorTree(const Module& m, RegionId region) : m_(m) {
    visit(m.entry(region));
    std::ranges::reverse(order_);
    for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i].value] = i;
    for (BlockId b : order_) {
      for (BlockId s : successors(b)) predecessors_[s.value].push_back(b);
    }
    solve();
  }

  [[nodiscard]] bool isReachable(BlockId b) const { return position_.contains(b.value); }

  /// Whether `a` dominates the reachable block `b`.
  [[nodiscard]] bool dominates(BlockId a, BlockId b) const {
    if (!isReachable(a)) return false;
    std::size_t wanted = position_.at(a.value);
    std::size_t at = position_.at(b.value);
    while (at > wanted) at = dominator_[at];
    return at == wanted;
  }

 private:
  [[nodiscard]] std::span<const BlockId> successors(BlockId b) const {
    OpId last = m_.terminator(b);
    return last ? m_.successors(last) : std::span<const BlockId>();
  }

  /// Appends the blocks reached from `start` in post-order, with a stack of its own: control may be long.
  void visit(BlockId start) {
    std::vector<std::pair<BlockId, std::size_t>> stack{{start, 0}};
    position_[start.value] = 0;
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      auto out = successors(block);
      if (next == out.size()) {
        order_.push_back(block);
        stack.pop_back();
        continue;
      }
      BlockId target = out[next++];
      if (position_.emplace(target.value, 0).second) stack.emplace_back(target, 0);
    }
  }

  [[nodiscard]] std::size_t meet(std::size_t a, std::size_t b) const {
    while (a != b) {
      while (a > b) a = dominator_[a];
      while (b > a) b = dominator_[b];
    }
    return a;
  }

  void solve() {
    constexpr std::size_t kOpen = SIZE_MAX;
    dominator_.assign(order_.size(), kOpen);
    dominator_[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 1; i < order_.size(); ++i) {
        std::size_t found = kOpen;
        for (BlockId p : predecessors_[order_[i].value]) {
          std::size_t at = position_[p.value];
          if (dominator_[at] != kOpen) found = found == kOpen ? at : meet(found, at);
        }
        if (dominator_[i] == found) continue;
        dominator_[i] = found;
        changed = true;
      }
    }
  }

  const Module& m_;
  std::vector<BlockId> order_;  ///< reverse post-order
  std::unordered_map<std::uint32_t, std::size_t> position_;
  std::unordered_map<std::uint32_t, std::vector<BlockId>> predecessors_;
  std::vector<std::size_t> dominator_;
};

BlockId definingBlock(const Module& m, ValueId value) {
  OpId def = m.definingOp(value);
  return def ? m.op(def).block : m.owningBlock(value);
}

bool isInside(const Module& m, RegionId inner, RegionId outer) {
  while (inner != outer) {
    BlockId block = m.op(m.region(inner).op).block;
    if (!block) return false;
    inner = m.block(block).region;
  }
  return true;
}

bool isProperlyInside(const Module& m, RegionId inner, RegionId outer) { return inner != outer && isInside(m, inner, outer); }

std::size_t blockNumber(const Module& m, BlockId block) {
  std::size_t number = 0;
  while ((block = m.block(block).prev)) ++number;
  return number;
}

std::string_view relation(const Module& m, RegionId use, RegionId def, bool argument) {
  if (use == def) return argument ? " in the same region)" : " (op in the same region)";
  if (isProperlyInside(m, use, def)) return argument ? " in a parent region)" : " (op in a parent region)";
  if (isProperlyInside(m, def, use)) return argument ? " in a child region)" : " (op in a child region)";
  return argument ? " neither in a parent nor in a child region)" : " (op is neither in a parent nor in a child region)";
}

void noteDefinition(Verifier& v, OpId use, ValueId value) {
  const Module& m = v.module();
  BlockId useBlock = m.op(use).block;
  BlockId defBlock = definingBlock(m, value);
  RegionId useRegion = m.block(useBlock).region;
  RegionId defRegion = m.block(defBlock).region;
  if (OpId def = m.definingOp(value)) {
    std::string_view where = useBlock == defBlock ? " (op in the same block)" : relation(m, useRegion, defRegion, false);
    return v.note(m.location(def), "operand defined here" + std::string(where));
  }
  v.note(m.location(m.region(defRegion).op), "operand defined as a block argument (block #" + std::to_string(blockNumber(m, defBlock)) +
                                                 std::string(relation(m, useRegion, defRegion, true)));
}

}  // namespace

bool DominanceChecker::check(OpId op) {
  isolated_ = op;
  for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) {
    if (!region(m_.regionOf(op, r))) return report(op);
  }
  return true;
}

bool DominanceChecker::region(RegionId region) {
  BlockId first = m_.entry(region);
  if (!first) return true;
  std::optional<DominatorTree> tree;
  if (m_.block(first).next) tree.emplace(m_, region);
  for (BlockId b = first; b; b = m_.block(b).next) {
    bool reachable = !tree || tree->isReachable(b);
    const Block& block = m_.block(b);
    for (std::uint32_t i = 0; i < block.argCount; ++i) show(m_.arg(b, i));
    for (OpId op = block.firstOp; op; op = m_.op(op).next) {
      if (!operation(op, reachable)) return false;
    }
    for (OpId op = block.firstOp; op; op = m_.op(op).next) {
      for (std::uint32_t i = 0; i < m_.op(op).resultCount; ++i) hide(m_.result(op, i));
    }
    for (std::uint32_t i = 0; i < block.argCount; ++i) hide(m_.arg(b, i));
  }
  return true;
}

bool DominanceChecker::operation(OpId op, bool reachable) {
  const Operation& o = m_.op(op);
  if (reachable) {
    for (std::uint32_t i = 0; i < o.operandCount; ++i) {
      ValueId value = m_.operand(op, i);
      if (!isVisible(value) && !dominates(value, op)) return false;
    }
  }
  if (o.regionCount > 0 && !hasTrait(o.kind, kIsolatedFromAbove)) {
    for (std::uint32_t r = 0; r < o.regionCount; ++r) {
      if (!region(m_.regionOf(op, r))) return false;
    }
  }
  for (std::uint32_t i = 0; i < o.resultCount; ++i) show(m_.result(op, i));
  return true;
}

/// The general answer, for uses that the bits do not show: other blocks of one region, and regions whose order does not matter.
bool DominanceChecker::dominates(ValueId value, OpId use) const {
  BlockId defBlock = definingBlock(m_, value);
  if (!defBlock) return false;
  RegionId region = m_.block(defBlock).region;
  OpId above = use;
  while (m_.block(m_.op(above).block).region != region) {
    above = m_.parentOp(above);
    if (above == isolated_) return false;
  }
  OpId owner = m_.region(region).op;
  if (m_.op(owner).kind == OpKind::BuiltinModule) return !m_.definingOp(value) || m_.definingOp(value) != above || above == use;
  BlockId useBlock = m_.op(above).block;
  if (useBlock == defBlock) return isBefore(m_.definingOp(value), above);
  DominatorTree tree(m_, region);
  return !tree.isReachable(useBlock) || tree.dominates(defBlock, useBlock);
}

bool DominanceChecker::isBefore(OpId def, OpId use) const {
  if (!def) return true;
  return !order_.empty() && order_[def.value] < order_[use.value];
}

/// Finds the error that the reference meets first: all operations of a region, then what is nested in its last ones.
bool DominanceChecker::report(OpId isolated) {
  if (isolated != m_.root() && !verifyIsolation(v_, isolated)) return false;
  order_.assign(m_.opCount(), 0);
  std::uint32_t count = 0;
  walk(m_, isolated, [&](OpId op) { order_[op.value] = count++; });
  std::vector<OpId> open{isolated};
  while (!open.empty()) {
    OpId outer = open.back();
    open.pop_back();
    for (std::uint32_t r = 0; r < m_.op(outer).regionCount; ++r) {
      for (BlockId b = m_.entry(m_.regionOf(outer, r)); b; b = m_.block(b).next) {
        if (!reportIn(b, open)) return false;
      }
    }
  }
  return true;
}

bool DominanceChecker::reportIn(BlockId block, std::vector<OpId>& open) {
  for (OpId op = m_.block(block).firstOp; op; op = m_.op(op).next) {
    for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
      if (dominates(m_.operand(op, i), op)) continue;
      if (!definingBlock(m_, m_.operand(op, i))) return v_.error(op, "operation's operand is unlinked");
      v_.error(op, "operand #" + std::to_string(i) + " does not dominate this use");
      noteDefinition(v_, op, m_.operand(op, i));
      return false;
    }
    if (m_.op(op).regionCount > 0 && !hasTrait(m_.op(op).kind, kIsolatedFromAbove)) open.push_back(op);
  }
  return true;
}

bool verifyIsolation(Verifier& v, OpId op) {
  const Module& m = v.module();
  for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) {
    RegionId region = m.regionOf(op, r);
    bool holds = walk(m, op, [&](OpId inner) {
      if (inner == op || !isInside(m, m.block(m.op(inner).block).region, region)) return true;
      for (std::uint32_t i = 0; i < m.op(inner).operandCount; ++i) {
        BlockId defined = definingBlock(m, m.operand(inner, i));
        // The operand was named before an operation in one of its own regions that has this name.
        if (!defined) return v.error(inner, "operation's operand is unlinked");
        if (isInside(m, m.block(defined).region, region)) continue;
        v.opError(inner, "using value defined outside the region");
        v.note(m.location(op), "required by region isolation constraints");
        return false;
      }
      return true;
    });
    if (!holds) return false;
  }
  return true;
}

}  // namespace shardlens
