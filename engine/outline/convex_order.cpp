// How boxes are made convex.
//
// A set of operations is convex when no path leaves it and comes back. Boxes of one level are all convex, and the graph of boxes has
// no cycle, exactly if the operations have a topological order in which every box is one stretch. So the order comes first and the
// boxes are cut from it. Groups (operations of one scope) are placed one after the other:
//
//   pending(g)   uses, by operations of g that are not placed yet, of operations of other groups that are not placed yet.
//   complete     a group with pending 0: all of it can be placed in one stretch, and the group is done.
//
// While there are complete groups, the one whose first operation stands earliest in the program goes next. When there is none, the
// groups that are left wait for each other in a circle (a norm before and after attention that bears one name): the circle has to be
// cut somewhere. The group of the earliest operation that is ready gets a first stretch, as far as it goes without the others.
//
// A group that is known to lie on a circle (a function called in every layer) is cut as soon as its turn comes in the program. To wait
// until nothing else is complete would put what no layer waits for, the last layer's weights unpacked, before the first layer.
#include "engine/outline/convex_order.h"

#include <algorithm>
#include <queue>

#include "engine/outline/circles.h"

namespace shardlens {

namespace {

using Earliest =
    std::priority_queue<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::greater<>>;

class Orderer {
 public:
  Orderer(const BlockGraph& graph, const std::vector<std::uint32_t>& items, const std::vector<std::uint32_t>& groupOf, std::uint32_t groups,
          std::vector<std::uint32_t>& local)
      : graph_(graph),
        items_(items),
        groupOf_(groupOf),
        local_(local),
        members_(groups),
        pending_(groups, 0),
        left_(groups, 0),
        waiting_(items.size(), 0),
        placed_(items.size(), false) {}

  std::vector<Occurrence> run() {
    enter();
    findCircles();
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      if (waiting_[i] == 0) setReady(i);
    }
    while (remaining_ > 0) {
      if (!placeComplete()) placePartly();
    }
    for (std::uint32_t item : items_) local_[item] = UINT32_MAX;
    return std::move(out_);
  }

 private:
  void enter() {
    for (std::uint32_t i = 0; i < items_.size(); ++i) local_[items_[i]] = i;
    remaining_ = static_cast<std::uint32_t>(items_.size());
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      members_[groupOf_[i]].push_back(i);
      ++left_[groupOf_[i]];
      for (std::uint32_t pred : graph_.predsOf(items_[i])) {
        std::uint32_t p = local_[pred];
        if (p == UINT32_MAX) continue;
        ++waiting_[i];
        if (groupOf_[p] != groupOf_[i]) ++pending_[groupOf_[i]];
      }
    }
    for (std::uint32_t g = 0; g < members_.size(); ++g) {
      if (pending_[g] == 0 && !members_[g].empty()) complete_.emplace(members_[g].front(), g);
    }
  }

  void place(std::uint32_t i, Occurrence& into) {
    placed_[i] = true;
    into.items.push_back(items_[i]);
    --remaining_;
    --left_[groupOf_[i]];
    for (std::uint32_t succ : graph_.succsOf(items_[i])) {
      std::uint32_t s = local_[succ];
      if (s == UINT32_MAX) continue;
      if (--waiting_[s] == 0) setReady(s);
      std::uint32_t g = groupOf_[s];
      if (g != groupOf_[i] && --pending_[g] == 0) complete_.emplace(firstLeft(g), g);
    }
  }

  void setReady(std::uint32_t i) {
    ready_.emplace(i, groupOf_[i]);
    if (onCircle_[groupOf_[i]]) cut_.push(i);
  }

  std::uint32_t firstLeft(std::uint32_t group) const {
    for (std::uint32_t i : members_[group]) {
      if (!placed_[i]) return i;
    }
    return UINT32_MAX;
  }

  void findCircles() {
    auto groups = static_cast<std::uint32_t>(members_.size());
    onCircle_.assign(groups, false);
    if (std::ranges::none_of(members_, [](const auto& m) { return m.size() > 1; })) return;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      for (std::uint32_t succ : graph_.succsOf(items_[i])) {
        std::uint32_t s = local_[succ];
        if (s != UINT32_MAX && groupOf_[s] != groupOf_[i]) edges.emplace_back(groupOf_[i], groupOf_[s]);
      }
    }
    onCircle_ = nodesOnCircles(groups, edges);
    for (std::uint32_t g = 0; g < groups; ++g) onCircle_[g] = onCircle_[g] && members_[g].size() > 1;
  }

  /// The first operation that is ready and belongs to a group on a circle; UINT32_MAX where none does.
  std::uint32_t firstOnCircle() {
    while (!cut_.empty() && placed_[cut_.top()]) cut_.pop();
    return cut_.empty() ? UINT32_MAX : cut_.top();
  }

  bool placeComplete() {
    while (!complete_.empty()) {
      std::uint32_t group = complete_.top().second;
      if (left_[group] > 0 && firstOnCircle() < complete_.top().first && pending_[groupOf_[cut_.top()]] > 0) return false;
      complete_.pop();
      if (left_[group] == 0) continue;
      Occurrence whole{group, {}};
      for (std::uint32_t i : members_[group]) {
        if (!placed_[i]) place(i, whole);
      }
      add(std::move(whole));
      return true;
    }
    return false;
  }

  void placePartly() {
    while (placed_[ready_.top().first]) ready_.pop();
    std::uint32_t group = complete_.empty() ? ready_.top().second : groupOf_[firstOnCircle()];
    Occurrence part{group, {}};
    for (std::uint32_t i : members_[group]) {
      if (!placed_[i] && waiting_[i] == 0) place(i, part);
    }
    auto& rest = members_[group];
    std::erase_if(rest, [this](std::uint32_t i) { return placed_[i]; });
    add(std::move(part));
  }

  // Two stretches of one group that follow each other are one.
  void add(Occurrence next) {
    if (!out_.empty() && out_.back().group == next.group) {
      out_.back().items.insert(out_.back().items.end(), next.items.begin(), next.items.end());
    } else {
      out_.push_back(std::move(next));
    }
  }

  const BlockGraph& graph_;
  const std::vector<std::uint32_t>& items_;
  const std::vector<std::uint32_t>& groupOf_;
  std::vector<std::uint32_t>& local_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::uint32_t> pending_, left_, waiting_;
  std::vector<bool> placed_;
  std::uint32_t remaining_ = 0;
  std::vector<bool> onCircle_;  ///< by group
  Earliest complete_, ready_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> cut_;  ///< ready operations of groups on a circle
  std::vector<Occurrence> out_;
};

}  // namespace

std::vector<Occurrence> convexOrder(const BlockGraph& graph, const std::vector<std::uint32_t>& items,
                                    const std::vector<std::uint32_t>& groupOf, std::uint32_t groups, std::vector<std::uint32_t>& local) {
  return Orderer(graph, items, groupOf, groups, local).run();
}

}  // namespace shardlens
