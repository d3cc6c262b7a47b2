#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/ids.h"

namespace shardlens {

/// Where a run went: enough, with its trace, for a later run over the same program to repeat what cannot come out differently.
///
/// A run is cut where nothing but its sweep is left on the list. What follows then depends on the shardings, on the place where the sweep
/// stops next and on nothing else.
struct RunLog {
  /// One stop of the sweep with all that it led to; the ends are those of the log's visits and of the trace's steps, changes and standoffs.
  struct Stretch {
    std::uint32_t place = 0;  ///< where the sweep stopped; kResults for the functions' results, which begin and end each iteration
    std::uint32_t visitEnd = 0, stepEnd = 0, changeEnd = 0, standoffEnd = 0;
  };
  static constexpr std::uint32_t kResults = 0xFFFFFFFFU;

  std::vector<AttrId> start;          ///< shardings before the first step, by slot
  std::vector<Stretch> stretches;     ///< those that did nothing are left out
  std::vector<std::uint32_t> visits;  ///< places of all operations that were visited in them
  std::vector<ValueId> seen;          ///< of a log that was carried over: values that other operations look at now
  std::size_t repeated = 0;           ///< stretches that were taken from an earlier run
  bool idleSteps = false;             ///< some step changed nothing: such a one is another step each time that it is tried
  bool complete = false;              ///< false: cancelled, or dimensions waited for their user priority

  /// True when later runs can repeat parts of this one.
  [[nodiscard]] bool repeatable() const { return complete && !idleSteps; }
};

}  // namespace shardlens
