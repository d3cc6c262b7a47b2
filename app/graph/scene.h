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

/// A picture of the graph: nodes with parents before children. Once built only the looks of its nodes change.
struct Scene {
  std::vector<SceneNode> nodes;
  std::vector<SceneEdge> edges;
  std::vector<SceneStub> stubs;
  QRectF bounds;
  GridIndex nodeIndex, edgeIndex, stubIndex;
  std::unordered_map<NodeKey, std::uint32_t> byKey;

  /// Fills bounds and indices; the maker calls it last.
  void index();
  /// Innermost node at `point`; -1 where there is none.
  [[nodiscard]] int nodeAt(QPointF point) const;
  [[nodiscard]] int stubAt(QPointF point) const;
  [[nodiscard]] int find(NodeKey key) const;
};

}  // namespace shardlens::app
