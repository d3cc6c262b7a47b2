#include "engine/outline/source_placer.h"

#include <algorithm>

#include "engine/outline/argument_names.h"

namespace shardlens {

void SourcePlacer::numberLeaves(std::uint32_t box) {
  position_.resize(tree_.size(), UINT32_MAX);
  position_[box] = nextPosition_++;
  for (std::uint32_t child : tree_[box].children) numberLeaves(child);
}

void SourcePlacer::placeConstants(const BlockGraph& graph, const BoxLabels& labels, std::uint32_t box, std::vector<std::uint32_t>& leaves) {
  nextPosition_ = 0;
  position_.clear();
  numberLeaves(box);
  std::vector<std::uint32_t> home(graph.size(), UINT32_MAX), when(graph.size(), UINT32_MAX);
  std::vector<bool> ofArguments = madeOfArguments(graph, labels);
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> added[2];  // constants; what lays arguments out
  std::vector<std::uint32_t> homes[2];
  for (std::uint32_t i = graph.size(); i-- > 0;) {
    if (!labels.folds[i]) {
      home[i] = tree_[leaves[i]].parent;
      when[i] = position_[leaves[i]];
      continue;
    }
    home[i] = box;
    for (std::uint32_t s : graph.succsOf(i)) {
      if (when[s] >= when[i]) continue;
      when[i] = when[s];
      home[i] = home[s];
    }
    // What is made of it may stand at the front of a box around that: then it stands there, too.
    for (std::uint32_t s : graph.succsOf(i))
      if (labels.folds[s] && isInside(home[i], home[s])) home[i] = home[s];
  }
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (!labels.folds[i]) continue;
    std::size_t kind = ofArguments[i] ? 1 : 0;
    auto& list = added[kind][home[i]];
    if (list.empty()) homes[kind].push_back(home[i]);
    list.push_back(leaves[i] = leafMaker_.make(graph.ops[i]));
  }
  for (std::size_t kind : {1U, 0U}) {
    for (std::uint32_t at : homes[kind]) {
      addFront(at, kind == 0 ? "constants" : "rearranged inputs", added[kind][at]);
      if (added[kind][at].size() > kWidestLevel) folder_.fold(tree_[at].children.front(), kWidestLevel);
    }
  }
}

bool SourcePlacer::isInside(std::uint32_t box, std::uint32_t around) const {
  while (box != UINT32_MAX && box != around) box = tree_[box].parent;
  return box == around;
}

std::vector<bool> SourcePlacer::madeOfArguments(const BlockGraph& graph, const BoxLabels& labels) const {
  std::vector<bool> found(graph.size(), false);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (!labels.folds[i]) continue;
    for (std::uint32_t p : graph.predsOf(i)) found[i] = found[i] || found[p];
    forEachUsedValue(module_, graph.ops[i], [&](ValueId v) { found[i] = found[i] || (v && module_.isArgument(v)); });
  }
  return found;
}

// Puts `list` before the other children of `box`: as one role box, or as it is when it is short.
void SourcePlacer::addFront(std::uint32_t box, const std::string& what, const std::vector<std::uint32_t>& list) {
  std::vector<std::uint32_t> children;
  if (list.size() == 1) {
    children = list;
  } else {
    std::uint32_t role = tree_.add(BoxKind::Role, std::to_string(list.size()) + " " + what);
    tree_.setChildren(role, list);
    children.push_back(role);
  }
  const auto& old = tree_[box].children;
  children.insert(children.end(), old.begin(), old.end());
  tree_.setChildren(box, std::move(children));
}

// The box that stands for what an argument serves: the layer around `leaf`, or the outermost scope inside the phase.
std::uint32_t SourcePlacer::servedBox(std::uint32_t leaf, std::uint32_t top) const {
  std::uint32_t best = UINT32_MAX, outermost = UINT32_MAX, phase = UINT32_MAX;
  for (std::uint32_t at = tree_[leaf].parent; at != UINT32_MAX && at != top; at = tree_[at].parent) {
    if (tree_[at].kind == BoxKind::Layer) best = at;
    if (tree_[at].kind == BoxKind::Scope || tree_[at].kind == BoxKind::Layer) outermost = at;
    if (tree_[at].kind == BoxKind::Phase) phase = at;
  }
  if (best != UINT32_MAX) return best;
  return outermost != UINT32_MAX ? outermost : phase != UINT32_MAX ? phase : top;
}

