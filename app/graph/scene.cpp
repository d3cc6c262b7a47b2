#include "app/graph/scene.h"

#include <algorithm>

#include "engine/support/hash.h"

namespace shardlens::app {

namespace {

QRectF boundsOf(const std::vector<QPointF>& points) {
  QRectF r;
  for (const QPointF& p : points) {
    if (&p == &points.front()) {
      r = QRectF(p, QSizeF(0, 0));
      continue;
    }
    r.setCoords(std::min(r.left(), p.x()), std::min(r.top(), p.y()), std::max(r.right(), p.x()), std::max(r.bottom(), p.y()));
  }
  return r.adjusted(-4, -4, 4, 4);
}

Speck speckOf(const SceneNode& node, bool toned) {
  Speck speck{static_cast<float>(node.rect.left()),
              static_cast<float>(node.rect.top()),
              static_cast<float>(node.rect.width()),
              static_cast<float>(node.rect.height()),
              node.box.value,
              node.kind};
  auto add = [&](int axis, double share) {
    if (speck.strips == Speck::kStrips) return;
    speck.axis[speck.strips] = static_cast<std::int8_t>(std::min(axis, 127));
    speck.share[speck.strips++] = static_cast<std::uint8_t>(std::clamp(share, 0.0, 1.0) * 255);
  };
  for (const auto& [axis, share] : node.look.bar) add(axis, share);
  if (!node.look.bar.empty()) return speck;
  if (toned) {
    if (node.look.tone >= 0) add(node.look.tone, 1);
    return speck;
  }
  double each = 1.0 / static_cast<double>(std::max<std::size_t>(4, node.look.dims.size()));
  for (const DimLook& dim : node.look.dims) add(dim.chips.empty() ? -1 : dim.chips.front().axis, each);
  return speck;
}

EdgeEnds endsOf(const SceneEdge& edge) {
  if (edge.points.empty()) return {edge.from, edge.to};
  const QPointF &a = edge.points.front(), &b = edge.points.back();
  return {edge.from, edge.to, static_cast<float>(a.x()), static_cast<float>(a.y()), static_cast<float>(b.x()), static_cast<float>(b.y())};
}

}  // namespace

NodeKey childKey(NodeKey parent, BoxId box) { return hashMix(parent, box.value); }

void Scene::index() {
  std::vector<QRectF> rects;
  bounds = {};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    rects.push_back(nodes[i].rect);
    bounds |= nodes[i].rect;
    byKey[nodes[i].key] = static_cast<std::uint32_t>(i);
  }
  specks.clear();
  edgeEnds.clear();
  for (const SceneNode& node : nodes) specks.push_back(speckOf(node, toned));
  for (const SceneEdge& edge : edges) edgeEnds.push_back(endsOf(edge));
  for (const SceneStub& stub : stubs) bounds |= stub.rect;
  for (const SceneEdge& edge : edges)
    if (!edge.points.empty()) bounds |= boundsOf(edge.points);
  nodeIndex.build(rects, bounds);
  rects.clear();
  for (const SceneEdge& edge : edges) rects.push_back(boundsOf(edge.points));
  edgeIndex.build(rects, bounds);
  rects.clear();
  for (const SceneStub& stub : stubs) rects.push_back(stub.rect);
  stubIndex.build(rects, bounds);
}

void Scene::relooked(std::size_t node) {
  ++nodes[node].looks;
  specks[node] = speckOf(nodes[node], toned);
}

int Scene::nodeAt(QPointF point) const {
  int best = -1;
  nodeIndex.query(QRectF(point, QSizeF(0.01, 0.01)), [&](std::uint32_t i) {
    if (nodes[i].rect.contains(point) && (best < 0 || nodes[i].depth >= nodes[static_cast<std::size_t>(best)].depth))
      best = static_cast<int>(i);
  });
  return best;
}

int Scene::stubAt(QPointF point) const {
  int best = -1;
  stubIndex.query(QRectF(point, QSizeF(0.01, 0.01)), [&](std::uint32_t i) {
    if (stubs[i].rect.contains(point)) best = static_cast<int>(i);
  });
  return best;
}

int Scene::find(NodeKey key) const {
  auto it = byKey.find(key);
  return it == byKey.end() ? -1 : static_cast<int>(it->second);
}

}  // namespace shardlens::app
