#include <algorithm>
#include <bit>

#include "app/graph/layered_graph.h"

namespace shardlens::app {

namespace {

constexpr double kPortInset = 24;  // no edge ends nearer to a node's corner
constexpr double kPortGap = 14;

/// Turns rows and middles into corners and curves.
class Router {
 public:
  Router(const LayoutInput& input, const LayeredGraph& graph) : input_(input), graph_(graph) {}

  LayoutOutput run() {
    placeRows();
    out_.topLeft.resize(input_.nodes.size());
    double left = 0, right = 0;
    for (std::size_t i = 0; i < graph_.items.size(); ++i) {
      const auto& item = graph_.items[i];
      left = i == 0 ? item.x - item.width / 2 : std::min(left, item.x - item.width / 2);
      right = i == 0 ? item.x + item.width / 2 : std::max(right, item.x + item.width / 2);
    }
    shift_ = -left;
    for (std::size_t n = 0; n < input_.nodes.size(); ++n) out_.topLeft[n] = {x(n) - graph_.items[n].width / 2, top(n)};
    choosePorts();
    for (std::size_t e = 0; e < graph_.edgePath.size(); ++e) out_.routes.push_back(route(e));
    out_.width = right - left;
    return std::move(out_);
  }

 private:
  double x(std::size_t item) const { return graph_.items[item].x + shift_; }
  double top(std::size_t n) const {
    auto row = static_cast<std::size_t>(graph_.items[n].row);
    return rowTop_[row] + (rowHeight_[row] - graph_.items[n].height) / 2;
  }

  void placeRows() {
    rowTop_.resize(graph_.rows.size());
    rowHeight_.resize(graph_.rows.size());
    for (std::size_t r = 0; r < graph_.rows.size(); ++r)
      for (int item : graph_.rows[r]) rowHeight_[r] = std::max(rowHeight_[r], graph_.items[static_cast<std::size_t>(item)].height);
    double y = 0;
    for (std::size_t r = 0; r < graph_.rows.size(); ++r) {
      rowTop_[r] = y;
      y += rowHeight_[r] + input_.rankGap;
    }
    out_.height = graph_.rows.empty() ? 0 : y - input_.rankGap;
  }

  // Ends at a node stand in the order in which their edges arrive, apart from each other where there is room.
  void choosePorts() {
    port_.resize(graph_.edgePath.size());
    std::vector<std::vector<std::size_t>> arriving(input_.nodes.size());
    for (std::size_t e = 0; e < graph_.edgePath.size(); ++e) arriving[static_cast<std::size_t>(graph_.edgePath[e].back())].push_back(e);
    for (std::size_t n = 0; n < arriving.size(); ++n) choosePorts(n, arriving[n]);
  }

  void choosePorts(std::size_t n, std::vector<std::size_t>& edges) {
    if (edges.size() == 1) port_[edges.front()] = x(n);
    if (edges.size() < 2) return;
    auto before = [&](std::size_t e) { return x(static_cast<std::size_t>(graph_.edgePath[e][graph_.edgePath[e].size() - 2])); };
    std::stable_sort(edges.begin(), edges.end(), [&](std::size_t a, std::size_t b) { return before(a) < before(b); });
    double half = std::max(0.0, graph_.items[n].width / 2 - kPortInset);
    double gap = std::min(kPortGap, 2 * half / static_cast<double>(edges.size() - 1));
    std::vector<double> wanted, weight(edges.size(), 1), apart(edges.size() - 1, gap);
    for (std::size_t e : edges) wanted.push_back(std::clamp(before(e), x(n) - half, x(n) + half));
    std::vector<double> placed = spread(wanted, weight, apart);
    double over = std::max(0.0, placed.back() - (x(n) + half)), under = std::max(0.0, x(n) - half - placed.front());
    for (std::size_t i = 0; i < edges.size(); ++i) port_[edges[i]] = placed[i] - over + under;
  }

  std::vector<LayoutPoint> route(std::size_t e) const {
    const std::vector<int>& path = graph_.edgePath[e];
    auto from = static_cast<std::size_t>(path.front()), to = static_cast<std::size_t>(path.back());
    std::vector<LayoutPoint> points{{x(from), top(from) + graph_.items[from].height}};
    for (std::size_t i = 1; i + 1 < path.size(); ++i) {
      auto row = static_cast<std::size_t>(graph_.items[static_cast<std::size_t>(path[i])].row);
      double at = x(static_cast<std::size_t>(path[i]));
      curve(points, {at, rowTop_[row]});
      line(points, {at, rowTop_[row] + rowHeight_[row]});
    }
    curve(points, {port_[e], top(to)});
    if (graph_.reversed[e]) std::reverse(points.begin(), points.end());
    return points;
  }

  static void curve(std::vector<LayoutPoint>& points, LayoutPoint to) {
    LayoutPoint from = points.back();
    double middle = (from.y + to.y) / 2;
    points.insert(points.end(), {{from.x, middle}, {to.x, middle}, to});
  }

  static void line(std::vector<LayoutPoint>& points, LayoutPoint to) {
    LayoutPoint from = points.back();
    points.insert(points.end(), {from, to, to});
  }

  const LayoutInput& input_;
  const LayeredGraph& graph_;
  LayoutOutput out_;
  std::vector<double> rowTop_, rowHeight_, port_;
  double shift_ = 0;
};

}  // namespace

std::uint64_t LayoutInput::key() const {
  std::uint64_t h = nodes.size();
  auto mix = [&](std::uint64_t v) { h = (h ^ v) * 0x9E3779B97F4A7C15ULL ^ (h >> 29); };
  for (const LayoutNode& node : nodes) {
    mix(std::bit_cast<std::uint64_t>(node.width));
    mix(std::bit_cast<std::uint64_t>(node.height));
  }
  for (const LayoutEdge& edge : edges) {
    mix(std::uint64_t{edge.from} << 32 | edge.to);
    mix(std::bit_cast<std::uint64_t>(edge.weight));
  }
  mix(std::bit_cast<std::uint64_t>(nodeGap));
  mix(std::bit_cast<std::uint64_t>(rankGap));
  return h;
}

LayoutOutput layeredLayout(const LayoutInput& input) {
  if (input.nodes.empty()) return {};
  LayeredGraph graph = assignRows(input);
  reduceCrossings(graph);
  placeItems(graph, input.nodeGap);
  return Router(input, graph).run();
}

}  // namespace shardlens::app
