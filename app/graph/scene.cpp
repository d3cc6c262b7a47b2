#include "app/graph/scene.h"

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
