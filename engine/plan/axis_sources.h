#pragma once

#include "engine/plan/axis_piece.h"
#include "engine/plan/plan_index.h"

namespace shardlens {

/// A piece of an axis on a dimension of a tensor, as it stood at a time.
struct AxisAt {
  TensorPlace place;
  std::size_t dim = 0;
  AxisPiece piece;
  std::uint32_t time = 0;
};

/// One way in which a piece came to where it is.
struct AxisSourceAt {
  enum class Kind : std::uint8_t {
    Start,    ///< it was there before the first step
    Opening,  ///< its user priority's turn came (`change`)
    Border,   ///< manual axes that a computation's edge has at its border
    Step,     ///< a rule passed it on (`step`, `factor`)
    Group     ///< a member of the same sharding group got it in `step`
  };
  Kind kind = Kind::Start;
  AxisPiece piece;
  std::uint32_t change = 0, step = PlanIndex::kNone;
  std::int64_t factor = -1;
  std::uint32_t tensor = 0;            ///< number of the tensor that got it in the step's rule
  std::vector<AxisAt> from;            ///< who had it: any of them would have been enough
  std::vector<std::uint32_t> tensors;  ///< their numbers in the rule
};

/// Where the piece `at` came from; more than one entry where parts of it came on different ways. Empty where it is not there.
std::vector<AxisSourceAt> sourcesOf(const PlanIndex& index, const AxisAt& at, const Mesh& mesh);

}  // namespace shardlens
