#pragma once

#include "engine/plan/plan_index.h"

namespace shardlens {

/// Which operations pass shardings to and from a place: its producer, its users, edges, a function's results.
class Neighbours {
 public:
  explicit Neighbours(const PlanIndex& index);
  /// An operation, and the result number where it is a function.
  using Neighbour = std::pair<OpId, std::uint32_t>;
  [[nodiscard]] std::vector<Neighbour> of(const TensorPlace& place) const;
  /// Places of the other members of its sharding group.
  [[nodiscard]] std::vector<TensorPlace> groupOf(const TensorPlace& place) const;

 private:
  void addValue(ValueId value, std::vector<Neighbour>& all) const;
  void addUse(UseId use, std::vector<Neighbour>& all) const;
  void addEdgeOf(ValueId value, std::vector<Neighbour>& all) const;
  [[nodiscard]] std::span<const ValueId> valuesOf(ValueId slot) const;

  const PlanIndex& index_;
  std::vector<std::uint32_t> first_;
  std::vector<ValueId> values_;  ///< by slot, in compressed rows
  std::vector<OpId> mains_;
};

}  // namespace shardlens
