#pragma once

#include <vector>

#include "engine/plan/plan.h"

namespace shardlens {

/// A sharding that ends at the border of the program: what runs the program sees less of it than the program itself.
struct AtBorder {
  bool result = false;      ///< a result of the function; an argument otherwise
  std::uint32_t index = 0;  ///< of the argument or result
  AttrId inside, outside;   ///< after propagation, and after the passes behind it
  struct Loss {
    std::size_t dim = 0;
    std::int64_t size = 0, parts = 1;  ///< of the dimension, and into how many its axes would divide it
    bool uneven = false;               ///< that leaves a rest; otherwise the dimension is open and holds a part of an axis
  };
  std::vector<Loss> losses;  ///< dimensions in which they differ
};

/// Where `opened`, an argument of the main function or a value that it returns, loses axes at the border. Interns into the context.
std::vector<AtBorder> atBorder(const Plan& plan, ValueId opened);

}  // namespace shardlens
