#include <gvc.h>

#include <cmath>
#include <string>

#include "app/graph/layout.h"

// Graphviz' plug-ins, linked in so that no configuration of the machine is asked.
extern "C" {
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
}

namespace shardlens::app {

namespace {

constexpr double kPoints = 72;  // Graphviz takes sizes in inches and gives places in points

void set(void* object, const char* name, const std::string& value) {
  agsafeset(object, const_cast<char*>(name), const_cast<char*>(value.c_str()), const_cast<char*>(""));
}

std::string number(double value) { return std::to_string(value); }

/// One graph in Graphviz' hands.
class DotGraph {
 public:
  explicit DotGraph(const LayoutInput& input) : input_(input) {
    graph_ = agopen(const_cast<char*>("level"), Agstrictdirected, nullptr);
    set(graph_, "nodesep", number(input.nodeGap / kPoints));
    set(graph_, "ranksep", number(input.rankGap / kPoints));
    // Effort of the network simplex and of the crossing sweeps falls as levels grow: unlimited, a few hundred nodes take minutes.
    std::string effort = number(std::max(2.0, 2000.0 / static_cast<double>(input.nodes.size() + 1)));
    set(graph_, "nslimit", effort);
    set(graph_, "nslimit1", effort);
    set(graph_, "mclimit", input.nodes.size() > 150 ? "0.3" : "1");
    for (std::size_t n = 0; n < input.nodes.size(); ++n) addNode(n);
    for (const LayoutEdge& edge : input.edges) addEdge(edge);
  }
  ~DotGraph() { agclose(graph_); }
  DotGraph(const DotGraph&) = delete;
  DotGraph& operator=(const DotGraph&) = delete;

  LayoutOutput run(GVC_t* context) {
    if (gvLayout(context, graph_, "dot") != 0) return {};
    LayoutOutput out;
    boxf bounds = GD_bb(graph_);
    out.width = bounds.UR.x - bounds.LL.x;
    out.height = bounds.UR.y - bounds.LL.y;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      pointf middle = ND_coord(nodes_[n]);
      out.topLeft.push_back({middle.x - bounds.LL.x - input_.nodes[n].width / 2, bounds.UR.y - middle.y - input_.nodes[n].height / 2});
    }
    for (Agedge_t* edge : edges_) out.routes.push_back(route(edge, bounds));
    gvFreeLayout(context, graph_);
    return out;
  }

 private:
  void addNode(std::size_t n) {
    Agnode_t* node = agnode(graph_, const_cast<char*>(std::to_string(n).c_str()), 1);
    set(node, "shape", "box");
    set(node, "fixedsize", "true");
    set(node, "label", "");
    set(node, "width", number(input_.nodes[n].width / kPoints));
    set(node, "height", number(input_.nodes[n].height / kPoints));
    nodes_.push_back(node);
  }

  void addEdge(const LayoutEdge& edge) {
    Agedge_t* made = agedge(graph_, nodes_[edge.from], nodes_[edge.to], nullptr, 1);
    set(made, "weight", std::to_string(std::lround(std::max(1.0, edge.weight))));
    set(made, "arrowhead", "none");
    edges_.push_back(made);
  }

  static std::vector<LayoutPoint> route(Agedge_t* edge, const boxf& bounds) {
    std::vector<LayoutPoint> points;
    const splines* drawn = ED_spl(edge);
    if (!drawn) return points;
    for (std::size_t b = 0; b < static_cast<std::size_t>(drawn->size); ++b)
      for (std::size_t i = b == 0 ? 0 : 1; i < static_cast<std::size_t>(drawn->list[b].size); ++i)
        points.push_back({drawn->list[b].list[i].x - bounds.LL.x, bounds.UR.y - drawn->list[b].list[i].y});
    return points;
  }

  const LayoutInput& input_;
  Agraph_t* graph_ = nullptr;
  std::vector<Agnode_t*> nodes_;
  std::vector<Agedge_t*> edges_;
};

}  // namespace

LayoutOutput dotLayout(const LayoutInput& input) {
  lt_symlist_t builtins[] = {{"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library}, {nullptr, nullptr}};
  GVC_t* context = gvContextPlugins(builtins, 0);
  LayoutOutput out;
  {
    DotGraph graph(input);
    out = graph.run(context);
  }
  gvFreeContext(context);
  return out;
}

}  // namespace shardlens::app
