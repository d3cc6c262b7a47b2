#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/ir/each_op.h"
#include "engine/passes/passes.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

std::int64_t groupId(const Module& m, OpId op) {
  AttrId id = m.attribute(op, "group_id");
  return id ? m.context().attr(id).ints[0] : 0;
}

/// Classes of ids in the order in which they were met. Of two that become one the first named leads, as in LLVM's equivalence classes:
/// the order of leaders gives the new numbers.
class GroupClasses {
 public:
  void unite(std::int64_t a, std::int64_t b) {
    std::size_t leader = find(placeOf(a)), other = find(placeOf(b));
    parents_[other] = leader;
  }

  void number() {
    numbers_.assign(parents_.size(), 0);
    std::int64_t next = 0;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (find(i) == i) numbers_[i] = next++;
    }
  }

  [[nodiscard]] std::int64_t numberOf(std::int64_t id) { return numbers_[find(placeOf(id))]; }

 private:
  std::size_t placeOf(std::int64_t id) {
    auto [found, fresh] = places_.try_emplace(id, parents_.size());
    if (fresh) parents_.push_back(found->second);
    return found->second;
  }

  std::size_t find(std::size_t place) {
    while (parents_[place] != place) place = parents_[place] = parents_[parents_[place]];
    return place;
  }

  std::unordered_map<std::int64_t, std::size_t> places_;
  std::vector<std::size_t> parents_;
  std::vector<std::int64_t> numbers_;
};

class GroupImporter {
 public:
  GroupImporter(Module& module, Diagnostics& diagnostics) : m_(module), verifier_(module, diagnostics) {}

  /// Whether there are groups at all.
  [[nodiscard]] bool any() const { return !ofValue_.empty(); }

  bool run() {
    eachOp(m_, m_.root(), [&](OpId op) {
      if (m_.op(op).kind == OpKind::SdyShardingGroup) add(op);
    });
    for (const auto& groups : ofValue_) {
      for (OpId op : groups) all_.push_back(op);
    }
    if (!good_ || all_.empty()) return good_;
    unify();
    eraseDoubles();
    return true;
  }

 private:
  void add(OpId op) {
    if (!good_) return;
    auto [place, fresh] = placeOf_.try_emplace(m_.operand(op, 0), ofValue_.size());
    if (fresh) ofValue_.emplace_back();
    ofValue_[place->second].push_back(op);
    good_ = check(op);
  }

  bool check(OpId op) {
    std::int64_t id = groupId(m_, op);
    auto [first, fresh] = first_.try_emplace(id, op);
    if (fresh) return true;
    if (computationAround(first->second) != computationAround(op)) {
      return verifier_.error(op, "ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: " + std::to_string(id));
    }
    if (!std::ranges::equal(shape(first->second), shape(op))) {
      return verifier_.error(op, "ShardingGroupOps values must have the same shape for groupId: " + std::to_string(id));
    }
    return true;
  }

  [[nodiscard]] OpId computationAround(OpId op) const {
    while (op && m_.op(op).kind != OpKind::SdyManualComputation) op = m_.parentOp(op);
    return op;
  }

  [[nodiscard]] std::span<const std::int64_t> shape(OpId op) const { return shapeOf(m_.context(), m_.type(m_.operand(op, 0))); }

  // A value in two groups makes one of both.
  void unify() {
    for (const auto& groups : ofValue_) {
      for (OpId op : groups) classes_.unite(groupId(m_, groups.front()), groupId(m_, op));
    }
    classes_.number();
    Context& c = m_.context();
    for (OpId op : all_) {
      AttrData id = c.attr(m_.attribute(op, "group_id"));
      std::int64_t number = classes_.numberOf(id.ints[0]);
      id.ints = {&number, 1};
      m_.setAttribute(op, "group_id", c.attr(id));
    }
  }

  // All groups of one value are one now, so that one operation says it.
  void eraseDoubles() {
    for (const auto& groups : ofValue_) {
      for (std::size_t i = 1; i < groups.size(); ++i) m_.erase(groups[i]);
    }
  }

  Module& m_;
  Verifier verifier_;
  bool good_ = true;
  std::vector<std::vector<OpId>> ofValue_;  ///< operations on each value, in the order in which values are met
  std::unordered_map<ValueId, std::size_t> placeOf_;
  std::unordered_map<std::int64_t, OpId> first_;  ///< operation that named each group first
  std::vector<OpId> all_;
  GroupClasses classes_;
};

bool runShardingGroupImport(const PassRun& run) {
  GroupImporter importer(run.module, run.diagnostics);
  bool good = importer.run();
  run.setChanged(importer.any());
  return good;
}

}  // namespace

Pass shardingGroupImportPass() {
  return {"sdy-sharding-group-import",
          "Joins sharding groups that share a value, numbers them from 0 and checks that their members can be alike",
          PassLevel::Module,
          {},
          runShardingGroupImport,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
