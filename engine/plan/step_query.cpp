#include "engine/plan/step_query.h"

#include <algorithm>

namespace shardlens {

bool matches(const StepQuery& query, const Moments& moments, const StepFacts& facts, std::size_t moment) {
  if (query.value) {
    auto changing = moments.changing(query.value);
    if (!std::binary_search(changing.begin(), changing.end(), static_cast<std::uint32_t>(moment))) return false;
  }
  if (query.op.empty() && query.axis.empty() && !query.conflicts) return true;
  const Step* step = moments.visitAt(moment);
  if (!step) return false;
  const Module& m = *moments.plan().imported;
  if (!query.op.empty() && m.name(step->op) != query.op) return false;
  const PureFacts& pure = facts.of(*step);
  if (query.conflicts && !pure.conflict.any()) return false;
  return query.axis.empty() || std::any_of(pure.gains.begin(), pure.gains.end(),
                                           [&](const AxisSource& gain) { return m.context().str(gain.axis.name) == query.axis; });
}

std::optional<std::size_t> nextChange(const Moments& moments, ValueId value, std::size_t moment) {
  auto changing = moments.changing(value);
  auto it = std::lower_bound(changing.begin(), changing.end(), moment);
  return it == changing.end() ? std::nullopt : std::optional<std::size_t>(*it);
}

std::optional<std::size_t> previousChange(const Moments& moments, ValueId value, std::size_t moment) {
  auto changing = moments.changing(value);
  auto it = std::lower_bound(changing.begin(), changing.end(), moment);
  return it == changing.begin() ? std::nullopt : std::optional<std::size_t>(*std::prev(it));
}

}  // namespace shardlens
