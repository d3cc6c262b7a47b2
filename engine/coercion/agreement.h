#pragma once

#include <cstdint>
#include <vector>

#include "engine/propagation/projection.h"

namespace shardlens {

/// Axes that all tensors of an operation shard each factor by.
using AxesPerFactor = std::vector<AxisList>;

/// What the tensors of one operation bring to the question how its factors are to be sharded.
struct FactorQuestion {
  const Context& context;
  const ShardingRule& rule;
  const Projection& projection;
  const std::vector<std::int64_t>& tensorSizes;  ///< elements of each tensor, 0 where unknown
  const Mesh& mesh;
};

/// Axes by which every tensor of the operation can shard its factors, chosen so that little has to move.
AxesPerFactor agree(const FactorQuestion& question);

// Strategies, the first that applies is taken.
/// What the tensors have already, where nothing is in conflict.
std::optional<AxesPerFactor> agreedAlready(const FactorQuestion& question);
/// For operations with two tensors to speak of whose dimensions are one factor each: one of the two stays as it is.
std::optional<AxesPerFactor> agreeOnOneOfTwo(const FactorQuestion& question);
/// By vote: each axis of each factor counts the elements of the tensors that have it.
AxesPerFactor agreeByVote(const FactorQuestion& question);
/// Moves axes from factors that must be replicated to factors that every tensor has.
void moveToBatchFactors(const FactorQuestion& question, AxesPerFactor& axes);

/// For a reshape some of whose axes do not divide their factors: spreads the axes of the more sharded side over the factors of both sides
/// anew and keeps what both have. Changes `projection` to that.
AxesPerFactor agreeOnReshape(Projection& projection, const ShardingRule& rule, AttrId meshRef, const Mesh& mesh);

// What strategies share.
/// Axes of `factor` where all tensors that have the factor shard it alike.
std::optional<AxisList> commonAxes(const Projection& projection, std::size_t factor);
/// Gives every tensor that has `factor` these axes; says which tensors changed.
void setFactor(Projection& projection, std::size_t factor, const AxisList& axes, std::vector<bool>& changed);
/// Cuts `axes` at the first that meets one of `others`, a part of it that does not kept; false where none does.
bool cutBefore(AxisList& axes, const AxisList& others, const Mesh& mesh);
/// Product of the sizes of all axes of a tensor.
std::int64_t shardedSize(const TensorFactors& tensor, const Mesh& mesh);
/// True where every tensor with dimensions has `factor`.
bool inAllTensors(const ShardingRule& rule, std::int64_t factor);
/// Numbers of the tensors with dimensions.
std::vector<std::size_t> tensorsWithDims(const ShardingRule& rule);

}  // namespace shardlens
