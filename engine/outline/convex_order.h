#pragma once

#include <cstdint>
#include <vector>

#include "engine/outline/block_graph.h"

namespace shardlens {

/// A maximal stretch of items of one group in an order in which every stretch is convex.
struct Occurrence {
  std::uint32_t group = 0;
  std::vector<std::uint32_t> items;  ///< in a topological order
};

/// Orders `items` (topologically ordered, forming a convex set) so that each group comes in as few stretches as a simple rule finds:
/// a group whose inputs are all placed is placed whole; when none is, the group of the earliest ready item is placed as far as it goes.
/// `groupOf[i]` is the group of `items[i]`, dense from 0; `local` is scratch by graph item, all UINT32_MAX before and after.
std::vector<Occurrence> convexOrder(const BlockGraph& graph, const std::vector<std::uint32_t>& items,
                                    const std::vector<std::uint32_t>& groupOf, std::uint32_t groups, std::vector<std::uint32_t>& local);

}  // namespace shardlens
