#pragma once

#include <vector>

#include "engine/propagation/visit_list.h"

namespace shardlens {

/// Which operations of a module are still there while unused ones are taken out, without touching the module.
class Liveness {
 public:
  explicit Liveness(const Flow& flow);

  [[nodiscard]] bool erased(OpId op) const { return erased_[op.value] != 0; }
  [[nodiscard]] const std::vector<std::uint32_t>& uses() const { return uses_; }
  /// True for an operation without effects whose results nobody uses.
  [[nodiscard]] bool dead(OpId op) const {
    const Operation& o = module_.op(op);
    for (std::uint32_t i = 0; i < o.resultCount; ++i) {
      if (uses_[o.firstResult.value + i]) return false;
    }
    return mayGo(op);
  }
  /// Takes `op` out with all in its regions. Operations that may be dead or simpler now are put on the list again, in the reference's
  /// order.
  void erase(OpId op, VisitList& list);
  /// Operations erased so far that lay in no other erased one, in order.
  [[nodiscard]] const std::vector<OpId>& dropped() const { return dropped_; }

 private:
  [[nodiscard]] bool mayGo(OpId op) const;
  void eraseTree(OpId op, VisitList& list);
  void eraseOne(OpId op, VisitList& list);
  /// Puts `op` on the list, and behind it the operations around it: those are met first.
  void revisit(OpId op, VisitList& list) const {
    for (; op && op != root_; op = flow_.parent(op)) list.pushAnyway(op);
  }
  void revisitOperands(OpId op, VisitList& list) const;
  [[nodiscard]] bool otherUsersAtMostOne(ValueId value, OpId than) const;
  [[nodiscard]] bool pure(OpId op) const;

  const Flow& flow_;
  const Module& module_;
  OpId root_;
  std::vector<char> erased_;
  std::vector<std::uint32_t> uses_;
  std::vector<OpId> dropped_;
};

}  // namespace shardlens
