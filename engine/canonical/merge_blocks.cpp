#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/canonical/control_flow.h"

// Blocks that do the same and go on to the same places become one. Where they differ is in values from outside of them: those become
// arguments, which every branch to the one that is left hands over. The other half of the work takes arguments away again that get the
// same value from everywhere.

namespace shardlens {

namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;  ///< operand of the n-th operation of a block

bool isUsedOutside(const Module& m, ValueId value, BlockId block) {
  for (UseId use = m.value(value).firstUse; use; use = m.use(use).next) {
    if (m.op(m.use(use).owner).block != block) return true;
  }
  return false;
}

std::vector<BlockId> distinctPredecessors(const Module& m, BlockId block) {
  std::vector<BlockId> found = predecessors(m, block);  // one behind the other where a branch leads there twice
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Blocks with regions inside stay as they are, and those whose arguments are used by other blocks.
bool mayBeMerged(const Module& m, BlockId block) {
  for (OpId op = m.block(block).firstOp; op; op = m.op(op).next) {
    for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) {
      if (m.entry(m.regionOf(op, r))) return false;
    }
  }
  for (std::uint32_t i = 0; i < m.block(block).argCount; ++i) {
    if (isUsedOutside(m, m.arg(block, i), block)) return false;
  }
  return true;
}

BlockId blockOf(const Module& m, ValueId value) { return m.isArgument(value) ? m.owningBlock(value) : m.op(m.definingOp(value)).block; }

/// Compares two blocks; `differences` gets the operands that come from outside of them and are not the same.
class BlockComparison {
 public:
  BlockComparison(const Module& m, BlockId a, BlockId b) : m_(m), a_(a), b_(b) {}

  bool equal(std::set<Place>& differences) {
    const Block &a = m_.block(a_), &b = m_.block(b_);
    if (a.argCount != b.argCount) return false;
    for (std::uint32_t i = 0; i < a.argCount; ++i) {
      if (m_.type(m_.arg(a_, i)) != m_.type(m_.arg(b_, i))) return false;
      alike_[m_.arg(a_, i)] = m_.arg(b_, i);
    }
    OpId x = a.firstOp, y = b.firstOp;
    for (std::uint32_t n = 0; x && y; x = m_.op(x).next, y = m_.op(y).next, ++n) {
      if (!equal(x, y, n)) return false;
    }
    if (x || y) return false;
    differences.insert(found_.begin(), found_.end());
    return true;
  }

 private:
  bool equal(OpId x, OpId y, std::uint32_t n) {
    const Operation &o = m_.op(x), &p = m_.op(y);
    bool alike = o.kind == p.kind && o.name == p.name && o.attrs == p.attrs && m_.properties(x) == m_.properties(y) &&
                 o.operandCount == p.operandCount && o.resultCount == p.resultCount && o.regionCount == p.regionCount;
    if (!alike) return false;
    for (std::uint32_t i = 0; i < o.operandCount; ++i) {
      if (!equalOperands(m_.operand(x, i), m_.operand(y, i), {n, i})) return false;
    }
    for (std::uint32_t i = 0; i < o.resultCount; ++i) {
      ValueId r = m_.result(x, i), s = m_.result(y, i);
      if (m_.type(r) != m_.type(s) || isUsedOutside(m_, r, a_) || isUsedOutside(m_, s, b_)) return false;
      alike_[r] = s;
    }
    return true;
  }

  bool equalOperands(ValueId x, ValueId y, Place place) {
    if (x == y) return true;
    if (!x || !y || m_.type(x) != m_.type(y)) return false;
    bool inside = blockOf(m_, x) == a_;
    if (inside != (blockOf(m_, y) == b_)) return false;
    if (inside) {
      auto counterpart = alike_.find(x);
      return counterpart != alike_.end() && counterpart->second == y;
    }
    found_.push_back(place);
    return true;
  }

  const Module& m_;
  BlockId a_, b_;
  std::unordered_map<ValueId, ValueId> alike_;
  std::vector<Place> found_;
};

/// The first of some equal blocks, and what the others are to become one with it.
struct Cluster {
  BlockId leader;
  std::vector<BlockId> others;
  std::set<Place> differences;
};

class ClusterMerge {
 public:
  ClusterMerge(Module& m, const Cluster& cluster) : m_(m), cluster_(cluster) {
    blocks_.push_back(cluster.leader);
    blocks_.insert(blocks_.end(), cluster.others.begin(), cluster.others.end());
  }

  bool run() {
    if (cluster_.others.empty()) return false;
    for (BlockId block : blocks_) {
      for (BlockId from : predecessors(m_, block)) {
        if (!isBranch(m_.op(m_.terminator(from)).kind)) return false;
      }
    }
    if (!cluster_.differences.empty()) makeArguments();
    for (BlockId block : cluster_.others) redirect(block);
    for (BlockId block : cluster_.others) eraseBlock(m_, block);
    return true;
  }

 private:
  // Places where all blocks repeat the value of an earlier place share its argument.
  void makeArguments() {
    std::vector<std::vector<ValueId>> given(blocks_.size());
    std::vector<std::size_t> argumentOf;
    for (const Place& place : cluster_.differences) {
      std::vector<ValueId> values;
      for (BlockId block : blocks_) values.push_back(m_.use(useAt(block, place)).value);
      argumentOf.push_back(placeOf(given, values));
      if (argumentOf.back() < given[0].size()) continue;
      for (std::size_t i = 0; i < blocks_.size(); ++i) given[i].push_back(values[i]);
    }
    std::uint32_t before = m_.block(cluster_.leader).argCount;
    for (ValueId value : given[0]) m_.addArgument(cluster_.leader, m_.type(value), m_.location(value), m_.value(value).source);
    std::size_t next = 0;
    for (const Place& place : cluster_.differences) {
      auto argument = before + static_cast<std::uint32_t>(argumentOf[next++]);
      m_.setOperand(useAt(cluster_.leader, place), m_.arg(cluster_.leader, argument));
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) handOver(blocks_[i], given[i]);
  }

