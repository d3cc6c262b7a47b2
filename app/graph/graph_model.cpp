#include "app/graph/graph_model.h"

#include <algorithm>

#include "engine/session/shown_moment.h"

namespace shardlens::app {

GraphModel::GraphModel(LayoutService& layouts, QObject* parent)
    : QObject(parent), layouts_(layouts), levels_(std::make_unique<LevelCache>()) {
  connect(&layouts, &LayoutService::improved, this, &GraphModel::showImproved);
}

void GraphModel::show(SnapshotPtr snapshot, bool keep) {
  moment_ = snapshot_ = std::move(snapshot);
  tones_ = nullptr;  // another plan, other steps
  if (!keep) {
    levels_ = std::make_unique<LevelCache>();
    state_ = {};
    openedFirst_.clear();
  }
  rebuild(keep);
}

Legend GraphModel::legend() const {
  if (!snapshot_) return {};
  Legend legend = LookMaker(*snapshot_).legend();
  if (!tones_) return legend;
  legend.title = tr("Sharded at %1").arg(colourName(tones_->by()));
  for (qsizetype t = 0; t < tones_->names().size(); ++t) legend.tones.push_back({tones_->marks()[t], tones_->names()[t]});
  return legend;
}

void GraphModel::rebuild(bool sameProgram) {
  if (!snapshot_) return;
  build();
  finish(sameProgram);
}

void GraphModel::build() { scene_ = SceneBuilder(*snapshot_, layouts_, *levels_, state_).build(); }

void GraphModel::finish(bool sameProgram) {
  if (moment_ != snapshot_) relook(*snapshot_);
  retone();
  emit sceneChanged(sameProgram);
}

namespace {

bool fits(const Scene& scene, QSizeF room) { return scene.bounds.width() <= room.width() && scene.bounds.height() <= room.height(); }

}  // namespace

void GraphModel::showImproved() {
  if (!snapshot_) return;
  constexpr double kStillRead = 1.2;  // a little smaller it can still be read
  build();
  while (!openedFirst_.empty() && !fits(*scene_, room_ * kStillRead)) {
    state_.open.erase(openedFirst_.back());
    openedFirst_.pop_back();
    build();
  }
  finish(true);
}

void GraphModel::showMoment(SnapshotPtr then) {
  if (!snapshot_ || !then || then == moment_) return;
  SnapshotPtr before = std::move(moment_);
  moment_ = std::move(then);
  relook(*before);
  retone();
  emit looksChanged();
}

// Only what shows something else than `before` is made again.
void GraphModel::relook(const Snapshot& before) {
  LookMaker looks(*moment_);
  for (std::size_t i = 0; i < scene_->nodes.size(); ++i) {
    SceneNode& node = scene_->nodes[i];
    std::size_t box = node.box.value;
    if (node.kind == NodeKind::Leaf) {
      if (!node.value || before.shardingOf(node.value) == moment_->shardingOf(node.value)) continue;
      node.look = looks.leaf(node.box);
    } else {
      if (box >= moment_->shares.size() || before.shares[box].share == moment_->shares[box].share) continue;
      node.look.bar = looks.bar(node.box);
    }
    scene_->relooked(i);
  }
}

void GraphModel::setTones(TonesPtr tones) {
  tones_ = std::move(tones);
  rebuild(true);
}

// Nodes of the scene get the tones that they have at the moment shown.
void GraphModel::retone() {
  if (!tones_) return;
  bool fresh = !scene_->toned;
  scene_->toned = true;
  std::size_t done = moment_->moment ? moment_->moment->done : SIZE_MAX;
  std::vector<Tones::Bar> bars = tones_->bars(*snapshot_->outline, done);
  for (std::size_t i = 0; i < scene_->nodes.size(); ++i) {
    SceneNode& node = scene_->nodes[i];
    bool leaf = node.kind == NodeKind::Leaf;
    int tone = leaf ? tones_->of(node.value, done) : -1;
    if (!fresh && node.look.tone == tone && (leaf || node.look.bar == bars[node.box.value])) continue;
    node.look.tone = tone;
    node.look.mark = tone < 0 ? QString() : tones_->marks()[tone];
    if (!leaf) node.look.bar = bars[node.box.value];
    scene_->relooked(i);
  }
}

void GraphModel::toggle(NodeKey key) {
  openedFirst_.clear();
  int index = scene_->find(key);
  if (index < 0) return;
  const SceneNode& node = scene_->nodes[static_cast<std::size_t>(index)];
  if (node.kind == NodeKind::Leaf) return;
  if (node.kind == NodeKind::Range) {
    NodeKey member = key ^ 1;
    state_.shown.insert(member);
    state_.open.insert(member);
  } else if (state_.open.erase(key) == 0) {
    state_.open.insert(key);
  } else {
    state_.shown.erase(key);
  }
  rebuild(true);
}

void GraphModel::setOpen(NodeKey key, bool open) {
  if (state_.isOpen(key) != open) toggle(key);
}

void GraphModel::closeAll() {
  state_ = {};
  openedFirst_.clear();
  rebuild(true);
}

// Each box is tried once: the picture with it open stays only where it still fits.
void GraphModel::openWhile(QSizeF room) {
  if (!snapshot_) return;
  constexpr int kTries = 12, kMostLevels = 2;
  std::unordered_set<NodeKey> tried;
  room_ = room;
  openedFirst_.clear();
  bool changed = false;
  for (int t = 0; t < kTries && fits(*scene_, room); ++t) {
    const SceneNode* best = nullptr;
    for (const SceneNode& node : scene_->nodes) {
      if (node.kind != NodeKind::Folded || node.depth >= kMostLevels || tried.contains(node.key)) continue;
      if (!best || node.depth < best->depth) best = &node;
    }
    if (!best) break;
    NodeKey key = best->key;
    tried.insert(key);
    state_.open.insert(key);
    auto scene = SceneBuilder(*snapshot_, layouts_, *levels_, state_).build();
    if (fits(*scene, room)) {
      scene_ = scene;
      openedFirst_.push_back(key);
      changed = true;
    } else {
      state_.open.erase(key);
    }
  }
  if (changed) emit sceneChanged(true);
}

// A function that is no part of the root's tree is met at a call that shows it.
std::vector<BoxId> GraphModel::way(BoxId box, std::span<const OpId> calls) const {
  const Outline& outline = *snapshot_->outline;
  std::vector<BoxId> boxes;
  for (BoxId at = box; at != outline.root && boxes.size() < 1000;) {
    BoxId parent = outline.box(at).parent;
    boxes.push_back(at);
    if (parent && outline.box(parent).kind == BoxKind::Function && parent != outline.root && !outline.box(parent).parent) {
      auto call = outline.boxes.end();
      bool wanted = false;
      for (auto b = outline.boxes.begin(); b != outline.boxes.end() && !wanted; ++b) {
        if (b->body != parent) continue;
        wanted = std::ranges::find(calls, b->op) != calls.end();
        if (wanted || call == outline.boxes.end()) call = b;
      }
      if (call == outline.boxes.end()) return {};
      parent = BoxId(static_cast<std::size_t>(call - outline.boxes.begin()));
    }
    if (!parent) return {};
    at = parent;
  }
  std::reverse(boxes.begin(), boxes.end());
  return boxes;
}

NodeKey GraphModel::reveal(BoxId box, std::span<const OpId> calls) {
  if (!snapshot_ || !box) return 0;
  std::vector<BoxId> boxes = way(box, calls);
  if (boxes.empty()) return 0;
  openedFirst_.clear();
  const Outline& outline = *snapshot_->outline;
  NodeKey key = kRootKey;
  bool changed = false;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    key = childKey(key, boxes[i]);
    if (BoxId parent = outline.box(boxes[i]).parent; parent && outline.box(parent).kind == BoxKind::Run)
      changed |= state_.shown.insert(key).second;
    if (i + 1 < boxes.size()) changed |= state_.open.insert(key).second;
  }
  if (changed) rebuild(true);
  return key;
}

std::vector<GraphModel::Crumb> GraphModel::crumbs(NodeKey key) const {
  std::vector<Crumb> out;
  if (!snapshot_) return out;
  for (int at = scene_->find(key); at >= 0; at = scene_->nodes[static_cast<std::size_t>(at)].parent) {
    const SceneNode& node = scene_->nodes[static_cast<std::size_t>(at)];
    out.push_back({QString::fromStdString(snapshot_->outline->box(node.box).name), node.key, node.box});
  }
  out.push_back({QString::fromStdString(snapshot_->outline->box(snapshot_->outline->root).name), kRootKey, snapshot_->outline->root});
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<OpId> GraphModel::callsOn(NodeKey key) const {
  std::vector<OpId> calls;
  for (const Crumb& crumb : crumbs(key)) {
    const Box& box = snapshot_->outline->box(crumb.box);
    if (box.kind == BoxKind::Call) calls.push_back(box.op);
  }
  return calls;
}

}  // namespace shardlens::app
