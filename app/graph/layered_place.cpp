#include "app/graph/layered_graph.h"

namespace shardlens::app {

namespace {

constexpr int kPasses = 10;
constexpr double kFree = 0.05;  // weight of an item without neighbours: it gives way

class Placer {
 public:
  Placer(LayeredGraph& graph, double gap) : graph_(graph), gap_(gap) {}

  void run() {
    for (auto& row : graph_.rows) startRow(row);
    for (int pass = 0; pass < kPasses; ++pass) {
      bool last = pass + 2 >= kPasses;
      std::size_t count = graph_.rows.size();
      for (std::size_t i = 0; i < count; ++i)
        placeRow(graph_.rows[pass % 2 == 0 ? i : count - 1 - i], last || pass % 2 == 0, last || pass % 2 == 1);
    }
  }

 private:
  LayeredGraph::Item& item(int i) { return graph_.items[static_cast<std::size_t>(i)]; }

  double apart(const LayeredGraph::Item& a, const LayeredGraph::Item& b) const {
    double gap = a.bend && b.bend ? gap_ * 0.35 : a.bend || b.bend ? gap_ * 0.6 : gap_;
    return (a.width + b.width) / 2 + gap;
  }

  void startRow(const std::vector<int>& row) {
    double x = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) x += apart(item(row[i - 1]), item(row[i]));
      item(row[i]).x = x;
    }
    for (int i : row) item(i).x -= x / 2;
  }

  void placeRow(const std::vector<int>& row, bool above, bool below) {
    std::vector<double> wanted, weight, distance;
    for (std::size_t i = 0; i < row.size(); ++i) {
      LayeredGraph::Item& at = item(row[i]);
      double sum = kFree * at.x, total = kFree;
      if (above) pull(at.up, sum, total);
      if (below) pull(at.down, sum, total);
      wanted.push_back(sum / total);
      weight.push_back(total);
      if (i + 1 < row.size()) distance.push_back(apart(at, item(row[i + 1])));
    }
    std::vector<double> placed = spread(wanted, weight, distance);
    for (std::size_t i = 0; i < row.size(); ++i) item(row[i]).x = placed[i];
  }

  void pull(const std::vector<LayeredGraph::Link>& links, double& sum, double& total) {
    for (const auto& link : links) {
      sum += item(link.to).x * link.weight;
      total += link.weight;
    }
  }

  LayeredGraph& graph_;
  double gap_;
};

}  // namespace

void placeItems(LayeredGraph& graph, double gap) { Placer(graph, gap).run(); }

}  // namespace shardlens::app
