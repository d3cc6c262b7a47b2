#pragma once

#include <cstdint>
#include <string>

namespace shardlens::random {

struct Options {
  int operations = 16;      ///< in `main`; regions and functions have fewer
  bool regions = true;      ///< while, case, if, barriers, manual and named computations
  bool named = true;        ///< named computations among the regions
  bool calls = true;        ///< private functions and calls of them
  bool groups = true;       ///< sharding groups
  bool constraints = true;  ///< sharding constraints and propagation barriers
  bool meshes = true;       ///< several meshes, maximal ones, axes of size one, given device orders
  bool priorities = true;   ///< priorities on dimension shardings
  bool unreduced = false;   ///< partial sums in written shardings
  int annotated = 25;       ///< per cent of the values that carry a sharding
};

/// A valid program in StableHLO and sdy with random operations, regions, meshes and annotations; one seed, one text.
std::string randomProgram(std::uint64_t seed, const Options& options = {});

}  // namespace shardlens::random
