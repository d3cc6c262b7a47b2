#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/ir/ids.h"

namespace shardlens {

class StepTable;
struct RunLog;

/// One sharding that a step changed.
struct ShardingChange {
  ValueId value;  ///< where it changed (the data-flow edge's result stands for all its targets); invalid: a function's result
  OpId func;      ///< with `result`, the function whose result changed
  std::uint32_t result = 0;
  AttrId before;  ///< invalid: had none
  AttrId after;
};

/// One application of a rule that changed at least one sharding; numbered as the reference's `step-N`.
struct Step {
  OpId op;  ///< the operation, data-flow edge, or function (for its results)
  AttrId rule;
  std::uint32_t firstChange = 0, changeCount = 0;
  std::uint32_t pure = 0;  ///< its pure step in Trace::table: shardings in, shardings out, sources of the new axes
  std::int32_t userPriority = 0;
  std::int8_t opPriority = 0;
  std::uint8_t round = 0;       ///< 0 basic, 1 aggressive
  std::uint16_t iteration = 0;  ///< which run over the whole program, from 1: each strategy at each priority is one
};

/// A visit that changed nothing because tensors split a factor along different axes; recorded once for an operation and what it met.
struct Standoff {
  Step visit;                     ///< without changes
  std::uint32_t stepsBefore = 0;  ///< it came after so many steps
};

/// What propagation did, as deltas: enough to step forward and back. Equal steps of equal layers share one pure step.
///
/// Changes between those of two steps belong to no operation: there the dimensions of the next user priority were opened.
struct Trace {
  std::int64_t firstNumber = 0;  ///< number of steps[0]
  std::vector<Step> steps;
  std::vector<ShardingChange> changes;
  std::vector<Standoff> standoffs;  ///< in order of stepsBefore
  std::shared_ptr<const StepTable> table;
  std::shared_ptr<RunLog> log;  ///< set before a run: is filled by it, so that later runs can repeat parts of it
};

}  // namespace shardlens
