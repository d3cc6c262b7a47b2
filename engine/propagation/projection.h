#pragma once

#include <vector>

#include "engine/propagation/strategy.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

using AxisList = std::vector<AxisRef>;

/// How one tensor shards one factor.
struct FactorSharding {
  bool present = false;  ///< false: the tensor does not have this factor
  bool closed = false;
  bool minorMost = false;  ///< of its dimension
  AxisList axes;           ///< major to minor
  /// Axes of the dimension that do not divide what is left of this factor: they stay where they are and go nowhere else.
  AxisList overflow;
  bool operator==(const FactorSharding&) const = default;
};

/// A tensor's sharding seen by factors.
struct TensorFactors {
  std::vector<FactorSharding> factors;  ///< by factor
  AxisList replicated, unreduced;
  ReductionOp reduction = ReductionOp::Sum;
};

/// The shardings of an operation's tensors seen by factors; operands stand before results.
struct Projection {
  std::vector<TensorFactors> tensors;
  std::size_t operands = 0;
};

/// Mapping of tensor `i`, operands before results.
const TensorMapping& mappingOf(const ShardingRule& rule, std::size_t i);

/// Splits dimension shardings into factor shardings; a null sharding is an open one (a closed one where `closedIfMissing`).
Projection project(const ShardingRule& rule, const std::vector<const TensorSharding*>& shardings, const Mesh& mesh,
                   bool closedIfMissing = false);

/// Joins factor shardings to dimension shardings; a factor behind one that is not fully sharded would need strides and is left out.
TensorSharding unproject(const TensorFactors& tensor, const TensorMapping& mapping, const std::vector<std::int64_t>& factorSizes,
                         AttrId meshRef, const Mesh& mesh);

enum class PrefixStatus : std::uint8_t { Equal, StrictPrefix, NotAPrefix };

/// Whether `first` is how `second` begins; its last axis may be a part of the one there.
PrefixStatus prefixStatus(const AxisList& first, const AxisList& second);

}  // namespace shardlens
