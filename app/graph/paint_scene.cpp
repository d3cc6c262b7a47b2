#include <algorithm>
#include <array>
#include <optional>

#include "app/graph/node_bitmaps.h"
#include "app/graph/paint.h"
#include "app/graph/pixel_layer.h"
#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

constexpr double kSpeck = 9, kPlain = 24;  // heights on screen below which a node is a speck, or has no text
constexpr std::size_t kManySmall = 200;    // from here on a layer of pixels pays

/// Nodes that are too small to read: plain rectangles, straight into the pixels where the painter has some, else in batches.
class SmallNodes {
 public:
  SmallNodes(const PaintStyle& style, PixelLayer* layer) : style_(style), layer_(layer) {
    const Palette& p = *style.palette;
    leaf_ = (style.scale * kNodeHeight < 4 ? p.nodeLine : p.cell).rgb();
    for (int axis = 0; axis < 128; ++axis) axes_[static_cast<std::size_t>(axis)] = (style.toned ? p.tone(axis) : p.axis(axis)).rgb();
  }

  void add(const Speck& s) {
    bool faded = style_.matches && !style_.matches->contains(s.box);
    QRgb colour = faded ? style_.palette->group.rgb() : s.kind == NodeKind::Leaf ? leaf_ : style_.palette->whole.rgb();
    fill(nodes_, s.left, s.top, s.left + s.width, s.top + s.height, colour);
    if (s.height * style_.scale < 3) return;
    float x = s.left + s.width * 0.06F, top = s.top + s.height * 0.58F, bottom = top + s.height * 0.24F;
    for (std::size_t i = 0; i < s.strips; ++i) {
      float next = x + s.width * 0.88F * static_cast<float>(s.share[i]) / 255;
      if (s.axis[i] >= 0) fill(strips_, x, top, next, bottom, axes_[static_cast<std::size_t>(s.axis[i])]);
      x = next;
    }
  }

  void paint(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const Batches* batches : {&nodes_, &strips_}) {
      for (const auto& [colour, rects] : *batches) {
        painter.setBrush(QColor(colour));
        painter.drawRects(rects.data(), static_cast<int>(rects.size()));
      }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
  }

 private:
  using Batches = std::vector<std::pair<QRgb, std::vector<QRectF>>>;
  void fill(Batches& batches, float left, float top, float right, float bottom, QRgb colour) {
    if (layer_) return layer_->fill(left, top, right, bottom, colour);
    auto batch = std::find_if(batches.begin(), batches.end(), [&](const auto& b) { return b.first == colour; });
    if (batch == batches.end()) batch = batches.insert(batches.end(), {colour, {}});
    batch->second.emplace_back(QPointF(left, top), QPointF(right, bottom));
  }

  const PaintStyle& style_;
  PixelLayer* layer_;
  QRgb leaf_ = 0;
  std::array<QRgb, 128> axes_{};
  Batches nodes_, strips_;  ///< the strips of a node lie on it
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

/// Whether the node looks as it does in most frames.
bool plainly(const SceneNode& node, const PaintStyle& style) {
  bool faded = style.matches && !style.matches->contains(node.box.value);
  bool flashing = style.flash > 0 && style.flashing && node.value && style.flashing->contains(node.value.value);
  return !faded && !flashing && node.key != style.selected && node.key != style.hovered;
}

}  // namespace

void paintScene(QPainter& painter, const Scene& scene, const PaintStyle& asked) {
  PaintStyle style = asked;
  style.toned = scene.toned;
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  std::vector<std::uint32_t> groups, full, small;
  auto visible = [&](const Speck& s) {
    return s.left < style.visible.right() && s.left + s.width > style.visible.left() && s.top < style.visible.bottom() &&
           s.top + s.height > style.visible.top();
  };
  scene.nodeIndex.query(style.visible, [&](std::uint32_t i) {
    const Speck& s = scene.specks[i];
    if (!visible(s)) return;
    if (s.kind == NodeKind::Opened) {
      groups.push_back(i);
    } else {
      (s.height * style.scale < (s.kind == NodeKind::Leaf ? kPlain : kSpeck) ? small : full).push_back(i);
    }
  });
  std::sort(groups.begin(), groups.end());
  for (std::uint32_t i : groups) paintGroup(painter, scene.nodes[i], style);
  std::optional<PixelLayer> layer;
  if (small.size() >= kManySmall) layer.emplace(painter, style.visible);
  PixelLayer* pixels = layer && layer->usable() ? &*layer : nullptr;
  paintEdges(painter, scene, style, pixels);
  if (!pixels) paintSelectedEdges(painter, scene, style);
  SmallNodes specks(style, pixels);
  for (std::uint32_t i : small) specks.add(scene.specks[i]);
  if (pixels) {
    pixels->paintOn(painter);
    paintSelectedEdges(painter, scene, style);
  } else {
    specks.paint(painter);
  }
  bool keep = style.bitmaps && style.bitmaps->begin(painter, scene, style.palette->node, style.palette->text);
  for (std::uint32_t i : full) {
    if (style.stopped()) return;
    const SceneNode& node = scene.nodes[i];
    if (keep && plainly(node, style))
      style.bitmaps->paint(painter, i, node, [&](QPainter& own) { paintNode(own, node, style); });
    else
      paintNode(painter, node, style);
  }
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
