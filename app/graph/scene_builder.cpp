#include "app/graph/scene_builder.h"

#include <QCoreApplication>

#include <algorithm>

#include "app/theme/count_text.h"

namespace shardlens::app {

namespace {

constexpr int kFarRows = 7;            // edges over more rows become stubs
constexpr std::size_t kMostStubs = 3;  // beside one node
constexpr double kStubLine = 20, kStubGap = 14;

bool isLeaf(const Box& box) { return box.kind == BoxKind::Op || box.kind == BoxKind::Argument; }

struct SceneTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::SceneBuilder)
};

QString stubText(bool incoming, const QString& name, std::uint32_t count) {
  QString edges = counted(SceneTexts::tr("1 edge"), SceneTexts::tr("%1 edges"), count);
  return (incoming ? SceneTexts::tr("↙ from %1 (%2)") : SceneTexts::tr("↗ to %1 (%2)")).arg(name, edges);
}

// How far the end of an edge is moved to the left so that it lies on the node, not on its stubs.
double shiftOnto(const QRectF& node, double end, double wanted) {
  constexpr double kInside = 12;
  return end - std::clamp(end - wanted, node.left() + kInside, std::max(node.left() + kInside, node.right() - kInside));
}

/// Rows by longest path, to tell near edges from far ones before anything is laid out.
std::vector<int> roughRows(std::size_t items, const std::vector<SceneEdge>& edges) {
  std::vector<int> row(items, 0);
  std::vector<std::vector<std::uint32_t>> in(items), out(items);
  for (const SceneEdge& edge : edges) {
    auto [a, b] = std::minmax(edge.from, edge.to);
    in[b].push_back(a);
    out[a].push_back(b);
  }
  for (std::size_t i = 0; i < items; ++i)
    for (std::uint32_t from : in[i]) row[i] = std::max(row[i], row[from] + 1);
  for (std::size_t i = items; i-- > 0;) {
    if (!in[i].empty() || out[i].empty()) continue;
    row[i] = INT32_MAX;
    for (std::uint32_t to : out[i]) row[i] = std::min(row[i], row[to] - 1);
  }
  return row;
}

}  // namespace

const LevelEdges& LevelCache::of(const Snapshot& snapshot, BoxId box) {
  auto& known = known_[box.value];
  if (!known && box == snapshot.outline->root) known = snapshot.rootEdges;
  if (!known) known = std::make_shared<LevelEdges>(levelEdges(*snapshot.module, *snapshot.outline, box));
  return *known;
}

double LevelCache::keptWidth(BoxId leaf, const NodeLook& look) {
  auto [at, fresh] = widths_.try_emplace(leaf.value, 0);
  if (fresh) at->second = leafWidth(look);
  return at->second;
}

double LevelCache::stubWidth(const QString& text) {
  auto [at, fresh] = stubWidths_.try_emplace(text, 0);
  if (fresh) at->second = app::stubWidth(text);
  return at->second;
}

std::shared_ptr<Scene> SceneBuilder::build() {
  auto scene = std::make_shared<Scene>();
  std::unique_ptr<Level> root = makeLevel(s_.outline->root, kRootKey, 0);
  place(*root, {0, 0}, -1, *scene);
  scene->index();
  return scene;
}

std::unique_ptr<SceneBuilder::Level> SceneBuilder::makeLevel(BoxId box, NodeKey key, int depth) {
  auto level = std::make_unique<Level>();
  if (s_.outline->box(box).kind == BoxKind::Run) {
    addMembers(*level, box, key, depth);
  } else {
    for (BoxId child : s_.outline->childrenOf(box)) {
      level->itemOfBox[child.value] = static_cast<std::uint32_t>(level->items.size());
      addItem(*level, child, key, depth);
    }
  }
  addEdges(*level, box);
  layOut(*level);
  return level;
}

