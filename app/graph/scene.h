#pragma once

#include <QPointF>
#include <QRectF>

#include <memory>
#include <unordered_map>
#include <vector>

#include "app/graph/grid_index.h"
#include "app/graph/node_look.h"
#include "engine/outline/outline.h"

namespace shardlens::app {

enum class NodeKind : std::uint8_t {
  Leaf,    ///< an operation or argument
  Folded,  ///< a box that opens
  Opened,  ///< a box whose level is shown inside
  Range,   ///< neighbouring members of a run, folded to one
};

/// A place in the picture: a box may be shown more than once (a function under each of its calls), so the way to it counts.
using NodeKey = std::uint64_t;
inline constexpr NodeKey kRootKey = 1;
NodeKey childKey(NodeKey parent, BoxId box);

struct SceneNode {
  NodeKey key = 0;
  NodeKind kind = NodeKind::Leaf;
  BoxId box;                  ///< of a Range: its first member
  std::uint32_t members = 1;  ///< of a Range
  ValueId value;              ///< the value whose sharding a leaf shows
  std::int32_t parent = -1;   ///< the opened node around it
  std::int32_t depth = 0;
  QRectF rect;
  NodeLook look;
  std::uint32_t looks = 0;  ///< how often the look has changed
};

struct SceneEdge {
  std::uint32_t from = 0, to = 0;
  std::vector<QPointF> points;  ///< cubic Bezier pieces
  std::uint32_t count = 1;
  ValueId value;
};

/// A label beside a node for dataflow whose other end is too far to be drawn; it jumps there.
struct SceneStub {
  std::uint32_t node = 0;
  QRectF rect;
  QString text;
  BoxId target;
  ValueId value;
};

/// What is left of a node that is too small to read, close together in memory: its place and the colours of its axes or its tone.
struct Speck {
  static constexpr std::size_t kStrips = 6;
  float left = 0, top = 0, width = 0, height = 0;
  std::uint32_t box = 0;
  NodeKind kind = NodeKind::Leaf;
  std::uint8_t strips = 0;
  std::int8_t axis[kStrips] = {};    ///< -1: nothing splits there
  std::uint8_t share[kStrips] = {};  ///< of the width, in 255ths
};

/// The two ends of an edge.
struct EdgeEnds {
  std::uint32_t from = 0, to = 0;
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// A picture of the graph: nodes with parents before children. Once built only the looks of its nodes change.
struct Scene {
  std::vector<SceneNode> nodes;
  std::vector<SceneEdge> edges;
  std::vector<SceneStub> stubs;
  QRectF bounds;
  GridIndex nodeIndex, edgeIndex, stubIndex;
  std::unordered_map<NodeKey, std::uint32_t> byKey;
  std::vector<Speck> specks;       ///< by node
  std::vector<EdgeEnds> edgeEnds;  ///< by edge
  bool toned = false;              ///< colours of nodes and bars are tones, not axes

  /// Fills bounds and indices; the maker calls it last.
  void index();
  /// Takes note that the look of a node has changed.
  void relooked(std::size_t node);
  /// Innermost node at `point`; -1 where there is none.
  [[nodiscard]] int nodeAt(QPointF point) const;
  [[nodiscard]] int stubAt(QPointF point) const;
  [[nodiscard]] int find(NodeKey key) const;
};

}  // namespace shardlens::app
