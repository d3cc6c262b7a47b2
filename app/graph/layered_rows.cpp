#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/graph/layered_graph.h"

namespace shardlens::app {

namespace {

constexpr double kNarrowest = 900;  // a level of a few nodes need not be folded into more rows
constexpr double kAspect = 1.5;     // width over height that rows aim at

/// Gives every node its row.
class RowMaker {
 public:
  explicit RowMaker(const LayoutInput& input)
      : input_(input), in_(input.nodes.size()), out_(input.nodes.size()), row_(input.nodes.size(), -1) {
    double area = 0;
    for (const LayoutNode& node : input.nodes) area += (node.width + input.nodeGap) * (node.height + input.rankGap);
    widest_ = std::max(kNarrowest, std::sqrt(area * kAspect));
    for (const LayoutEdge& edge : input.edges) {
      if (edge.from == edge.to) continue;
      auto [from, to] = std::minmax(edge.from, edge.to);
      out_[from].push_back(to);
      in_[to].push_back(from);
    }
  }

  std::vector<int> make() {
    for (std::uint32_t n = 0; n < row_.size(); ++n) place(n);
    for (std::uint32_t n = static_cast<std::uint32_t>(row_.size()); n-- > 0;)
      if (in_[n].empty() && !out_[n].empty()) lower(n);
    closeGaps();
    return row_;
  }

 private:
  // Program order is a topological order once edges run from the earlier to the later node.
  void place(std::uint32_t n) {
    int row = 0;
    for (std::uint32_t from : in_[n]) row = std::max(row, row_[from] + 1);
    while (!fits(n, row)) ++row;
    take(n, row);
  }

  void lower(std::uint32_t n) {
    int row = INT32_MAX;
    for (std::uint32_t to : out_[n]) row = std::min(row, row_[to] - 1);
    widths_[static_cast<std::size_t>(row_[n])] -= input_.nodes[n].width + input_.nodeGap;
    int old = row_[n];
    while (row > old && !fits(n, row)) --row;
    take(n, row);
  }

  bool fits(std::uint32_t n, int row) {
    if (static_cast<std::size_t>(row) >= widths_.size()) widths_.resize(static_cast<std::size_t>(row) + 1);
    double used = widths_[static_cast<std::size_t>(row)];
    return used == 0 || used + input_.nodes[n].width <= widest_;
  }

  void take(std::uint32_t n, int row) {
    row_[n] = row;
    widths_[static_cast<std::size_t>(row)] += input_.nodes[n].width + input_.nodeGap;
  }

  void closeGaps() {
    std::vector<int> shift(widths_.size(), 0);
    std::vector<bool> used(widths_.size(), false);
    for (int row : row_) used[static_cast<std::size_t>(row)] = true;
    int next = 0;
    for (std::size_t r = 0; r < used.size(); ++r) shift[r] = used[r] ? next++ : next;
    for (int& row : row_) row = shift[static_cast<std::size_t>(row)];
  }

  const LayoutInput& input_;
  std::vector<std::vector<std::uint32_t>> in_, out_;
  std::vector<int> row_;
  std::vector<double> widths_;
  double widest_ = 0;
};

/// Threads `edge` through a bend in every row between its ends; one that is `alone` at both ends is kept straight.
void thread(LayeredGraph& graph, const LayoutEdge& edge, bool alone, double gap) {
  auto [top, bottom] = std::minmax(edge.from, edge.to);
  std::vector<int> path{static_cast<int>(top)};
  for (int row = graph.items[top].row + 1; row < graph.items[bottom].row; ++row) {
    LayeredGraph::Item bend;
    bend.width = gap * 0.4;
    bend.row = row;
    bend.bend = true;
    path.push_back(static_cast<int>(graph.items.size()));
    graph.items.push_back(std::move(bend));
  }
  path.push_back(static_cast<int>(bottom));
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    LayeredGraph::Item& a = graph.items[static_cast<std::size_t>(path[i])];
    LayeredGraph::Item& b = graph.items[static_cast<std::size_t>(path[i + 1])];
    if (a.row >= b.row) continue;
    double stiff = a.bend && b.bend ? 8 : a.bend || b.bend ? 2 : alone ? 6 : 1;
    a.down.push_back({path[i + 1], edge.weight * stiff});
    b.up.push_back({path[i], edge.weight * stiff});
  }
  graph.reversed.push_back(edge.from > edge.to);
  graph.edgePath.push_back(std::move(path));
}

}  // namespace

LayeredGraph assignRows(const LayoutInput& input) {
  LayeredGraph graph;
  std::vector<int> rows = RowMaker(input).make();
  for (std::size_t n = 0; n < rows.size(); ++n) {
    LayeredGraph::Item item;
    item.width = input.nodes[n].width;
    item.height = input.nodes[n].height;
    item.row = rows[n];
    graph.items.push_back(std::move(item));
  }
  std::vector<int> in(rows.size()), out(rows.size());
  for (const LayoutEdge& edge : input.edges) {
    ++out[edge.from];
    ++in[edge.to];
  }
  for (const LayoutEdge& edge : input.edges) thread(graph, edge, out[edge.from] == 1 && in[edge.to] == 1, input.nodeGap);
  int last = 0;
  for (const LayeredGraph::Item& item : graph.items) last = std::max(last, item.row);
  graph.rows.resize(static_cast<std::size_t>(last) + 1);
  for (std::size_t i = 0; i < graph.items.size(); ++i)
    graph.rows[static_cast<std::size_t>(graph.items[i].row)].push_back(static_cast<int>(i));
  return graph;
}

}  // namespace shardlens::app
