#pragma once

#include <cstdint>
#include <string>

namespace shardlens {

/// How axes of a factor meet those of another: only where all agree, or with conflicts resolved by a heuristic.
enum class FactorStrategy : std::uint8_t { Basic, Aggressive, BasicThenAggressive };

/// In which direction an operation may pass shardings on; a union and an intersection are bitwise.
enum class Direction : std::uint8_t { None = 0, Forward = 1, Backward = 2, Both = 3 };

/// Options of a propagation; the default is -sdy-basic-propagate without options.
struct PropagationOptions {
  FactorStrategy strategy = FactorStrategy::Basic;
  bool opPriorities = false;
  bool userPriorities = false;
  bool conservative = false;
  bool keepShardingRules = false;
  bool debugShardingOrigins = false;
  bool debugPropagationEdges = false;
  std::string dumpDirectory;  ///< a module after each user priority is written there; empty: none
};

}  // namespace shardlens
