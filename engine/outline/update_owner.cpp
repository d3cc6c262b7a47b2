#include "engine/outline/update_owner.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/outline/argument_names.h"

namespace shardlens {

bool isScalar(const Context& c, TypeId type) {
  if (!hasStaticShape(c, type)) return !isTensor(c, type);
  std::int64_t elements = 1;
  for (std::int64_t d : shapeOf(c, type)) elements *= d;
  return elements == 1;
}

namespace {

constexpr std::uint32_t kNothing = UINT32_MAX, kSeveral = UINT32_MAX - 1;

class Finder {
 public:
  Finder(const Module& module, const BlockGraph& graph, const std::vector<bool>& update,
         const std::function<std::vector<std::uint32_t>(std::uint32_t)>& ownerPath)
      : module_(module), graph_(graph), update_(update), ownerPath_(ownerPath), parent_(graph.size()), shared_(graph.size(), false) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    out_.componentOf.assign(graph.size(), UINT32_MAX);
    out_.beforeNorm.assign(graph.size(), false);
    for (std::uint32_t i = 0; i < graph.size(); ++i) itemOf_[graph.ops[i].value] = i;
  }

  UpdateOwners run() {
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (update_[i]) shared_[i] = madeOfScalars(i);
    }
    join();
    findNorm();
    std::iota(parent_.begin(), parent_.end(), 0U);
    join();
    name();
    adoptShared();
    return std::move(out_);
  }

 private:
  bool scalarResult(std::uint32_t i) const {
    const Operation& op = module_.op(graph_.ops[i]);
    for (std::uint32_t r = 0; r < op.resultCount; ++r) {
      if (!isScalar(module_.context(), module_.type(module_.result(graph_.ops[i], r)))) return false;
    }
    return true;
  }

  // Its value is one number, or many copies of one: it joins nothing.
  bool madeOfScalars(std::uint32_t i) {
    if (scalarResult(i)) return true;
    bool all = true;
    forEachUsedValue(module_, graph_.ops[i], [&](ValueId v) {
      if (!v || isScalar(module_.context(), module_.type(v))) return;
      OpId def = module_.definingOp(v);
      auto at = def ? itemOf_.find(def.value) : itemOf_.end();
      all &= at != itemOf_.end() && (update_[at->second] ? shared_[at->second] : graph_.predsOf(at->second).empty());
    });
    return all;
  }

