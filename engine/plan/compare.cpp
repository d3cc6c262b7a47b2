#include "engine/plan/compare.h"

#include <algorithm>

namespace shardlens {

namespace {

bool splits(Context& c, AttrId sharding) {
  if (!sharding) return false;
  TensorSharding decoded = decodeSharding(c, sharding);
  return std::any_of(decoded.dims.begin(), decoded.dims.end(), [](const DimSharding& dim) { return !dim.axes.empty(); });
}

/// Whether shardings split anything; each is decoded once.
class Reader {
 public:
  explicit Reader(Context& c) : c_(c) {}
  bool splitsAny(AttrId sharding) {
    auto [it, fresh] = known_.try_emplace(sharding, false);
    if (fresh) it->second = splits(c_, sharding);
    return it->second;
  }

 private:
  Context& c_;
  std::unordered_map<AttrId, bool> known_;
};

}  // namespace

std::shared_ptr<const StrategyComparison> compareStrategies(const std::shared_ptr<const Module>& opened,
                                                            std::span<const PlanOptions> options, Diagnostics& diagnostics,
                                                            Progress* progress) {
  auto comparison = std::make_shared<StrategyComparison>();
  comparison->opened = opened;
  Reader reader(opened->context());
  for (const PlanOptions& option : options) {
    PlanPtr plan = makePlan(opened, option, diagnostics, progress);
    if (!plan) return nullptr;
    std::size_t sharded = 0;
    for (std::uint32_t v = 0; v < opened->valueCount(); ++v) sharded += reader.splitsAny(plan->shardingOf(ValueId(v)));
    comparison->runs.push_back({std::move(plan), sharded});
  }
  for (std::uint32_t v = 0; v < opened->valueCount() && !comparison->runs.empty(); ++v) {
    AttrId first = comparison->runs.front().plan->shardingOf(ValueId(v));
    bool same = std::all_of(comparison->runs.begin(), comparison->runs.end(),
                            [&](const StrategyRun& run) { return run.plan->shardingOf(ValueId(v)) == first; });
    if (!same) comparison->differing.emplace_back(v);
  }
  return comparison;
}

}  // namespace shardlens