void SourcePlacer::placeArguments(const BlockGraph& graph, BlockId block, std::uint32_t box, const std::vector<std::uint32_t>& leaves) {
  if (tree_[box].kind != BoxKind::Function) return;
  nextPosition_ = 0;
  position_.assign(tree_.size(), UINT32_MAX);
  numberLeaves(box);
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> served;
  std::vector<std::uint32_t> homes, unused;
  for (std::uint32_t a = 0; a < module_.block(block).argCount; ++a) {
    ValueId arg = module_.arg(block, a);
    std::uint32_t leaf = tree_.add(BoxKind::Argument, argumentName(module_, arg));
    tree_[leaf].value = arg;
    leafMaker_.setBox(arg, leaf);
    std::uint32_t user = firstUser(graph, arg, leaves);
    std::uint32_t home = user == UINT32_MAX ? box : servedBox(user, box);
    if (served[home].empty()) homes.push_back(home);
    served[home].push_back(leaf);
  }
  for (std::uint32_t home : homes) addArguments(home, served[home]);
}

std::uint32_t SourcePlacer::firstUser(const BlockGraph& graph, ValueId arg, const std::vector<std::uint32_t>& leaves) const {
  std::uint32_t first = UINT32_MAX;
  for (UseId use = module_.value(arg).firstUse; use; use = module_.use(use).next) {
    OpId owner = module_.use(use).owner;
    // A use inside an operation's regions counts as that operation's.
    while (owner && (itemOf_[owner.value] >= graph.size() || graph.ops[itemOf_[owner.value]] != owner)) owner = module_.parentOp(owner);
    if (!owner) continue;
    std::uint32_t leaf = leaves[itemOf_[owner.value]];
    if (first == UINT32_MAX || position_[leaf] < position_[first]) first = leaf;
  }
  return first;
}

void SourcePlacer::addArguments(std::uint32_t home, const std::vector<std::uint32_t>& list) {
  bool update = false;
  for (std::uint32_t at = home; at != UINT32_MAX; at = tree_[at].parent)
    update |= tree_[at].kind == BoxKind::Phase && tree_[at].name == "update";
  bool whole = tree_[home].kind == BoxKind::Function;
  addFront(home, whole ? "arguments" : update ? "states" : "parameters", list);
  if (list.size() > kWidestLevel) foldArguments(tree_[home].children.front());
}

// Many arguments on one level: by the first key of their names, then by number.
void SourcePlacer::foldArguments(std::uint32_t role) {
  std::vector<std::uint32_t> kept;
  const std::vector<std::uint32_t> children = tree_[role].children;
  auto group = [&](std::uint32_t leaf) {
    const std::string& name = tree_[leaf].name;
    auto end = name.find(']');
    return end == std::string::npos ? name.substr(0, name.find_first_of("0123456789.")) : name.substr(0, end + 1);
  };
  for (std::size_t at = 0; at < children.size();) {
    std::size_t end = at + 1;
    while (end < children.size() && end - at < kWidestLevel && group(children[end]) == group(children[at])) ++end;
    if (end - at == 1) {
      kept.push_back(children[at++]);
      continue;
    }
    std::uint32_t inner = tree_.add(BoxKind::Pattern, group(children[at]) + " (" + std::to_string(end - at) + ")");
    for (; at < end; ++at) tree_.append(inner, children[at]);
    kept.push_back(inner);
  }
  tree_.setChildren(role, std::move(kept));
  std::size_t before = children.size();
  while (tree_[role].children.size() > kWidestLevel && tree_[role].children.size() < before) {
    before = tree_[role].children.size();
    foldByPlace(tree_, role);
  }
}

void foldByPlace(BoxTree& tree, std::uint32_t box) {
  std::vector<std::uint32_t> kept;
  const std::vector<std::uint32_t> children = tree[box].children;
  for (std::size_t at = 0; at < children.size(); at += kWidestLevel) {
    std::size_t end = std::min(at + kWidestLevel, children.size());
    std::uint32_t inner = tree.add(BoxKind::Pattern, tree[children[at]].name + " ... " + tree[children[end - 1]].name);
    tree.setChildren(inner, {children.begin() + static_cast<std::ptrdiff_t>(at), children.begin() + static_cast<std::ptrdiff_t>(end)});
    kept.push_back(inner);
  }
  tree.setChildren(box, std::move(kept));
}

}  // namespace shardlens
