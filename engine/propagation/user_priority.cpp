#include <algorithm>
#include <set>

#include "engine/propagation/run_state.h"

namespace shardlens {

namespace {

std::int64_t priorityOf(const DimSharding& dim) { return dim.priority.value_or(0); }

}  // namespace

UserPriorities::UserPriorities(Context& c, const StepTable& steps, ShardingState& state) : c_(c), steps_(steps) {
  // Equal shardings are initialised once.
  std::unordered_map<AttrId, AttrId> known;
  auto visit = [&](AttrId& sharding, const Reference& where) {
    if (!sharding) return;
    auto [it, isNew] = known.try_emplace(sharding);
    bool plain = !isNew && it->second == sharding;
    if (plain) return;
    AttrId made = initialise(sharding, where);
    it->second = made;
    sharding = made;
  };
  for (std::uint32_t v = 0; v < state.values.size(); ++v) visit(state.values[v], {ValueId(v), {}, 0, {}});
  for (auto& [func, results] : state.results) {
    for (std::uint32_t i = 0; i < results.size(); ++i) visit(results[i], {{}, func, i, {}});
  }
}

AttrId UserPriorities::initialise(AttrId attr, const Reference& where) {
  TensorSharding sharding = steps_.decoded(attr);
  std::set<std::int64_t> later;
  bool changed = false;
  for (DimSharding& dim : sharding.dims) {
    changed = changed || dim.priority;
    if (priorityOf(dim) == 0) {
      dim.priority.reset();
      continue;
    }
    later.insert(priorityOf(dim));
    sharding.replicated.insert(sharding.replicated.end(), dim.axes.begin(), dim.axes.end());
    dim = {{}, true, std::nullopt};
  }
  for (std::int64_t priority : later) references_.push_back({priority, {where.value, where.func, where.result, attr}});
  AttrId meshRef;
  AttrId in[] = {attr};
  const Mesh* mesh = steps_.commonMesh(in, &meshRef);
  auto inOrder = [&](const AxisRef& a, const AxisRef& b) { return compareInMesh(a, b, *mesh) == std::weak_ordering::less; };
  if (mesh && !std::is_sorted(sharding.replicated.begin(), sharding.replicated.end(), inOrder)) {
    std::sort(sharding.replicated.begin(), sharding.replicated.end(), inOrder);
    changed = true;
  }
  return changed ? encodeSharding(c_, sharding) : attr;
}

std::vector<std::int64_t> UserPriorities::priorities() const {
  std::set<std::int64_t> all;
  for (const auto& [priority, reference] : references_) all.insert(priority);
  return {all.begin(), all.end()};
}

AttrId* UserPriorities::place(ShardingState& state, const Reference& where) {
  if (where.value) return &state.values[where.value.value];
  std::vector<AttrId>& results = state.results[where.func];
  return where.result < results.size() ? &results[where.result] : nullptr;
}

AttrId UserPriorities::updated(AttrId now, AttrId original, std::int64_t priority) const {
  TensorSharding sharding = steps_.decoded(now);
  const TensorSharding& first = steps_.decoded(original);
  AxisList released;
  for (std::size_t d = 0; d < sharding.dims.size() && d < first.dims.size(); ++d) {
    if (priorityOf(first.dims[d]) != priority) continue;
    sharding.dims[d] = first.dims[d];
    sharding.dims[d].priority.reset();
    released.insert(released.end(), first.dims[d].axes.begin(), first.dims[d].axes.end());
  }
  std::erase_if(sharding.replicated,
                [&](const AxisRef& axis) { return std::find(released.begin(), released.end(), axis) != released.end(); });
  return encodeSharding(c_, sharding);
}

void UserPriorities::release(std::int64_t priority, ShardingState& state, Trace* trace) const {
  for (const auto& [ofPriority, reference] : references_) {
    if (ofPriority != priority) continue;
    AttrId* at = place(state, reference);
    if (!at || !*at) continue;
    AttrId before = *at;
    *at = updated(before, reference.original, priority);
    if (trace) trace->changes.push_back({reference.value, reference.func, reference.result, before, *at});
  }
}

}  // namespace shardlens
