#include "engine/plan/origins.h"

#include <algorithm>

namespace shardlens {

namespace {

/// Finds operations and block arguments of a module by their place in its text.
class PlaceFinder {
 public:
  explicit PlaceFinder(const Module& module) {
    for (std::uint32_t o = 0; o < module.opCount(); ++o)
      if (module.op(OpId(o)).source != kNoOffset) ops_.push_back({module.op(OpId(o)).source, o});
    for (std::uint32_t v = 0; v < module.valueCount(); ++v)
      if (module.isArgument(ValueId(v)) && module.value(ValueId(v)).source != kNoOffset)
        arguments_.push_back({module.value(ValueId(v)).source, v});
    std::stable_sort(ops_.begin(), ops_.end(), before);
    std::stable_sort(arguments_.begin(), arguments_.end(), before);
  }
  [[nodiscard]] OpId op(Offset at) const {
    const Entry* found = find(ops_, at);
    return found ? OpId(found->id) : OpId();
  }
  [[nodiscard]] ValueId argument(Offset at) const {
    const Entry* found = find(arguments_, at);
    return found ? ValueId(found->id) : ValueId();
  }

 private:
  struct Entry {
    Offset at;
    std::uint32_t id;
  };
  static bool before(const Entry& a, const Entry& b) { return a.at < b.at; }
  static const Entry* find(const std::vector<Entry>& list, Offset at) {
    auto it = std::lower_bound(list.begin(), list.end(), Entry{at, 0}, before);
    return at != kNoOffset && it != list.end() && it->at == at ? &*it : nullptr;
  }
  std::vector<Entry> ops_, arguments_;
};

bool isEdge(OpKind kind) { return kind == OpKind::SdyDataFlowEdge || kind == OpKind::SdyFuncDataFlowEdge; }

}  // namespace

Origins::Origins(const Module& opened, const Module& made)
    : openedOps_(static_cast<std::uint32_t>(opened.opCount())), ops_(made.opCount()), values_(made.valueCount()) {
  std::size_t keptOps = std::min(opened.opCount(), made.opCount()), keptValues = std::min(opened.valueCount(), made.valueCount());
  for (std::uint32_t o = 0; o < keptOps; ++o) ops_[o] = OpId(o);
  for (std::uint32_t v = 0; v < keptValues; ++v) values_[v] = ValueId(v);
  if (made.opCount() > keptOps || made.valueCount() > keptValues) matchNew(opened, made);
  listMade(opened.valueCount());
}

Origins::Origins(const Origins& like, const Module& opened) : Origins(like) {
  auto values = static_cast<std::uint32_t>(opened.valueCount());
  for (std::uint32_t o = openedOps_; o < opened.opCount(); ++o) ops_.emplace_back(o);
  for (auto v = static_cast<std::uint32_t>(firstMade_.size()) - 1; v < values; ++v) {
    made_.emplace_back(static_cast<std::uint32_t>(values_.size()));
    firstMade_.push_back(static_cast<std::uint32_t>(made_.size()));
    values_.emplace_back(v);
  }
  openedOps_ = static_cast<std::uint32_t>(opened.opCount());
}

void Origins::matchNew(const Module& opened, const Module& made) {
  PlaceFinder places(opened);
  for (auto v = static_cast<std::uint32_t>(opened.valueCount()); v < made.valueCount(); ++v)
    if (made.isArgument(ValueId(v))) values_[v] = places.argument(made.value(ValueId(v)).source);
  for (auto o = static_cast<std::uint32_t>(opened.opCount()); o < made.opCount(); ++o) {
    ops_[o] = places.op(made.op(OpId(o)).source);
    matchResults(opened, made, OpId(o));
  }
}

// An edge stands for the value that it lies on; other operations for the results of what they came from.
void Origins::matchResults(const Module& opened, const Module& made, OpId op) {
  const Operation& at = made.op(op);
  if (isEdge(at.kind) && at.operandCount == 1 && at.resultCount == 1) {
    if (made.erased(op)) return;
    values_[at.firstResult.value] = values_[made.operand(op, 0).value];
    return;
  }
  OpId from = ops_[op.value];
  if (!from || opened.op(from).resultCount != at.resultCount) return;
  for (std::uint32_t i = 0; i < at.resultCount; ++i) values_[at.firstResult.value + i] = opened.result(from, i);
}

void Origins::listMade(std::size_t openedValues) {
  firstMade_.assign(openedValues + 1, 0);
  for (ValueId v : values_)
    if (v) ++firstMade_[v.value + 1];
  for (std::size_t v = 1; v <= openedValues; ++v) firstMade_[v] += firstMade_[v - 1];
  made_.resize(firstMade_[openedValues]);
  std::vector<std::uint32_t> next(firstMade_.begin(), firstMade_.end() - 1);
  for (std::uint32_t v = 0; v < values_.size(); ++v)
    if (values_[v]) made_[next[values_[v].value]++] = ValueId(v);
}

}  // namespace shardlens