  // As in the reference, only the first place of the leader's value is looked at.
  static std::size_t placeOf(const std::vector<std::vector<ValueId>>& given, const std::vector<ValueId>& values) {
    auto first = static_cast<std::size_t>(std::ranges::find(given[0], values[0]) - given[0].begin());
    if (first == given[0].size()) return first;
    for (std::size_t i = 1; i < given.size(); ++i) {
      if (given[i][first] != values[i]) return given[0].size();
    }
    return first;
  }

  [[nodiscard]] UseId useAt(BlockId block, Place place) const {
    OpId op = m_.block(block).firstOp;
    for (std::uint32_t i = 0; i < place.first; ++i) op = m_.op(op).next;
    return m_.operandUse(op, place.second);
  }

  void handOver(BlockId block, const std::vector<ValueId>& values) {
    changeBranchesTo(block, [&](BranchTarget& target) { target.operands.insert(target.operands.end(), values.begin(), values.end()); });
  }
  void redirect(BlockId block) {
    changeBranchesTo(block, [&](BranchTarget& target) { target.block = cluster_.leader; });
  }

  template <typename Change>
  void changeBranchesTo(BlockId block, Change&& change) {
    for (BlockId from : distinctPredecessors(m_, block)) {
      OpId branch = m_.terminator(from);
      std::vector<BranchTarget> targets = branchTargets(m_, branch);
      for (BranchTarget& target : targets) {
        if (target.block == block) change(target);
      }
      retarget(m_, branch, targets);
    }
  }

  Module& m_;
  const Cluster& cluster_;
  std::vector<BlockId> blocks_;
};

bool mergeIn(Module& m, RegionId region) {
  BlockId entry = m.entry(region);
  if (!entry || !m.block(entry).next) return false;
  std::vector<std::vector<BlockId>> groups;
  std::map<std::vector<BlockId>, std::size_t> bySuccessors;
  for (BlockId b = m.block(entry).next; b; b = m.block(b).next) {
    OpId end = m.terminator(b);
    auto successors = end ? m.successors(end) : std::span<const BlockId>();
    auto [group, fresh] = bySuccessors.try_emplace({successors.begin(), successors.end()}, groups.size());
    if (fresh) groups.emplace_back();
    groups[group->second].push_back(b);
  }
  bool merged = false;
  for (const auto& group : groups) {
    std::vector<Cluster> clusters;
    for (BlockId block : group) {
      if (!mayBeMerged(m, block)) continue;
      auto fits = [&](Cluster& cluster) { return BlockComparison(m, cluster.leader, block).equal(cluster.differences); };
      auto found = std::ranges::find_if(clusters, fits);
      found == clusters.end() ? clusters.push_back({block, {}, {}}) : found->others.push_back(block);
    }
    for (const Cluster& cluster : clusters) merged |= ClusterMerge(m, cluster).run();
  }
  return merged;
}

/// Which arguments of `block` get one and the same value from all branches to it; their uses take that value.
std::vector<bool> replaceRedundantArguments(Module& m, BlockId block) {
  std::uint32_t count = m.block(block).argCount;
  std::vector<bool> redundant(count, false);
  for (std::uint32_t i = 0; i < count; ++i) {
    ValueId common = commonOperand(m, block, i);
    if (!common || common == m.arg(block, i)) continue;
    redundant[i] = true;
    while (UseId use = m.value(m.arg(block, i)).firstUse) m.setOperand(use, common);
  }
  return redundant;
}

void dropFrom(std::vector<ValueId>& operands, const std::vector<bool>& drop) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!drop[i]) operands[kept++] = operands[i];
  }
  operands.resize(kept);
}

bool dropIn(Module& m, RegionId region) {
  bool changed = false;
  for (BlockId b = m.entry(region); b; b = m.block(b).next) {
    std::vector<bool> drop = replaceRedundantArguments(m, b);
    if (std::ranges::find(drop, true) == drop.end()) continue;
    changed = true;
    for (BlockId from : distinctPredecessors(m, b)) {
      OpId branch = m.terminator(from);
      std::vector<BranchTarget> targets = branchTargets(m, branch);
      for (BranchTarget& target : targets) {
        if (target.block == b) dropFrom(target.operands, drop);
      }
      retarget(m, branch, targets);
    }
    eraseArguments(m, b, drop);
  }
  return changed;
}

/// Does `work` in `region` and in those inside its operations; true where it did something.
template <typename Work>
bool inAll(Module& m, RegionId region, Work&& work) {
  std::vector<RegionId> pending{region};
  bool changed = false;
  while (!pending.empty()) {
    RegionId next = pending.back();
    pending.pop_back();
    changed |= work(m, next);
    for (BlockId b = m.entry(next); b; b = m.block(b).next) {
      for (OpId op = m.block(b).firstOp; op; op = m.op(op).next) {
        for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) pending.push_back(m.regionOf(op, r));
      }
    }
  }
  return changed;
}

bool mergeWhileAny(Module& m, RegionId region) {
  bool merged = false;
  while (mergeIn(m, region)) merged = true;
  return merged;
}

}  // namespace

bool mergeEqualBlocks(Module& m, RegionId region) { return inAll(m, region, mergeWhileAny); }

bool dropRedundantArguments(Module& m, RegionId region) { return inAll(m, region, dropIn); }

}  // namespace shardlens
