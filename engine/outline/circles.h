#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace shardlens {

/// By node, of a graph of `nodes` with `edges` (from, to): whether a path leads from it to another node and back.
std::vector<bool> nodesOnCircles(std::uint32_t nodes, std::span<const std::pair<std::uint32_t, std::uint32_t>> edges);

}  // namespace shardlens
