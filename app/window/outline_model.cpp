#include "app/window/outline_model.h"

#include <QLocale>

#include <algorithm>

#include "app/source/place_index.h"

namespace shardlens::app {

OutlineModel::OutlineModel(QObject* parent) : QAbstractItemModel(parent), top_(std::make_unique<Node>()) {}

OutlineModel::~OutlineModel() = default;

void OutlineModel::show(SnapshotPtr snapshot) {
  bool sameTree = snapshot_ && snapshot && snapshot_->outline == snapshot->outline;
  if (sameTree) {
    snapshot_ = std::move(snapshot);
    return;
  }
  beginResetModel();
  snapshot_ = std::move(snapshot);
  top_ = std::make_unique<Node>();
  top_->fetched = true;
  if (snapshot_) {
    auto root = std::make_unique<Node>();
    root->box = snapshot_->outline->root;
    root->parent = top_.get();
    fill(*root);
    top_->children.push_back(std::move(root));
    countProblems();
  }
  endResetModel();
}

void OutlineModel::countProblems() {
  problems_.assign(snapshot_->outline->boxes.size(), 0);
  if (snapshot_->diagnostics.empty()) return;
  PlaceIndex places(snapshot_);
  std::string_view text = snapshot_->source->text();
  for (const Diagnostic& d : snapshot_->diagnostics) {
    if (d.at.line == 0 || d.at.line > snapshot_->source->lineCount()) continue;
    auto at = static_cast<Offset>(snapshot_->source->line(d.at.line).data() - text.data()) + std::max(1U, d.at.column) - 1;
    OpId op = places.opAt(at);
    BoxId box = op && op.value < snapshot_->outline->boxOfOp.size() ? snapshot_->outline->boxOfOp[op.value] : BoxId();
    for (; box; box = snapshot_->outline->box(box).parent) ++problems_[box.value];
  }
}

OutlineModel::Node* OutlineModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : top_.get();
}

BoxId OutlineModel::boxOf(const QModelIndex& index) const { return index.isValid() ? nodeOf(index)->box : BoxId(); }

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  Node* node = nodeOf(parent);
  if (row < 0 || column != 0 || row >= static_cast<int>(node->children.size())) return {};
  return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  Node* parent = nodeOf(index)->parent;
  return parent == top_.get() || !parent ? QModelIndex() : createIndex(parent->row, 0, parent);
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

bool OutlineModel::hasChildren(const QModelIndex& parent) const {
  Node* node = nodeOf(parent);
  if (!snapshot_ || !node->box) return !node->children.empty();
  return !snapshot_->outline->childrenOf(node->box).empty();
}

bool OutlineModel::canFetchMore(const QModelIndex& parent) const { return snapshot_ && !nodeOf(parent)->fetched && hasChildren(parent); }

void OutlineModel::fetchMore(const QModelIndex& parent) {
  Node* node = nodeOf(parent);
  if (node->fetched || !snapshot_ || !node->box) return;
  auto boxes = snapshot_->outline->childrenOf(node->box);
  if (boxes.empty()) return;
  beginInsertRows(parent, 0, static_cast<int>(boxes.size()) - 1);
  fill(*node);
  endInsertRows();
}

void OutlineModel::fill(Node& node) {
  node.fetched = true;
  for (BoxId box : snapshot_->outline->childrenOf(node.box)) {
    auto child = std::make_unique<Node>();
    child->box = box;
    child->parent = &node;
    child->row = static_cast<int>(node.children.size());
    node.children.push_back(std::move(child));
  }
}

QModelIndex OutlineModel::indexOf(BoxId box) {
  if (!snapshot_ || !box) return {};
  const Outline& outline = *snapshot_->outline;
  std::vector<BoxId> way;
  for (BoxId at = box; at != outline.root;) {
    way.push_back(at);
    BoxId parent = outline.box(at).parent;
    if (parent && parent != outline.root && !outline.box(parent).parent) {
      auto call = std::find_if(outline.boxes.begin(), outline.boxes.end(), [&](const Box& b) { return b.body == parent; });
      parent = call == outline.boxes.end() ? BoxId() : BoxId(static_cast<std::size_t>(call - outline.boxes.begin()));
    }
    if (!parent || way.size() > 1000) return {};
    at = parent;
  }
  QModelIndex at = index(0, 0);
  for (auto step = way.rbegin(); step != way.rend(); ++step) {
    fetchMore(at);
    Node* node = nodeOf(at);
    auto child = std::find_if(node->children.begin(), node->children.end(), [&](const auto& c) { return c->box == *step; });
    if (child == node->children.end()) return {};
    at = createIndex((*child)->row, 0, child->get());
  }
  return at;
}

QString OutlineModel::countText(const Box& box) const {
  if (box.kind == BoxKind::Argument) return {};
  if (box.kind == BoxKind::Op) {
    auto name = snapshot_->module->op(box.op).resultCount > 0 ? nameInText(*snapshot_->module, snapshot_->module->result(box.op))
                                                              : std::string_view();
    return name.empty() ? QString() : QLatin1Char('%') + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  }
  if (box.ops == 0) return QLocale().toString(box.last - box.first - 1);
  return box.kind == BoxKind::Function ? tr("%L1 ops").arg(box.ops) : QLocale().toString(box.ops);
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !snapshot_) return {};
  BoxId id = boxOf(index);
  const Box& box = snapshot_->outline->box(id);
  switch (role) {
    case Qt::DisplayRole: return QString::fromStdString(box.name);
    case Qt::ToolTipRole: return QString::fromStdString(snapshot_->outline->path(id));
    case Qt::AccessibleTextRole: return QStringLiteral("%1, %2").arg(QString::fromStdString(box.name), countText(box));
    case kCountRole: return countText(box);
    case kBadgeRole: return problems_[id.value];
    case kBoxRole: return id.value;
    default: return {};
  }
}

}  // namespace shardlens::app
