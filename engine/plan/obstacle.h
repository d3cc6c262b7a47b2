#pragma once

#include "engine/plan/axis_sources.h"
#include "engine/rules/rules.h"

namespace shardlens {

/// Why an axis does not stand on a dimension of a tensor.
enum class ObstacleKind : std::uint8_t {
  NotReached,    ///< it comes only in a later step (`rivalStep`), or propagation did not run to its end
  ClosedDim,     ///< the dimension is closed
  OtherDim,      ///< the axis shards another dimension of the tensor
  Replicated,    ///< the tensor is explicitly replicated along it
  Unreduced,     ///< the tensor is a partial sum along it
  Manual,        ///< the axis is a manual one of a computation around, or of the one that makes it
  Conflict,      ///< another axis stands in its place, there or on another tensor of the operation
  NotDivisible,  ///< the factor's size does not divide
  Strided,       ///< a more major factor of the dimension is not fully sharded: the parts would not be contiguous
  PartOfAxis,    ///< it would need a part of an axis, which conservative propagation does not make
  Blocked,       ///< the rule does not let the factor pass
  Barrier,       ///< a propagation barrier lets nothing pass in this direction
  NotShared,     ///< a neighbour has the axis on a factor that the dimension does not belong to
  NoRule,        ///< the operation between has no sharding rule
  OtherMesh,     ///< the tensors of the operation are on different meshes
  NoSharding,    ///< the value cannot carry a sharding
  Unused,        ///< nothing uses the value: propagation takes its operation out
  Nowhere        ///< no tensor that the dimension is connected with has the axis
};

/// By what the axis that is there came before the one asked for.
enum class WonBy : std::uint8_t {
  Nothing,
  Annotation,    ///< written
  UserPriority,  ///< its user priority's turn came first
  OpPriority,    ///< its operation's turn came first
  Strategy,      ///< the basic strategy, whose turn came first, let it pass and not the one asked for
  Size,          ///< it came from a larger tensor
  Parts,         ///< it came from a tensor as large that it splits into more parts
  Order          ///< its operation was visited, or its factor looked at, first
};

struct Obstacle {
  ObstacleKind kind = ObstacleKind::Nowhere;
  AxisRef axis;    ///< that is stopped: the one asked for, or one that must stand before it
  OpId op;         ///< of the imported module, between `at` and `holder`; a function for what it returns; invalid where none is involved
  TensorPlace at;  ///< the tensor that cannot take it; invalid for a value that propagation does not see
  ValueId asked;   ///< then this value of the opened program
  std::size_t dim = 0;
  TensorPlace holder;  ///< a tensor of `op` that has it; invalid where none does
  std::size_t holderDim = 0;
  std::int64_t factor = -1;
  FactorKind factorKind = FactorKind::PassThrough;
  TensorPlace rival;  ///< the tensor that has what is in the way
  std::size_t rivalDim = 0;
  AxisRef rivalAxis;
  WonBy won = WonBy::Nothing;
  std::uint32_t rivalStep = PlanIndex::kNone;  ///< that brought it; none where it was written there
  std::int64_t size = 0, parts = 0;            ///< of the factor, and into how many parts it would go
  std::vector<TensorPlace> way;                ///< from the tensor asked for to `at`, both included
};

/// An operation with the rule and the places that propagation sees it with.
struct RuledOp {
  OpId op;
  AttrId rule;  ///< invalid: none
  std::vector<TensorPlace> tensors;
};

/// Says what stops an axis at one tensor or between two tensors of one operation, at the end of a plan. Interns rules.
class ObstacleFinder {
 public:
  explicit ObstacleFinder(const PlanIndex& index);

  [[nodiscard]] const PlanIndex& index() const { return index_; }
  /// `op` as propagation met it; `result`: which result of a function.
  RuledOp ruled(OpId op, std::uint32_t result = 0);
  /// What on the tensor itself keeps the piece off `dim`.
  [[nodiscard]] std::optional<Obstacle> onTensor(const TensorPlace& place, std::size_t dim, const AxisPiece& piece) const;
  /// What keeps the piece from passing along `factor` from tensor `holder` to tensor `to` of `op`.
  Obstacle between(const RuledOp& op, std::size_t to, std::size_t holder, std::int64_t factor, const AxisPiece& piece, int depth = 0);

 private:
  struct Query;
  [[nodiscard]] std::optional<Obstacle> inPlace(const Query& q) const;
  [[nodiscard]] std::optional<Obstacle> behind(const Query& q, int depth);
  [[nodiscard]] std::optional<Obstacle> inFactor(const Query& q) const;
  [[nodiscard]] std::optional<Obstacle> ofOthers(const Query& q, int depth);
  [[nodiscard]] bool barred(const Query& q) const;
  void judge(Obstacle& obstacle, const Query& q) const;

  const PlanIndex& index_;
  RuleBook rules_;
};

/// The dimension of `mapping` that `factor` belongs to; -1 where it does not.
std::int64_t dimOf(const TensorMapping& mapping, std::int64_t factor);

}  // namespace shardlens
