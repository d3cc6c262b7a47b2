#pragma once

#include <string>
#include <vector>

#include "engine/outline/block_graph.h"
#include "engine/outline/box_labels.h"
#include "engine/outline/scope_path.h"

namespace shardlens {

/// What a level is divided into before it is put in order.
struct LevelGroups {
  std::vector<std::uint32_t> groupOf;  ///< by place in the level's items
  std::vector<std::uint32_t> nameOf;   ///< by group: its name; UINT32_MAX for an item that stands alone
};

/// Groups `items` by their names at `depth`. What has no name there stands alone, or joins the numbered sibling (a layer) that made its
/// latest input. `groupOfItem` is room for a number per item of the graph: UINT32_MAX everywhere, before and after.
LevelGroups groupLevel(const Module& module, const BlockGraph& graph, const BoxLabels& labels, ScopeReader& scopes,
                       const std::vector<std::uint32_t>& items, std::size_t depth, std::vector<std::uint32_t>& groupOfItem);

/// Which of their numbers tells two names apart; SIZE_MAX where it is not exactly one.
std::size_t countingNumber(const std::string& a, const std::string& b);
/// The name without its `k`-th number and what joins it: `stage1_block` of `stage1_block0`.
std::string withoutNumber(const std::string& name, std::size_t k);

}  // namespace shardlens
