#include "app/graph/paint.h"
#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

constexpr double kSpeck = 9, kPlain = 24;  // heights on screen below which a node is a speck, or has no text

/// Nodes that are too small to read are drawn in batches of plain rectangles.
class SmallNodes {
 public:
  explicit SmallNodes(const PaintStyle& style) : style_(style) {}

  void add(const SceneNode& node) {
    bool faded = style_.matches && !style_.matches->contains(node.box.value);
    (faded ? faded_ : node.kind == NodeKind::Leaf ? leaves_ : boxes_).push_back(node.rect);
    if (node.rect.height() * style_.scale < 3) return;
    QRectF strip(node.rect.left() + node.rect.width() * 0.06, node.rect.top() + node.rect.height() * 0.58, 0, node.rect.height() * 0.24);
    double width = node.rect.width() * 0.88;
    if (!node.look.bar.empty()) {
      for (const auto& [axis, share] : node.look.bar) strip = addStrip(axis, strip, width * share);
    } else {
      double each = width / std::max<std::size_t>(4, node.look.dims.size());
      for (const DimLook& dim : node.look.dims) strip = addStrip(dim.chips.empty() ? -1 : dim.chips.front().axis, strip, each);
    }
  }

  void paint(QPainter& painter) {
    const Palette& p = *style_.palette;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    fill(painter, faded_, p.group);
    fill(painter, leaves_, style_.scale * kNodeHeight < 4 ? p.nodeLine : p.cell);
    fill(painter, boxes_, p.whole);
    for (std::size_t axis = 0; axis < strips_.size(); ++axis) fill(painter, strips_[axis], p.axis(static_cast<int>(axis)));
    painter.setRenderHint(QPainter::Antialiasing, true);
  }

 private:
  QRectF addStrip(int axis, QRectF strip, double width) {
    strip.setWidth(width);
    if (axis >= 0) {
      auto at = static_cast<std::size_t>(axis);
      if (at >= strips_.size()) strips_.resize(at + 1);
      strips_[at].push_back(strip);
    }
    strip.moveLeft(strip.right());
    return strip;
  }

  static void fill(QPainter& painter, const std::vector<QRectF>& rects, const QColor& colour) {
    if (rects.empty()) return;
    painter.setBrush(colour);
    painter.drawRects(rects.data(), static_cast<int>(rects.size()));
  }

  const PaintStyle& style_;
  std::vector<QRectF> leaves_, boxes_, faded_;
  std::vector<std::vector<QRectF>> strips_;
};

void paintNode(QPainter& painter, const SceneNode& node, const PaintStyle& style) {
  bool faded = style.matches && !style.matches->contains(node.box.value);
  if (faded) painter.setOpacity(0.28);
  if (node.kind == NodeKind::Leaf) {
    paintLeaf(painter, node, style);
  } else {
    paintBox(painter, node, style);
  }
  if (faded) painter.setOpacity(1);
}

}  // namespace

void paintScene(QPainter& painter, const Scene& scene, const PaintStyle& style) {
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  std::vector<std::uint32_t> groups, full;
  SmallNodes small(style);
  scene.nodeIndex.query(style.visible, [&](std::uint32_t i) {
    const SceneNode& node = scene.nodes[i];
    if (!node.rect.intersects(style.visible)) return;
    if (node.kind == NodeKind::Opened) {
      groups.push_back(i);
    } else if (node.rect.height() * style.scale < (node.kind == NodeKind::Leaf ? kPlain : kSpeck)) {
      small.add(node);
    } else {
      full.push_back(i);
    }
  });
  std::sort(groups.begin(), groups.end());
  for (std::uint32_t i : groups) paintGroup(painter, scene.nodes[i], style);
  paintEdges(painter, scene, style);
  small.paint(painter);
  for (std::uint32_t i : full) paintNode(painter, scene.nodes[i], style);
  if (style.scale > 0.35) paintStubs(painter, scene, style);
}

void paintStubs(QPainter& painter, const Scene& scene, const PaintStyle& style) {
  painter.setFont(Theme::text(12));
  painter.setPen(style.palette->accent);
  scene.stubIndex.query(style.visible, [&](std::uint32_t i) {
    const SceneStub& stub = scene.stubs[i];
    if (stub.rect.intersects(style.visible)) painter.drawText(stub.rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, stub.text);
  });
}

}  // namespace shardlens::app
