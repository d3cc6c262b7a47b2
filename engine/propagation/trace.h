#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/ids.h"

namespace shardlens {

/// One sharding that a step changed.
struct ShardingChange {
  ValueId value;       ///< representative of its data-flow edge
  AttrId before;       ///< invalid: had none
  AttrId after;
};

/// Cause of one axis on one factor: the tensor of the operation that had it.
struct StepCause {
  std::uint16_t factor = 0;
  bool sourceIsResult = false;
  std::uint16_t sourceIndex = 0;
};

/// One application of a rule that changed at least one sharding; numbered as the reference's `step-N` from 0.
struct Step {
  OpId op;
  AttrId rule;
  std::uint32_t firstChange = 0, changeCount = 0;
  std::uint32_t firstCause = 0, causeCount = 0;
  std::int32_t userPriority = 0;
  std::int16_t opPriority = 0;
  std::uint8_t direction = 3;  ///< bit 0 forward, bit 1 backward
};

/// What propagation did, as deltas: enough to step forward and back.
struct Trace {
  std::vector<Step> steps;
  std::vector<ShardingChange> changes;
  std::vector<StepCause> causes;
};

}  // namespace shardlens