void SceneBuilder::addMembers(Level& level, BoxId run, NodeKey key, int depth) {
  auto members = s_.outline->childrenOf(run);
  bool any = std::any_of(members.begin(), members.end(), [&](BoxId m) { return state_.shown.contains(childKey(key, m)); });
  for (std::size_t i = 0; i < members.size();) {
    auto item = static_cast<std::uint32_t>(level.items.size());
    std::size_t end = i;
    auto single = [&](std::size_t m) { return state_.shown.contains(childKey(key, members[m])) || (!any && m == 0); };
    if (!single(i))
      while (end + 1 < members.size() && !single(end + 1)) ++end;
    for (std::size_t m = i; m <= end; ++m) level.itemOfBox[members[m].value] = item;
    if (end == i) {
      addItem(level, members[i], key, depth);
    } else {
      Item range;
      auto count = static_cast<std::uint32_t>(end - i + 1);
      range.node.kind = NodeKind::Range;
      range.node.key = childKey(key, members[i]) ^ 1;
      range.node.box = members[i];
      range.node.members = count;
      range.node.depth = depth;
      range.node.look = looks_.range(members[i], members[end], count);
      range.node.rect.setSize({boxWidth(range.node.look), kBoxHeight});
      level.items.push_back(std::move(range));
    }
    i = end + 1;
  }
}

void SceneBuilder::addItem(Level& level, BoxId box, NodeKey key, int depth) {
  Item item;
  const Box& at = s_.outline->box(box);
  item.node.box = box;
  item.node.key = childKey(key, box);
  item.node.depth = depth;
  if (isLeaf(at)) {
    item.node.value = valueOfLeaf(*s_.module, at);
    item.node.look = looks_.leaf(box);
    bool bare = item.node.look.dtype.isEmpty() && item.node.look.note.isEmpty();
    item.node.rect.setSize({levels_.keptWidth(box, item.node.look), bare ? kBareNodeHeight : kNodeHeight});
  } else if (state_.isOpen(item.node.key) && !s_.outline->childrenOf(box).empty()) {
    item.node.kind = NodeKind::Opened;
    item.node.look = looks_.box(box, true);
    item.inner = makeLevel(box, item.node.key, depth + 1);
    item.node.rect.setSize({std::max(boxWidth(item.node.look), item.inner->layout.width + 2 * kGroupSide),
                            item.inner->layout.height + kGroupTop + kGroupBottom});
  } else {
    item.node.kind = NodeKind::Folded;
    item.node.look = looks_.box(box, false);
    item.node.rect.setSize({boxWidth(item.node.look), kBoxHeight});
  }
  level.items.push_back(std::move(item));
}

void SceneBuilder::addEdges(Level& level, BoxId box) {
  const LevelEdges& flow = levels_.of(s_, box);
  std::unordered_map<std::uint64_t, std::size_t> known;
  std::vector<SceneEdge> edges;
  for (const BoxEdge& edge : flow.edges) {
    auto from = level.itemOfBox.find(edge.from.value), to = level.itemOfBox.find(edge.to.value);
    if (from == level.itemOfBox.end() || to == level.itemOfBox.end() || from->second == to->second) continue;
    auto [it, fresh] = known.try_emplace(std::uint64_t{from->second} << 32 | to->second, edges.size());
    if (fresh) edges.push_back({from->second, to->second, {}, 0, edge.value});
    edges[it->second].count += edge.count;
  }
  std::vector<int> rows = roughRows(level.items.size(), edges);
  for (SceneEdge& edge : edges) {
    if (std::abs(rows[edge.to] - rows[edge.from]) <= kFarRows) {
      level.edges.push_back(std::move(edge));
      continue;
    }
    addFar(level.items[edge.from], {level.items[edge.to].node.box, false, edge.count, edge.value});
    addFar(level.items[edge.to], {level.items[edge.from].node.box, true, edge.count, edge.value});
  }
  for (const BorderEdge& border : flow.border)
    if (auto item = level.itemOfBox.find(border.inside.value); item != level.itemOfBox.end())
      addFar(level.items[item->second], {border.outside, border.incoming, border.count, border.value});
}

// Members that one node stands for lead to the same boxes: they share a stub.
void SceneBuilder::addFar(Item& item, const Far& far) {
  if (item.node.kind == NodeKind::Opened) return;
  auto known =
      std::find_if(item.far.begin(), item.far.end(), [&](const Far& f) { return f.target == far.target && f.incoming == far.incoming; });
  if (known == item.far.end())
    item.far.push_back(far);
  else
    known->count += far.count;
}

