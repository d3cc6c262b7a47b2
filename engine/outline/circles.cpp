// Strongly connected components by Tarjan's algorithm, with a stack of its own: a chain of layers is deeper than the machine's.
#include "engine/outline/circles.h"

#include <algorithm>
#include <numeric>

namespace shardlens {

namespace {

class CircleFinder {
 public:
  CircleFinder(std::uint32_t nodes, std::span<const std::pair<std::uint32_t, std::uint32_t>> edges)
      : begin_(nodes + 1, 0), next_(edges.size()), number_(nodes, 0), low_(nodes, 0), done_(nodes, false), found_(nodes, false) {
    for (auto [from, to] : edges) ++begin_[from + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    at_.assign(begin_.begin(), begin_.end() - 1);
    for (auto [from, to] : edges) next_[at_[from]++] = to;
    at_.assign(begin_.begin(), begin_.end() - 1);
  }

  std::vector<bool> run() {
    for (std::uint32_t root = 0; root < number_.size(); ++root) {
      if (!number_[root]) visit(root);
    }
    return std::move(found_);
  }

 private:
  void visit(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      std::uint32_t node = path_.back();
      if (at_[node] == begin_[node + 1]) {
        leave(node);
        continue;
      }
      std::uint32_t to = next_[at_[node]++];
      if (!number_[to]) {
        enter(to);
      } else if (!done_[to]) {
        low_[node] = std::min(low_[node], number_[to]);
      }
    }
  }

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = ++count_;
    open_.push_back(node);
    path_.push_back(node);
  }

  void leave(std::uint32_t node) {
    path_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
    if (low_[node] != number_[node]) return;
    bool circle = open_.back() != node;
    for (std::uint32_t member = UINT32_MAX; member != node; open_.pop_back()) {
      member = open_.back();
      done_[member] = true;
      found_[member] = circle;
    }
  }

  std::vector<std::uint32_t> begin_, next_, number_, low_, at_, open_, path_;
  std::vector<bool> done_, found_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<bool> nodesOnCircles(std::uint32_t nodes, std::span<const std::pair<std::uint32_t, std::uint32_t>> edges) {
  return CircleFinder(nodes, edges).run();
}

}  // namespace shardlens
