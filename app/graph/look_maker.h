#pragma once

#include "app/graph/node_look.h"
#include "app/graph/paint.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// Chips of a mesh's axes, for graph and inspector alike.
ChipLook chipOf(const Context& context, const Mesh* mesh, const AxisRef& axis);
/// Meshes that stand inline in annotations, without a name: each once, in the order of the annotations.
std::vector<const Mesh*> inlineMeshes(const Snapshot& snapshot);
/// `bf16`, `i32`, `complex<f32>`: the element type as MLIR writes it.
QString elementText(const Context& context, TypeId type);
/// Value whose sharding a leaf shows: the argument, or the operation's first result; invalid where it has none.
ValueId valueOfLeaf(const Module& module, const Box& box);

/// Says what nodes of a snapshot's graph show.
class LookMaker {
 public:
  explicit LookMaker(const Snapshot& snapshot) : s_(snapshot), c_(snapshot.module->context()) {}

  NodeLook leaf(BoxId box) const;
  NodeLook box(BoxId box, bool opened) const;
  /// `count` neighbouring members of a run, from `first` to `last`.
  NodeLook range(BoxId first, BoxId last, std::uint32_t count) const;
  /// Shares of the axes in what the box holds.
  std::vector<std::pair<int, float>> bar(BoxId box) const;
  Legend legend() const;

 private:
  void addDims(ValueId value, NodeLook& look) const;
  QString endText(OpId op) const;

  const Snapshot& s_;
  Context& c_;
};

}  // namespace shardlens::app
