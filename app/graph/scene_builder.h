#pragma once

#include <memory>
#include <unordered_map>

#include "app/graph/layout_service.h"
#include "app/graph/look_maker.h"
#include "app/graph/open_state.h"
#include "app/graph/scene.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// What outlives snapshots of a program: the dataflow of levels met before, and how wide nodes were when they were first shown. Edits
/// change what stands in a node, not the layout.
class LevelCache {
 public:
  const LevelEdges& of(const Snapshot& snapshot, BoxId box);
  /// Width that the node of an operation or argument keeps: what its first look needed.
  double keptWidth(BoxId leaf, const NodeLook& look);
  /// Width of a stub's text; measuring texts is most of the work of making a picture anew.
  double stubWidth(const QString& text);

 private:
  std::unordered_map<std::uint32_t, double> widths_;
  std::unordered_map<QString, double> stubWidths_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const LevelEdges>> known_;
};

/// Makes the picture of all that is open: every level is laid out by itself, the innermost first.
class SceneBuilder {
 public:
  SceneBuilder(const Snapshot& snapshot, LayoutService& layouts, LevelCache& levels, const OpenState& state)
      : s_(snapshot), looks_(snapshot), layouts_(layouts), levels_(levels), state_(state) {}

  std::shared_ptr<Scene> build();

 private:
  struct Level;
  /// Edges of one node from or to one far box: one stub.
  struct Far {
    BoxId target;
    bool incoming = false;
    std::uint32_t count = 0;
    ValueId value;
  };
  struct Item {
    SceneNode node;
    std::unique_ptr<Level> inner;
    std::vector<Far> far;
    std::vector<SceneStub> stubs;
    double stubsWidth = 0;
  };
  struct Level {
    std::vector<Item> items;
    std::vector<SceneEdge> edges;
    std::unordered_map<std::uint32_t, std::uint32_t> itemOfBox;
    LayoutOutput layout;
  };

  std::unique_ptr<Level> makeLevel(BoxId box, NodeKey key, int depth);
  void addMembers(Level& level, BoxId run, NodeKey key, int depth);
  void addItem(Level& level, BoxId box, NodeKey key, int depth);
  void addEdges(Level& level, BoxId box);
  static void addFar(Item& item, const Far& far);
  void makeStubs(Item& item);
  void layOut(Level& level);
  void place(Level& level, QPointF origin, int parent, Scene& scene);

  const Snapshot& s_;
  LookMaker looks_;
  LayoutService& layouts_;
  LevelCache& levels_;
  const OpenState& state_;
};

}  // namespace shardlens::app
