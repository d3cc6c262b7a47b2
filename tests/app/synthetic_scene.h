#pragma once

#include <memory>

#include "app/graph/layout.h"
#include "app/graph/scene.h"

namespace shardlens::app {

inline NodeLook leafLook(const QString& title, const QString& ident, std::vector<DimLook> dims) {
  NodeLook look;
  look.title = title;
  look.ident = ident;
  look.dtype = QStringLiteral("bf16");
  look.dims = std::move(dims);
  return look;
}

/// A level of boxes and operations as one meets it inside a layer.
inline std::shared_ptr<Scene> layerScene() {
  ChipLook data{0, 0, QStringLiteral("data")}, model{1, 0, QStringLiteral("model")};
  DimLook batch{QStringLiteral("8"), {data}, false}, seq{QStringLiteral("512"), {}, false}, width{QStringLiteral("2048"), {}, true},
      split{QStringLiteral("2048"), {model}, true};
  auto scene = std::make_shared<Scene>();
  auto add = [&](NodeLook look, NodeKind kind) {
    SceneNode node;
    node.kind = kind;
    node.key = 10 + scene->nodes.size();
    node.box = BoxId(scene->nodes.size());
    node.look = std::move(look);
    node.rect.setSize(kind == NodeKind::Leaf ? QSizeF(leafWidth(node.look), kNodeHeight) : QSizeF(boxWidth(node.look), kBoxHeight));
    scene->nodes.push_back(std::move(node));
  };
  add(leafLook(QStringLiteral("rms_norm/mul"), QStringLiteral("%1204"), {batch, seq, width}), NodeKind::Leaf);
  NodeLook wq = leafLook(QStringLiteral("wq"), QStringLiteral("argument"), {width, split});
  wq.note = QStringLiteral("annotated");
  add(wq, NodeKind::Leaf);
  add(leafLook(QStringLiteral("attention/dot_general"), QStringLiteral("%1210"), {batch, seq, split}), NodeKind::Leaf);
  NodeLook box;
  box.title = QStringLiteral("rotary, scores, softmax");
  box.info = QStringLiteral("61 ops");
  box.bar = {{0, 0.5F}, {1, 0.4F}};
  add(box, NodeKind::Folded);
  NodeLook partial =
      leafLook(QStringLiteral("attention/dot_general"), QStringLiteral("%1271"), {batch, seq, {QStringLiteral("2048"), {}, false}});
  partial.partial = {model};
  add(partial, NodeKind::Leaf);
  add(leafLook(QStringLiteral("residual/add"), QStringLiteral("%1280"), {batch, {QStringLiteral("512"), {model}, false}, width}),
      NodeKind::Leaf);
  LayoutInput input;
  for (const SceneNode& node : scene->nodes) input.nodes.push_back({node.rect.width(), node.rect.height()});
  for (auto [from, to] : {std::pair{0U, 2U}, {1U, 2U}, {2U, 3U}, {3U, 4U}, {4U, 5U}, {0U, 5U}}) {
    input.edges.push_back({from, to, 1});
    scene->edges.push_back({from, to, {}, 1, {}});
  }
  LayoutOutput layout = layeredLayout(input);
  for (std::size_t i = 0; i < scene->nodes.size(); ++i) scene->nodes[i].rect.moveTo(layout.topLeft[i].x, layout.topLeft[i].y);
  for (std::size_t e = 0; e < scene->edges.size(); ++e)
    for (LayoutPoint p : layout.routes[e]) scene->edges[e].points.emplace_back(p.x, p.y);
  scene->index();
  return scene;
}

/// `count` operations in a grid, each joined to the next.
inline std::shared_ptr<Scene> gridScene(int count, int columns) {
  ChipLook chips[] = {{0, 0, QStringLiteral("data")}, {1, 0, QStringLiteral("model")}};
  auto scene = std::make_shared<Scene>();
  for (int i = 0; i < count; ++i) {
    SceneNode node;
    node.key = 10 + static_cast<NodeKey>(i);
    node.box = BoxId(static_cast<std::uint32_t>(i));
    node.look = leafLook(QStringLiteral("dot_general"), QStringLiteral("%%1").arg(i),
                         {{QStringLiteral("8"), {chips[i % 2]}, false}, {QStringLiteral("512"), {}, true}});
    int row = i / columns;
    node.rect = QRectF((i % columns) * 260.0, row * 112.0, 220, kNodeHeight);
    scene->nodes.push_back(std::move(node));
    if (i % columns == 0) continue;
    const QRectF &a = scene->nodes[static_cast<std::size_t>(i) - 1].rect, &b = scene->nodes[static_cast<std::size_t>(i)].rect;
    auto at = static_cast<std::uint32_t>(i);
    QPointF p = a.bottomLeft() + QPointF(110, 0), q = b.topLeft() + QPointF(110, 0);
    scene->edges.push_back({at - 1, at, {p, p + QPointF(0, 20), q - QPointF(0, 20), q}, 1, {}});
  }
  scene->index();
  return scene;
}

}  // namespace shardlens::app
