#pragma once

#include <vector>

#include "app/graph/layout.h"

namespace shardlens::app {

/// A level with its rows: real nodes come first, then a point for every row that an edge passes through.
struct LayeredGraph {
  struct Link {
    int to = 0;
    double weight = 1;
  };
  struct Item {
    double width = 0, height = 0, x = 0;  ///< x is the middle
    int row = 0;
    bool bend = false;           ///< a point of an edge, not a node
    std::vector<Link> up, down;  ///< neighbours in the rows above and below
  };
  std::vector<Item> items;
  std::vector<std::vector<int>> rows;      ///< items from left to right
  std::vector<std::vector<int>> edgePath;  ///< by input edge: its items from top to bottom
  std::vector<bool> reversed;              ///< by input edge: drawn against the direction of the rows
};

/// Rows by longest path, none wider than what keeps the whole near the shape of a page; sources stand just above their first consumer.
LayeredGraph assignRows(const LayoutInput& input);
/// Reorders rows so that few edges cross.
void reduceCrossings(LayeredGraph& graph);
/// Places items of a row near the middle of their neighbours, kept apart by `gap`.
void placeItems(LayeredGraph& graph, double gap);

/// Positions nearest to `wanted` in weighted least squares with position[i + 1] - position[i] >= apart[i].
std::vector<double> spread(const std::vector<double>& wanted, const std::vector<double>& weight, const std::vector<double>& apart);

}  // namespace shardlens::app