  // Scalars that come from tensors of several parameters (a global norm), when they lead on to tensors again: all before them is a phase
  // of its own. What one parameter alone makes (its own norm) is a part of its update.
  void findNorm() {
    std::vector<bool> toTensors(graph_.size());
    std::vector<std::uint32_t> maker(graph_.size(), kNothing);
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!update_[i]) continue;
      if (!shared_[i]) {
        maker[i] = find(i);
        continue;
      }
      forEachUsedValue(module_, graph_.ops[i], [&](ValueId v) {
        OpId def = v ? module_.definingOp(v) : OpId();
        auto at = def ? itemOf_.find(def.value) : itemOf_.end();
        if (at == itemOf_.end()) return;
        bool own = update_[at->second];
        std::uint32_t from = own ? maker[at->second] : graph_.predsOf(at->second).empty() ? kNothing : outsideMaker(at->second);
        if (from != kNothing) maker[i] = maker[i] == kNothing || maker[i] == from ? from : kSeveral;
      });
    }
    for (std::uint32_t i = graph_.size(); i-- > 0;) {
      if (!update_[i]) continue;
      for (std::uint32_t s : graph_.succsOf(i)) {
        if (!update_[s]) continue;
        toTensors[i] = toTensors[i] || toTensors[s] || !scalarResult(s);
        bool normAfter = out_.beforeNorm[s];
        if (normAfter) out_.beforeNorm[i] = true;
      }
      if (shared_[i] && scalarResult(i) && maker[i] == kSeveral && toTensors[i]) out_.beforeNorm[i] = true;
    }
  }

  // What outside the update (a gradient) makes a scalar counts as a maker of its own.
  [[nodiscard]] std::uint32_t outsideMaker(std::uint32_t item) const { return graph_.size() + item; }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  void join() {
    std::unordered_map<std::uint64_t, std::uint32_t> firstUser;  // argument or gradient, apart before and after the norm
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!update_[i] || shared_[i]) continue;
      forEachUsedValue(module_, graph_.ops[i], [&](ValueId v) {
        if (!v || isScalar(module_.context(), module_.type(v))) return;
        OpId def = module_.definingOp(v);
        auto at = def ? itemOf_.find(def.value) : itemOf_.end();
        if (at != itemOf_.end() && update_[at->second]) {
          if (!shared_[at->second] && out_.beforeNorm[at->second] == out_.beforeNorm[i]) unite(i, at->second);
          return;
        }
        if (at != itemOf_.end() && graph_.predsOf(at->second).empty()) return;
        auto [user, first] = firstUser.try_emplace(std::uint64_t{v.value} << 1 | (out_.beforeNorm[i] ? 1U : 0U), i);
        if (!first) unite(i, user->second);
      });
    }
  }

  void name() {
    std::unordered_map<std::uint32_t, std::uint32_t> componentOfRoot;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!update_[i] || shared_[i]) continue;
      auto [at, added] = componentOfRoot.try_emplace(find(i), static_cast<std::uint32_t>(out_.components.size()));
      if (added) out_.components.emplace_back();
      out_.componentOf[i] = at->second;
      learn(i, out_.components[at->second]);
    }
  }

  // What is made of scalars for one parameter only (its copies of the learning rate) goes with that parameter.
  void adoptShared() {
    for (std::uint32_t i = graph_.size(); i-- > 0;) {
      if (!update_[i] || !shared_[i] || graph_.succsOf(i).empty()) continue;
      std::uint32_t only = out_.componentOf[graph_.succsOf(i).front()];
      bool same = std::ranges::all_of(
          graph_.succsOf(i), [&](std::uint32_t s) { return out_.componentOf[s] == only && out_.beforeNorm[s] == out_.beforeNorm[i]; });
      if (same) out_.componentOf[i] = only;
    }
  }

  // A parameter tells best where the component belongs (where it is used first); a gradient's maker is the second best.
  void learn(std::uint32_t i, UpdateComponent& component) {
    forEachUsedValue(module_, graph_.ops[i], [&](ValueId v) {
      if (!v || isScalar(module_.context(), module_.type(v))) return;
      if (module_.isArgument(v)) {
        std::uint32_t user = firstUserOutside(v);
        if (component.parameter.empty() || user != UINT32_MAX) component.parameter = argumentName(module_, v);
        if (user != UINT32_MAX) component.path = ownerPath_(user);
        return;
      }
      auto at = itemOf_.find(module_.definingOp(v).value);
      if (at != itemOf_.end() && !update_[at->second] && component.path.empty()) component.path = ownerPath_(at->second);
    });
  }

  std::uint32_t firstUserOutside(ValueId argument) const {
    std::uint32_t first = UINT32_MAX;
    for (UseId use = module_.value(argument).firstUse; use; use = module_.use(use).next) {
      auto at = itemOf_.find(module_.use(use).owner.value);
      if (at != itemOf_.end() && !update_[at->second] && !hasTrait(module_.op(graph_.ops[at->second]).kind, kTerminator))
        first = std::min(first, at->second);
    }
    return first;
  }

  const Module& module_;
  const BlockGraph& graph_;
  const std::vector<bool>& update_;
  const std::function<std::vector<std::uint32_t>(std::uint32_t)>& ownerPath_;
  std::unordered_map<std::uint32_t, std::uint32_t> itemOf_;
  std::vector<std::uint32_t> parent_;
  std::vector<bool> shared_;
  UpdateOwners out_;
};

}  // namespace

UpdateOwners findUpdateOwners(const Module& module, const BlockGraph& graph, const std::vector<bool>& update,
                              const std::function<std::vector<std::uint32_t>(std::uint32_t)>& ownerPath) {
  return Finder(module, graph, update, ownerPath).run();
}

}  // namespace shardlens
