#include <algorithm>

#include "app/graph/layered_graph.h"

namespace shardlens::app {

namespace {

constexpr int kSweeps = 14;
constexpr std::size_t kManyItems = 4000;  // above it, a few sweeps must do

/// Orders rows by the mean place of their neighbours, downwards and upwards in turn, and keeps the best order met.
class Orderer {
 public:
  explicit Orderer(LayeredGraph& graph) : graph_(graph), at_(graph.items.size()) {
    for (const auto& row : graph_.rows) number(row);
  }

  void run() {
    bool many = graph_.items.size() > kManyItems;
    std::vector<std::vector<int>> best = graph_.rows;
    std::uint64_t fewest = many ? UINT64_MAX : crossings();
    for (int sweep = 0; sweep < (many ? 4 : kSweeps) && fewest > 0; ++sweep) {
      sweepRows(sweep % 2 == 0);
      if (many) continue;
      std::uint64_t now = crossings();
      if (now < fewest) {
        fewest = now;
        best = graph_.rows;
      }
    }
    if (!many) graph_.rows = std::move(best);
  }

 private:
  void number(const std::vector<int>& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      at_[static_cast<std::size_t>(row[i])] = static_cast<double>(i) - static_cast<double>(row.size()) / 2;
  }

  void sweepRows(bool down) {
    std::size_t count = graph_.rows.size();
    for (std::size_t i = 1; i < count; ++i) sortRow(graph_.rows[down ? i : count - 1 - i], down);
  }

  void sortRow(std::vector<int>& row, bool down) {
    std::vector<std::pair<double, int>> keyed;
    keyed.reserve(row.size());
    for (int item : row) {
      const auto& links = down ? graph_.items[static_cast<std::size_t>(item)].up : graph_.items[static_cast<std::size_t>(item)].down;
      double sum = 0;
      for (const auto& link : links) sum += at_[static_cast<std::size_t>(link.to)];
      keyed.emplace_back(links.empty() ? at_[static_cast<std::size_t>(item)] : sum / static_cast<double>(links.size()), item);
    }
    std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = keyed[i].second;
    number(row);
  }

  std::uint64_t crossings() {
    for (const auto& row : graph_.rows) number(row);
    std::uint64_t total = 0;
    for (const auto& row : graph_.rows) total += crossingsBelow(row);
    return total;
  }

  // Edges in order of their upper ends: every pair whose lower ends stand the other way round crosses.
  std::uint64_t crossingsBelow(const std::vector<int>& row) {
    std::uint64_t total = 0;
    seen_.clear();
    for (int item : row) {
      std::size_t before = seen_.size();
      for (const auto& link : graph_.items[static_cast<std::size_t>(item)].down) {
        double place = at_[static_cast<std::size_t>(link.to)];
        for (std::size_t i = 0; i < before; ++i) total += seen_[i] > place ? 1 : 0;
        seen_.push_back(place);
      }
    }
    return total;
  }

  LayeredGraph& graph_;
  std::vector<double> at_, seen_;
};

}  // namespace

void reduceCrossings(LayeredGraph& graph) { Orderer(graph).run(); }

}  // namespace shardlens::app
