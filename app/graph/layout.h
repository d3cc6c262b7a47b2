#pragma once

#include <cstdint>
#include <vector>

namespace shardlens::app {

struct LayoutPoint {
  double x = 0, y = 0;
};

struct LayoutNode {
  double width = 0, height = 0;
};

struct LayoutEdge {
  std::uint32_t from = 0, to = 0;  ///< indices of nodes
  double weight = 1;               ///< heavier edges are kept straighter and shorter
};

/// One level of the graph, to be laid out from top to bottom. Nodes stand in program order.
struct LayoutInput {
  std::vector<LayoutNode> nodes;
  std::vector<LayoutEdge> edges;
  double nodeGap = 36;  ///< between neighbours in a row
  double rankGap = 42;  ///< between rows

  /// Equal inputs have equal keys: layouts are kept by it.
  [[nodiscard]] std::uint64_t key() const;
};

struct LayoutOutput {
  std::vector<LayoutPoint> topLeft;              ///< by node
  std::vector<std::vector<LayoutPoint>> routes;  ///< by edge: points of cubic Bezier pieces (1 + 3n), from border to border
  double width = 0, height = 0;

  [[nodiscard]] bool empty() const { return topLeft.empty(); }
};

/// Plain layered layout of our own: instant, deterministic, linear in nodes and edges but for crossing sweeps.
LayoutOutput layeredLayout(const LayoutInput& input);

/// Graphviz dot, in this very process: only the helper process calls it, since it can neither be stopped nor share a process safely.
LayoutOutput dotLayout(const LayoutInput& input);

}  // namespace shardlens::app
