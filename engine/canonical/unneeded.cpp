#include "engine/canonical/control_flow.h"

// All is unneeded until it is shown to be needed: by an effect, by being a terminator, or by a needed operation that uses it. What a branch
// hands to an argument of a block is needed when the argument is. So cycles through arguments that only feed each other go as well.

namespace shardlens {

namespace {

class Needed {
 public:
  explicit Needed(const Module& m) : m_(m), ops_(m.opCount(), false), args_(m.valueCount(), false) {}

  void findIn(RegionId region) {
    do {
      changed_ = false;
      meet(region);
    } while (changed_);
  }
  [[nodiscard]] bool op(OpId id) const { return ops_[id.value]; }
  [[nodiscard]] bool arg(ValueId id) const { return args_[id.value]; }

 private:
  void need(OpId op) {
    changed_ |= !ops_[op.value];
    ops_[op.value] = true;
  }
  void needArg(ValueId arg) {
    changed_ |= !args_[arg.value];
    args_[arg.value] = true;
  }

  // Uses are met before what they use, as far as the order of blocks allows.
  void meet(RegionId region) {
    for (BlockId b = m_.region(region).lastBlock; b; b = m_.block(b).prev) {
      for (OpId op = m_.block(b).lastOp; op; op = m_.op(op).prev) meet(op);
      if (b == m_.entry(region)) continue;
      for (std::uint32_t i = 0; i < m_.block(b).argCount; ++i) {
        if (!arg(m_.arg(b, i)) && isUsed(m_.arg(b, i))) needArg(m_.arg(b, i));
      }
    }
  }

  void meet(OpId id) {
    const Operation& o = m_.op(id);
    for (std::uint32_t r = 0; r < o.regionCount; ++r) meet(m_.regionOf(id, r));
    if (hasTrait(o.kind, kTerminator) || !m_.successors(id).empty()) return meetTerminator(id);
    if (ops_[id.value]) return;
    bool needed = !wouldBeDead(m_, id);
    for (std::uint32_t i = 0; i < o.resultCount && !needed; ++i) needed = isUsed(m_.result(id, i));
    if (needed) need(id);
  }

  void meetTerminator(OpId id) {
    need(id);
    if (isBranch(m_.op(id).kind)) return;
    for (BlockId successor : m_.successors(id)) {
      for (std::uint32_t i = 0; i < m_.block(successor).argCount; ++i) needArg(m_.arg(successor, i));
    }
  }

  [[nodiscard]] bool isUsed(ValueId value) const {
    for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
      OpId user = m_.use(use).owner;
      ValueId handedTo = isBranch(m_.op(user).kind) ? successorArgument(m_, user, m_.operandNumber(use)) : ValueId();
      if (handedTo ? arg(handedTo) : op(user)) return true;
    }
    return false;
  }

  const Module& m_;
  std::vector<bool> ops_, args_;
  bool changed_ = false;
};

class Eraser {
 public:
  Eraser(Module& m, const Needed& needed) : m_(m), needed_(needed) {}

  bool eraseIn(RegionId region) {
    BlockId entry = m_.entry(region);
    bool erased = false;
    for (BlockId b = entry; b && m_.block(entry).next; b = m_.block(b).next) shortenBranch(m_.terminator(b));
    for (BlockId b = m_.region(region).lastBlock; b; b = m_.block(b).prev) {
      for (OpId op = m_.block(b).lastOp; op;) {
        OpId before = m_.op(op).prev;
        erased |= eraseOrEnter(op);
        op = before;
      }
    }
    for (BlockId b = entry; b; b = m_.block(b).next) {
      if (b != entry) eraseArgumentsOf(b);
    }
    return erased;
  }

 private:
  bool eraseOrEnter(OpId op) {
    if (needs(op)) {
      bool erased = false;
      for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) erased |= eraseIn(m_.regionOf(op, r));
      return erased;
    }
    for (std::uint32_t i = 0; i < m_.op(op).resultCount; ++i) {
      while (UseId use = m_.value(m_.result(op, i)).firstUse) m_.setOperand(use, {});
    }
    m_.erase(op);
    return true;
  }

  [[nodiscard]] bool needs(OpId op) const { return op.value >= made_ || needed_.op(op); }

  std::vector<bool> dropped(BlockId block) const {
    std::vector<bool> drop;
    for (std::uint32_t i = 0; i < m_.block(block).argCount; ++i) drop.push_back(!needed_.arg(m_.arg(block, i)));
    return drop;
  }

  // A branch without the operands that go to arguments that nobody needs; arguments stay until all branches are done.
  void shortenBranch(OpId branch) {
    if (!branch || !isBranch(m_.op(branch).kind)) return;
    std::vector<BranchTarget> targets = branchTargets(m_, branch);
    bool shorter = false;
    for (BranchTarget& target : targets) {
      std::size_t kept = 0;
      for (std::uint32_t i = 0; i < target.operands.size(); ++i) {
        if (needed_.arg(m_.arg(target.block, i))) target.operands[kept++] = target.operands[i];
      }
      shorter = shorter || kept < target.operands.size();
      target.operands.resize(kept);
    }
    if (shorter) retarget(m_, branch, targets);
  }

  void eraseArgumentsOf(BlockId block) {
    std::vector<bool> drop = dropped(block);
    for (bool any : drop) {
      if (any) return eraseArguments(m_, block, drop);
    }
  }

  Module& m_;
  const Needed& needed_;
  std::size_t made_ = m_.opCount();  ///< operations from here on were made for ones that are needed
};

}  // namespace

bool eraseUnneeded(Module& m, RegionId region) {
  Needed needed(m);
  needed.findIn(region);
  return Eraser(m, needed).eraseIn(region);
}

}  // namespace shardlens
