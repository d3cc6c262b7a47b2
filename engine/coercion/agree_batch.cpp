#include "engine/coercion/agreement.h"

namespace shardlens {

namespace {

// Appends axes from the front of `axes` to what `factor` has while they divide what is left of it; the rest stays in `axes`.
void moveWhatFits(AxisList& axes, AxisList& into, std::int64_t factorSize, const Mesh& mesh) {
  std::int64_t sharded = shardedSize(into, mesh);
  if (factorSize == 0 || sharded == 0 || factorSize % sharded != 0) return;
  std::int64_t room = factorSize / sharded;
  std::size_t moved = 0;
  for (; moved < axes.size(); ++moved) {
    std::int64_t size = mesh.sizeOf(axes[moved]);
    if (size == 0 || room % size != 0) break;
    addOrMerge(into, axes[moved], mesh);
    room /= size;
  }
  axes.erase(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(moved));
}

}  // namespace

void moveToBatchFactors(const FactorQuestion& question, AxesPerFactor& axes) {
  const ShardingRule& rule = question.rule;
  for (std::int64_t replicated : rule.needReplication) {
    AxisList left = std::move(axes[static_cast<std::size_t>(replicated)]);
    axes[static_cast<std::size_t>(replicated)].clear();
    if (left.empty() || !inAllTensors(rule, replicated)) continue;
    for (std::size_t f = 0; f < axes.size() && !left.empty(); ++f) {
      auto factor = static_cast<std::int64_t>(f);
      bool batch = rule.kind(factor) == FactorKind::PassThrough && inAllTensors(rule, factor);
      if (batch) moveWhatFits(left, axes[f], rule.factorSizes[f], question.mesh);
    }
  }
}

}  // namespace shardlens
