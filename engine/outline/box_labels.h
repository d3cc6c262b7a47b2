#pragma once

#include <vector>

#include "engine/outline/block_graph.h"
#include "engine/outline/scope_path.h"

namespace shardlens {

/// Where each item of a block goes: the names of the boxes around it, outermost first, as ScopeReader indices.
struct BoxLabels {
  std::vector<std::vector<std::uint32_t>> paths;  ///< by item
  std::vector<bool> folds;                        ///< by item: has no inputs of its own; goes where it is used first
  bool named = false;                             ///< any operation had a scope name
  bool layered = false;                           ///< scopes are numbered: layers have names
  bool trained = false;                           ///< forward and backward were told apart
};

/// Names of the phase boxes, in the order in which they follow each other.
inline constexpr const char* kPhaseNames[] = {"forward", "loss", "head and loss", "backward", "gradient norm", "update"};

/// Labels the items of a block: phases where there is a backward pass, then scopes; the operations that make a new parameter from its
/// old value, its states and its gradient go to the update of the layer that the parameter serves.
BoxLabels labelBlock(const Module& module, const BlockGraph& graph, BlockId block, ScopeReader& scopes);

}  // namespace shardlens