// What stands for the stubs that have no room leads to the node itself: its inspector and the source list all.
void SceneBuilder::makeStubs(Item& item) {
  auto add = [&](QString text, BoxId target, ValueId value) {
    SceneStub stub;
    stub.text = std::move(text);
    stub.target = target;
    stub.value = value;
    double width = levels_.stubWidth(stub.text);
    stub.rect.setSize({width, kStubLine});
    item.stubsWidth = std::max(item.stubsWidth, width + 2 * kStubGap);
    item.stubs.push_back(std::move(stub));
  };
  std::size_t shown = std::min(item.far.size(), kMostStubs);
  for (std::size_t i = 0; i < shown; ++i) {
    const Far& far = item.far[i];
    add(stubText(far.incoming, QString::fromStdString(s_.outline->box(far.target).name), far.count), far.target, far.value);
  }
  if (std::size_t left = item.far.size() - shown; left > 0)
    add(counted(SceneTexts::tr("… 1 more"), SceneTexts::tr("… %1 more"), static_cast<qint64>(left)), item.node.box, {});
}

// Stubs stand to the right of their node: the layout sees both as one, and edges are led back to the node's middle.
void SceneBuilder::layOut(Level& level) {
  LayoutInput input;
  for (Item& item : level.items) makeStubs(item);
  for (const Item& item : level.items)
    input.nodes.push_back(
        {item.node.rect.width() + item.stubsWidth, std::max(item.node.rect.height(), kStubLine * static_cast<double>(item.stubs.size()))});
  for (const SceneEdge& edge : level.edges) input.edges.push_back({edge.from, edge.to, 1});
  level.layout = layouts_.layout(input);
  for (std::size_t i = 0; i < level.items.size(); ++i) {
    Item& item = level.items[i];
    double above = std::max(0.0, kStubLine * static_cast<double>(item.stubs.size()) - item.node.rect.height()) / 2;
    item.node.rect.moveTo(level.layout.topLeft[i].x, level.layout.topLeft[i].y + above);
  }
  for (std::size_t e = 0; e < level.edges.size(); ++e) {
    SceneEdge& edge = level.edges[e];
    for (const LayoutPoint& p : level.layout.routes[e]) edge.points.emplace_back(p.x, p.y);
    if (edge.points.size() < 4) continue;
    const Item &from = level.items[edge.from], &to = level.items[edge.to];
    double leave = from.stubsWidth / 2, reach = to.stubsWidth / 2;
    bool down = edge.points.front().y() < edge.points.back().y();
    edge.points.front().setY(down ? from.node.rect.bottom() : from.node.rect.top());
    edge.points.back().setY(down ? to.node.rect.top() : to.node.rect.bottom());
    leave = shiftOnto(from.node.rect, edge.points.front().x(), leave);
    reach = shiftOnto(to.node.rect, edge.points.back().x(), reach);
    for (std::size_t k : {std::size_t{0}, std::size_t{1}}) edge.points[k].rx() -= leave;
    for (std::size_t k : {edge.points.size() - 1, edge.points.size() - 2}) edge.points[k].rx() -= reach;
  }
}

void SceneBuilder::place(Level& level, QPointF origin, int parent, Scene& scene) {
  std::vector<std::uint32_t> at;
  for (Item& item : level.items) {
    at.push_back(static_cast<std::uint32_t>(scene.nodes.size()));
    SceneNode& node = scene.nodes.emplace_back(std::move(item.node));
    node.parent = parent;
    node.rect.translate(origin);
    QPointF stubAt =
        node.rect.topRight() + QPointF(kStubGap, (node.rect.height() - kStubLine * static_cast<double>(item.stubs.size())) / 2);
    for (SceneStub& stub : item.stubs) {
      stub.node = at.back();
      stub.rect.moveTo(stubAt);
      stubAt.ry() += kStubLine;
      scene.stubs.push_back(std::move(stub));
    }
    if (item.inner) place(*item.inner, node.rect.topLeft() + QPointF(kGroupSide, kGroupTop), static_cast<int>(at.back()), scene);
  }
  for (SceneEdge& edge : level.edges) {
    edge.from = at[edge.from];
    edge.to = at[edge.to];
    for (QPointF& p : edge.points) p += origin;
    scene.edges.push_back(std::move(edge));
  }
}

}  // namespace shardlens::app
