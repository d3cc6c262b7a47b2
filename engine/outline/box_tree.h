#pragma once

#include <string>
#include <vector>

#include "engine/outline/outline.h"

namespace shardlens {

/// The outline while it is made: boxes with child lists that still change. Indices are BoxIds' values.
class BoxTree {
 public:
  struct Node {
    std::string name;
    BoxKind kind = BoxKind::Slice;
    bool equalMembers = false;
    std::uint32_t equalTo = UINT32_MAX;
    std::uint32_t stem = UINT32_MAX;  ///< of a numbered scope: its name without the number
    OpId op;
    ValueId value;
    std::vector<std::uint32_t> children;
    std::uint32_t parent = UINT32_MAX;
  };

  std::uint32_t add(BoxKind kind, std::string name, OpId op = {}) {
    Node node;
    node.kind = kind;
    node.name = std::move(name);
    node.op = op;
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  Node& operator[](std::uint32_t i) { return nodes_[i]; }
  const Node& operator[](std::uint32_t i) const { return nodes_[i]; }
  void append(std::uint32_t parent, std::uint32_t child) {
    nodes_[parent].children.push_back(child);
    nodes_[child].parent = parent;
  }
  /// Gives `parent` these children and nothing else.
  void setChildren(std::uint32_t parent, std::vector<std::uint32_t> children) {
    for (std::uint32_t c : children) nodes_[c].parent = parent;
    nodes_[parent].children = std::move(children);
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }

 private:
  std::vector<Node> nodes_;
};

/// Hashes that are equal where boxes are isomorphic: same operations, attributes and types, joined alike, in the same order.
class Isomorphism {
 public:
  Isomorphism(const Module& module, const BoxTree& tree);
  /// Hash of the box with its dataflow; outside values count by type and by which ones are the same.
  std::uint64_t exact(std::uint32_t box);
  /// Hash of operation kinds, attributes and result types alone, in order.
  std::uint64_t shape(std::uint32_t box);

 private:
  void addLeaf(std::uint32_t box);
  void addOp(OpId op);
  std::uint64_t opShape(OpId op) const;
  /// Hash of a value that constants alone make, in whichever box they stand; 0 for any other.
  std::uint64_t constantHash(ValueId value);
  bool makesConstant(OpId op);
  const Module& module_;
  const BoxTree& tree_;
  std::vector<std::uint64_t> shapes_, constants_;
  std::vector<std::uint32_t> stamp_, number_;
  std::uint32_t round_ = 0, nextNumber_ = 0;
  std::uint64_t hash_ = 0;
};

/// Folds levels that are too wide: repetition becomes runs, the rest stretches named by what is in them.
class LevelFolder {
 public:
  LevelFolder(const Module& module, BoxTree& tree, Isomorphism& isomorphism) : module_(module), tree_(tree), isomorphism_(isomorphism) {}
  /// Whether scopes name layers: without such names what repeats is called a layer, and looked for on narrower levels.
  void setLayered(bool layered) { layered_ = layered; }
  /// Whether operations have names: without any, what repeats is called a layer whatever is in it.
  void setNamed(bool named) { named_ = named; }
  /// Folds the children of `box` until at most `widest` are left, then those of the boxes that it made.
  void fold(std::uint32_t box, std::size_t widest);
  /// Runs of numbered siblings (`layer_0`, `layer_1`, ...) among the children of `box`.
  void foldNumbered(std::uint32_t box);
  /// Marks members of runs that are isomorphic.
  void markEqual(std::uint32_t run);

 private:
  bool foldRepetition(std::uint32_t box);
  [[nodiscard]] bool mayHoldLayers(std::uint32_t box) const;
  [[nodiscard]] bool hasWeights(std::uint32_t box) const;
  void foldStretches(std::uint32_t box, std::size_t widest, bool throughRuns);
  std::uint32_t makeStretch(std::span<const std::uint32_t> part);
  std::string stretchName(std::span<const std::uint32_t> children) const;
  const Module& module_;
  BoxTree& tree_;
  Isomorphism& isomorphism_;
  bool layered_ = false, named_ = false;
};

/// How wide levels may be: the first level inside a function, and any other.
inline constexpr std::size_t kWidestRoot = 20;
inline constexpr std::size_t kWidestLevel = 48;

}  // namespace shardlens
