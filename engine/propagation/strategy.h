#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace shardlens {

class Module;

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
  /// Given the module as it stands after each user priority but the last, and a name for it.
  std::function<void(const Module& module, std::string_view name)> dump = nullptr;
};

}  // namespace shardlens
