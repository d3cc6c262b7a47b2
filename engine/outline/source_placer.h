#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/outline/block_graph.h"
#include "engine/outline/box_labels.h"
#include "engine/outline/box_tree.h"
#include "engine/outline/leaves.h"

namespace shardlens {

/// Puts what has no inputs (constants, arguments) into the boxes that use it first, once a block's levels are made.
class SourcePlacer {
 public:
  SourcePlacer(const Module& module, BoxTree& tree, LevelFolder& folder, Leaves& leaves, const std::vector<std::uint32_t>& itemOf)
      : module_(module), tree_(tree), folder_(folder), leafMaker_(leaves), itemOf_(itemOf) {}
  /// Makes the leaves of the items that fold; `leaves` (by item) has all the others already.
  void placeConstants(const BlockGraph& graph, const BoxLabels& labels, std::uint32_t box, std::vector<std::uint32_t>& leaves);
  /// Makes the boxes of a function's arguments; does nothing for other blocks.
  void placeArguments(const BlockGraph& graph, BlockId block, std::uint32_t box, const std::vector<std::uint32_t>& leaves);

 private:
  void numberLeaves(std::uint32_t box);
  /// By item that folds: whether arguments make it, and not constants alone.
  [[nodiscard]] bool isInside(std::uint32_t box, std::uint32_t around) const;
  [[nodiscard]] std::vector<bool> madeOfArguments(const BlockGraph& graph, const BoxLabels& labels) const;
  void addFront(std::uint32_t box, const std::string& what, const std::vector<std::uint32_t>& list);
  [[nodiscard]] std::uint32_t servedBox(std::uint32_t leaf, std::uint32_t top) const;
  [[nodiscard]] std::uint32_t firstUser(const BlockGraph& graph, ValueId arg, const std::vector<std::uint32_t>& leaves) const;
  void addArguments(std::uint32_t home, const std::vector<std::uint32_t>& list);
  void foldArguments(std::uint32_t role);
  const Module& module_;
  BoxTree& tree_;
  LevelFolder& folder_;
  Leaves& leafMaker_;
  const std::vector<std::uint32_t>& itemOf_;
  std::vector<std::uint32_t> position_;  ///< of each box in the finished order, to find which use comes first
  std::uint32_t nextPosition_ = 0;
};

/// Groups the children of `box` by their places, as many to a group as a level may be wide.
void foldByPlace(BoxTree& tree, std::uint32_t box);

}  // namespace shardlens
