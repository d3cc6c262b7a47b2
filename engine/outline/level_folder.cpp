#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/outline/box_tree.h"
#include "engine/outline/level_groups.h"
#include "engine/outline/repetition.h"

namespace shardlens {

namespace {

// What tells most about a stretch of operations, the most telling first.
constexpr OpKind kTelling[] = {
    OpKind::StablehloDotGeneral,    OpKind::StablehloConvolution,
    OpKind::StablehloWhile,         OpKind::StablehloCase,
    OpKind::SdyManualComputation,   OpKind::FuncCall,
    OpKind::StablehloCustomCall,    OpKind::StablehloAllToAll,
    OpKind::StablehloAllReduce,     OpKind::StablehloAllGather,
    OpKind::StablehloReduceScatter, OpKind::StablehloCollectivePermute,
    OpKind::StablehloSort,          OpKind::ChloTopK,
    OpKind::StablehloGather,        OpKind::StablehloScatter,
    OpKind::StablehloReduceWindow,  OpKind::StablehloFft,
    OpKind::StablehloExponential,   OpKind::StablehloLogistic,
    OpKind::StablehloTanh,          OpKind::StablehloRsqrt,
    OpKind::StablehloReduce,        OpKind::StablehloDynamicUpdateSlice,
    OpKind::StablehloDynamicSlice,  OpKind::StablehloConcatenate,
    OpKind::StablehloDivide,        OpKind::StablehloSelect,
    OpKind::StablehloTranspose,     OpKind::StablehloMultiply,
    OpKind::StablehloAdd,
};

std::size_t tellingRank(OpKind kind) { return static_cast<std::size_t>(std::ranges::find(kTelling, kind) - std::begin(kTelling)); }

bool isRole(const BoxTree::Node& node) { return node.kind == BoxKind::Role || node.kind == BoxKind::Argument; }

/// What a reader of a level looks for first.
bool isLandmark(const BoxTree::Node& node) {
  return node.kind == BoxKind::Run || node.kind == BoxKind::Loop || node.kind == BoxKind::Phase;
}

}  // namespace

void LevelFolder::markEqual(std::uint32_t run) {
  std::unordered_map<std::uint64_t, std::uint32_t> first;
  auto& node = tree_[run];
  for (std::uint32_t member : node.children) {
    auto [at, added] = first.try_emplace(isomorphism_.exact(member), member);
    tree_[member].equalTo = at->second;
  }
  node.equalMembers = first.size() == 1;
}

void LevelFolder::foldNumbered(std::uint32_t box) {
  std::vector<std::uint32_t> kept;
  std::vector<std::uint32_t> children = tree_[box].children;
  for (std::size_t at = 0; at < children.size();) {
    std::uint32_t stem = tree_[children[at]].stem;
    std::size_t end = at + 1, counts = SIZE_MAX;
    for (; stem != UINT32_MAX && end < children.size() && tree_[children[end]].stem == stem; ++end) {
      // One number counts the members, any other is a part of their name (`stage1_block0`, `conv2d_0`).
      std::size_t differs = countingNumber(tree_[children[end - 1]].name, tree_[children[end]].name);
      if (differs == SIZE_MAX || (counts != SIZE_MAX && counts != differs)) break;
      counts = differs;
    }
    if (end - at < 2) {
      kept.push_back(children[at++]);
      continue;
    }
    std::uint32_t run = tree_.add(BoxKind::Run, withoutNumber(tree_[children[at]].name, counts) + " x " + std::to_string(end - at));
    for (; at < end; ++at) {
      tree_[children[at]].kind = BoxKind::Layer;
      tree_.append(run, children[at]);
    }
    kept.push_back(run);
  }
  tree_.setChildren(box, std::move(kept));
}

void LevelFolder::fold(std::uint32_t box, std::size_t widest) {
  std::size_t repeatsFrom = tree_[box].kind == BoxKind::Phase && mayHoldLayers(box) ? kWidestRoot : widest;
  while (tree_[box].children.size() > repeatsFrom && foldRepetition(box)) {
  }
  if (tree_[box].children.size() > widest) foldStretches(box, widest, false);
  while (tree_[box].children.size() > widest) {
    std::size_t before = tree_[box].children.size();
    foldStretches(box, widest, true);
    if (tree_[box].children.size() >= before) break;
  }
}

/// What repeats inside a layer, or once for each parameter in the update, is no layer.
bool LevelFolder::mayHoldLayers(std::uint32_t box) const {
  if (layered_) return false;
  for (std::uint32_t at = box; at != UINT32_MAX; at = tree_[at].parent) {
    if (tree_[at].kind == BoxKind::Layer) return false;
    if (tree_[at].kind == BoxKind::Phase) return tree_[at].name != "update" && tree_[at].name != "gradient norm";
  }
  return true;
}

/// Whether what weights are multiplied with is in the box: repeated bit mixing (random numbers) is no layer.
bool LevelFolder::hasWeights(std::uint32_t box) const {
  const auto& node = tree_[box];
  if (node.kind == BoxKind::Loop) return true;
  if (node.op && (module_.op(node.op).kind == OpKind::StablehloDotGeneral || module_.op(node.op).kind == OpKind::StablehloConvolution)) {
    return true;
  }
  return std::ranges::any_of(node.children, [this](std::uint32_t child) { return hasWeights(child); });
}

bool LevelFolder::foldRepetition(std::uint32_t box) {
  const std::vector<std::uint32_t> children = tree_[box].children;
  std::vector<std::uint64_t> signs;
  for (std::size_t i = 0; i < children.size(); ++i) {
    // Runs and roles end a repetition: each has a signature of its own.
    bool alone = isRole(tree_[children[i]]) || isLandmark(tree_[children[i]]);
    signs.push_back(alone ? 2 * i : isomorphism_.shape(children[i]));
  }
  Repetition found = longestRepetition(signs);
  bool pairOfLayers = found.count == 2 && found.period >= 10;
  if ((found.count < 3 && !pairOfLayers) || found.count * found.period * 8 < children.size()) return false;

  auto from = std::span(children).subspan(found.begin);
  bool layers = found.period >= 4 && mayHoldLayers(box) &&
                (!named_ || std::ranges::any_of(from.first(found.period), [this](std::uint32_t child) { return hasWeights(child); }));
  std::string base = layers ? "layer" : found.period == 1 ? tree_[from[0]].name : stretchName(from.first(found.period));
  std::uint32_t run = tree_.add(BoxKind::Run, base + " x " + std::to_string(found.count));
  for (std::size_t k = 0; k < found.count; ++k) {
    auto members = from.subspan(k * found.period, found.period);
    if (found.period == 1) {
      tree_.append(run, members[0]);
      continue;
    }
    std::uint32_t layer = tree_.add(BoxKind::Layer, (layers ? "layer_" : "part_") + std::to_string(k));
    tree_.setChildren(layer, {members.begin(), members.end()});
    tree_.append(run, layer);
    fold(layer, kWidestLevel);
  }
  std::vector<std::uint32_t> kept(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(found.begin));
  kept.push_back(run);
  kept.insert(kept.end(), children.begin() + static_cast<std::ptrdiff_t>(found.begin + found.count * found.period), children.end());
  tree_.setChildren(box, std::move(kept));
  return true;
}

std::string LevelFolder::stretchName(std::span<const std::uint32_t> children) const {
  std::map<std::pair<std::size_t, std::string>, std::size_t> seen;
  for (std::uint32_t child : children) {
    const auto& node = tree_[child];
    std::size_t rank = node.kind == BoxKind::Op && node.op ? tellingRank(module_.op(node.op).kind) : 0;
    ++seen[{rank, node.name}];
  }
  std::string name;
  std::size_t shown = 0;
  for (const auto& [key, count] : seen) {
    if (shown++ == 3) break;
    if (!name.empty()) name += ", ";
    name += key.second + (count > 1 ? " x " + std::to_string(count) : "");
  }
  return name;
}

std::uint32_t LevelFolder::makeStretch(std::span<const std::uint32_t> part) {
  if (part.size() == 1) return part[0];
  std::uint32_t stretch = tree_.add(BoxKind::Pattern, stretchName(part));
  tree_.setChildren(stretch, {part.begin(), part.end()});
  return stretch;
}

// Cuts where few values cross would be finer; equal lengths keep equal layers alike, which matters more. Landmarks (runs, loops,
// phases) stay on their level unless there are too many of them.
void LevelFolder::foldStretches(std::uint32_t box, std::size_t widest, bool throughRuns) {
  std::vector<std::uint32_t> kept, rest;
  std::size_t landmarks = 0;
  for (std::uint32_t child : tree_[box].children) {
    if (isRole(tree_[child])) {
      kept.push_back(child);
    } else {
      rest.push_back(child);
      landmarks += !throughRuns && isLandmark(tree_[child]);
    }
  }
  // Every landmark begins a new stretch, so each costs up to two places.
  std::size_t room = widest > kept.size() + 2 * landmarks + 4 ? widest - kept.size() - 2 * landmarks : 4;
  std::size_t length = std::max<std::size_t>(2, (rest.size() + room - 1) / room);
  while (length < kWidestLevel / 2 && length * length < rest.size()) ++length;
  length = std::min(length, kWidestLevel / 2);
  for (std::size_t at = 0; at < rest.size();) {
    if (!throughRuns && isLandmark(tree_[rest[at]])) {
      kept.push_back(rest[at++]);
      continue;
    }
    std::size_t end = at;
    while (end < rest.size() && end - at < length && (throughRuns || !isLandmark(tree_[rest[end]]))) ++end;
    kept.push_back(makeStretch(std::span(rest).subspan(at, end - at)));
    at = end;
  }
  tree_.setChildren(box, std::move(kept));
}

}  // namespace shardlens
