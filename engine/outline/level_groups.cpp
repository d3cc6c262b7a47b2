#include "engine/outline/level_groups.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace shardlens {

namespace {

struct Number {
  std::size_t begin, end;
};

std::vector<Number> numbersOf(const std::string& name) {
  std::vector<Number> found;
  for (std::size_t at = 0; (at = name.find_first_of("0123456789", at)) != std::string::npos;) {
    std::size_t end = std::min(name.find_first_not_of("0123456789", at), name.size());
    found.push_back({at, end});
    at = end;
  }
  return found;
}

class Grouper {
 public:
  Grouper(const Module& module, const BlockGraph& graph, const BoxLabels& labels, ScopeReader& scopes,
          const std::vector<std::uint32_t>& items, std::size_t depth, std::vector<std::uint32_t>& groupOfItem)
      : module_(module), graph_(graph), labels_(labels), scopes_(scopes), items_(items), depth_(depth), groupOfItem_(groupOfItem) {}

  LevelGroups run() {
    nameGroups();
    for (std::uint32_t i : items_) groupOfItem_[i] = named(i) ? known_[labels_.paths[i][depth_]] : layered_ ? latestGroup(i) : UINT32_MAX;
    if (layered_) leaveEnds();
    out_.groupOf.reserve(items_.size());
    for (std::uint32_t i : items_) {
      std::uint32_t group = groupOfItem_[i];
      if (group == UINT32_MAX) {
        group = static_cast<std::uint32_t>(out_.nameOf.size());
        out_.nameOf.push_back(UINT32_MAX);
      }
      out_.groupOf.push_back(group);
    }
    for (std::uint32_t i : items_) groupOfItem_[i] = UINT32_MAX;
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool named(std::uint32_t item) const { return labels_.paths[item].size() > depth_; }

  void nameGroups() {
    std::unordered_map<std::uint32_t, std::uint32_t> perStem;
    for (std::uint32_t i : items_) {
      if (!named(i)) continue;
      std::uint32_t name = labels_.paths[i][depth_];
      if (!known_.try_emplace(name, static_cast<std::uint32_t>(out_.nameOf.size())).second) continue;
      out_.nameOf.push_back(name);
      if (scopes_.stem(name) != name) layered_ |= ++perStem[scopes_.stem(name)] > 1;
    }
  }

  [[nodiscard]] std::uint32_t latestGroup(std::uint32_t item) const {
    std::uint32_t group = UINT32_MAX;
    for (std::uint32_t p : graph_.predsOf(item)) {
      if (groupOfItem_[p] != UINT32_MAX) group = groupOfItem_[p];
    }
    return group;
  }

  /// Whether group `next` is the layer after `group`: their names differ in one number.
  [[nodiscard]] bool follows(std::size_t group, std::size_t next) const {
    if (next >= out_.nameOf.size()) return false;
    std::uint32_t a = out_.nameOf[group], b = out_.nameOf[next];
    return scopes_.stem(a) != a && scopes_.stem(a) == scopes_.stem(b) && countingNumber(scopes_.name(a), scopes_.name(b)) != SIZE_MAX;
  }

  // What joins a layer of a run's middle leads to the next one. What joins the last layer may be a whole head: it keeps what the other
  // layers have too.
  void leaveEnds() {
    std::vector<std::vector<std::uint32_t>> joined(out_.nameOf.size());
    for (std::uint32_t i : items_) {
      if (!named(i) && groupOfItem_[i] != UINT32_MAX) joined[groupOfItem_[i]].push_back(i);
    }
    for (std::size_t begin = 0, end = 0; begin < joined.size(); begin = end) {
      for (end = begin + 1; follows(end - 1, end);) ++end;
      if (end - begin < 2) continue;
      std::map<std::vector<OpKind>, std::size_t> seen;
      for (std::size_t g = begin; g + 1 < end; ++g) ++seen[kindsOf(joined[g])];
      const auto& usual = std::ranges::max_element(seen, {}, [](const auto& s) { return s.second; })->first;
      auto last = kindsOf(joined[end - 1]);
      auto keeps = static_cast<std::size_t>(std::ranges::mismatch(last, usual).in1 - last.begin());
      for (std::size_t k = keeps; k < last.size(); ++k) groupOfItem_[joined[end - 1][k]] = UINT32_MAX;
    }
  }

  [[nodiscard]] std::vector<OpKind> kindsOf(const std::vector<std::uint32_t>& items) const {
    std::vector<OpKind> kinds;
    kinds.reserve(items.size());
    for (std::uint32_t i : items) kinds.push_back(module_.op(graph_.ops[i]).kind);
    return kinds;
  }

  const Module& module_;
  const BlockGraph& graph_;
  const BoxLabels& labels_;
  ScopeReader& scopes_;
  const std::vector<std::uint32_t>& items_;
  std::size_t depth_;
  std::vector<std::uint32_t>& groupOfItem_;
  std::unordered_map<std::uint32_t, std::uint32_t> known_;
  bool layered_ = false;
  LevelGroups out_;
};

}  // namespace

std::size_t countingNumber(const std::string& a, const std::string& b) {
  auto inA = numbersOf(a), inB = numbersOf(b);
  std::size_t found = SIZE_MAX;
  for (std::size_t k = 0; k < inA.size() && k < inB.size(); ++k) {
    if (a.compare(inA[k].begin, inA[k].end - inA[k].begin, b, inB[k].begin, inB[k].end - inB[k].begin) == 0) continue;
    if (found != SIZE_MAX) return SIZE_MAX;
    found = k;
  }
  return found;
}

std::string withoutNumber(const std::string& name, std::size_t k) {
  Number number = numbersOf(name)[k];
  std::string head = name.substr(0, number.begin);
  while (!head.empty() && (head.back() == '_' || head.back() == '.' || head.back() == '-')) head.pop_back();
  return head + name.substr(number.end);
}

LevelGroups groupLevel(const Module& module, const BlockGraph& graph, const BoxLabels& labels, ScopeReader& scopes,
                       const std::vector<std::uint32_t>& items, std::size_t depth, std::vector<std::uint32_t>& groupOfItem) {
  return Grouper(module, graph, labels, scopes, items, depth, groupOfItem).run();
}

}  // namespace shardlens
