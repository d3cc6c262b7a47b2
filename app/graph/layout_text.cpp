#include "app/graph/layout_text.h"

#include <istream>
#include <ostream>

namespace shardlens::app {

namespace {

constexpr std::size_t kMost = 100000;  // no request or answer is longer; more is garbage

bool readCount(std::istream& in, std::size_t* count) { return (in >> *count) && *count <= kMost; }

}  // namespace

void writeInput(std::ostream& out, const LayoutInput& input) {
  out << input.nodes.size() << ' ' << input.edges.size() << ' ' << input.nodeGap << ' ' << input.rankGap << '\n';
  for (const LayoutNode& node : input.nodes) out << node.width << ' ' << node.height << '\n';
  for (const LayoutEdge& edge : input.edges) out << edge.from << ' ' << edge.to << ' ' << edge.weight << '\n';
}

bool readInput(std::istream& in, LayoutInput* input) {
  std::size_t nodes = 0, edges = 0;
  if (!readCount(in, &nodes) || !readCount(in, &edges) || !(in >> input->nodeGap >> input->rankGap)) return false;
  input->nodes.resize(nodes);
  input->edges.resize(edges);
  for (LayoutNode& node : input->nodes) in >> node.width >> node.height;
  for (LayoutEdge& edge : input->edges) {
    in >> edge.from >> edge.to >> edge.weight;
    if (edge.from >= nodes || edge.to >= nodes) return false;
  }
  return static_cast<bool>(in);
}

void writeOutput(std::ostream& out, const LayoutOutput& output) {
  out << output.topLeft.size() << ' ' << output.routes.size() << ' ' << output.width << ' ' << output.height << '\n';
  for (const LayoutPoint& point : output.topLeft) out << point.x << ' ' << point.y << '\n';
  for (const auto& route : output.routes) {
    out << route.size();
    for (const LayoutPoint& point : route) out << ' ' << point.x << ' ' << point.y;
    out << '\n';
  }
  out << "end\n";
}

bool readOutput(std::istream& in, LayoutOutput* output) {
  std::size_t nodes = 0, edges = 0;
  if (!readCount(in, &nodes) || !readCount(in, &edges) || !(in >> output->width >> output->height)) return false;
  output->topLeft.resize(nodes);
  output->routes.resize(edges);
  for (LayoutPoint& point : output->topLeft) in >> point.x >> point.y;
  for (auto& route : output->routes) {
    std::size_t points = 0;
    if (!readCount(in, &points)) return false;
    route.resize(points);
    for (LayoutPoint& point : route) in >> point.x >> point.y;
  }
  std::string end;
  return (in >> end) && end == "end";
}

int runLayoutHelper(std::istream& in, std::ostream& out) {
  LayoutInput input;
  while (readInput(in, &input)) {
    writeOutput(out, dotLayout(input));
    out.flush();
    input = {};
  }
  return 0;
}

}  // namespace shardlens::app
