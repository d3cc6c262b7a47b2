// How the hierarchy is made.
//
// Every block (a function's, a loop body's) is a graph of items. Each item has a path of names (box_labels): its phase, then its
// scopes. Level by level the items are put in an order in which each name's items come in few stretches (convex_order); each stretch
// becomes a box, and the level inside it is made the same way. Numbered siblings that follow each other become a run. What has no
// inputs (constants) and arguments are left out at first and go to the box that uses them first: a source can never make a path leave
// a box and come back. Levels that are still too wide are folded by repetition, then by content (level_folder).
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/outline/block_graph.h"
#include "engine/outline/box_labels.h"
#include "engine/outline/box_tree.h"
#include "engine/outline/convex_order.h"
#include "engine/outline/leaves.h"
#include "engine/outline/level_groups.h"
#include "engine/outline/scope_path.h"
#include "engine/outline/source_placer.h"

namespace shardlens {

namespace {

class Maker {
 public:
  Maker(const Module& module, Progress* progress)
      : module_(module),
        progress_(progress),
        scopes_(module),
        isomorphism_(module, tree_),
        folder_(module, tree_, isomorphism_),
        leaves_(module, tree_),
        itemOf_(module.opCount(), UINT32_MAX),
        placer_(module, tree_, folder_, leaves_, itemOf_) {}

  std::shared_ptr<const Outline> make() {
    collectFunctions();
    for (auto& [op, box] : functions_) {
      if (progress_ && progress_->cancelled()) return nullptr;
      if (BlockId body = module_.op(op).regionCount ? module_.entry(module_.regionOf(op)) : BlockId()) makeBlock(body, box);
    }
    foldUncalled();
    return emit();
  }

 private:
  void collectFunctions() {
    BlockId top = module_.entry(module_.regionOf(module_.root()));
    for (OpId op = top ? module_.block(top).firstOp : OpId(); op; op = module_.op(op).next) {
      if (module_.op(op).kind != OpKind::FuncFunc) continue;
      std::string name(module_.context().attr(module_.attribute(op, "sym_name")).text);
      std::uint32_t box = tree_.add(BoxKind::Function, name, op);
      functions_.emplace_back(op, box);
      leaves_.addFunction(name, box);
    }
    if (functions_.empty()) functions_.emplace_back(module_.root(), tree_.add(BoxKind::Function, "module", module_.root()));
    root_ = functions_.front().second;
    auto isPublic = [&](OpId op) {
      AttrId visibility = module_.attribute(op, "sym_visibility");
      return !visibility || module_.context().attr(visibility).text == "public";
    };
    auto found = std::ranges::find_if(functions_, [&](const auto& f) { return tree_[f.second].name == "main"; });
    if (found == functions_.end()) found = std::ranges::find_if(functions_, [&](const auto& f) { return isPublic(f.first); });
    if (found != functions_.end()) root_ = found->second;
  }

  // --- One block ------------------------------------------------------------------------------------------------------------------

  void makeBlock(BlockId block, std::uint32_t box) {
    BlockGraph graph = makeBlockGraph(module_, block, itemOf_);
    BoxLabels labels = labelBlock(module_, graph, block, scopes_);
    named_ |= labels.named;
    groupOfItem_.assign(graph.size(), UINT32_MAX);
    local_.assign(graph.size(), UINT32_MAX);
    std::vector<std::uint32_t> items;
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      if (!labels.folds[i]) items.push_back(i);
    }
    // The terminator ends the block whatever the scopes are.
    bool terminated = !items.empty() && hasTrait(module_.op(graph.ops[items.back()]).kind, kTerminator);
    if (terminated) items.pop_back();
    std::vector<std::uint32_t> leaves(graph.size(), UINT32_MAX);
    folder_.setNamed(labels.named);
    folder_.setLayered(labels.layered);
    makeLevel(graph, labels, items, 0, box, leaves);
    if (terminated) tree_.append(box, leaves[graph.size() - 1] = leaves_.make(graph.ops.back()));
    foldInside(box);
    placer_.placeConstants(graph, labels, box, leaves);
    placer_.placeArguments(graph, block, box, leaves);
    markRuns(box);
    std::vector<std::pair<OpId, std::uint32_t>> inner;
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      if (tree_[leaves[i]].kind == BoxKind::Loop) inner.emplace_back(graph.ops[i], leaves[i]);
    }
    for (auto [op, loop] : inner) makeRegions(op, loop);
  }

  void makeLevel(const BlockGraph& graph, const BoxLabels& labels, const std::vector<std::uint32_t>& items, std::size_t depth,
                 std::uint32_t box, std::vector<std::uint32_t>& leaves) {
    for (;; ++depth) {
      auto [groupOf, nameOf] = groupLevel(module_, graph, labels, scopes_, items, depth, groupOfItem_);
      if (nameOf.size() == 1 && nameOf[0] != UINT32_MAX) continue;  // a scope around everything says nothing
      std::vector<Occurrence> order = convexOrder(graph, items, groupOf, static_cast<std::uint32_t>(nameOf.size()), local_);
      for (const Occurrence& part : order) addOccurrence(graph, labels, part, nameOf, depth, box, leaves);
      folder_.foldNumbered(box);
      return;
    }
  }

  void addOccurrence(const BlockGraph& graph, const BoxLabels& labels, const Occurrence& part, const std::vector<std::uint32_t>& nameOf,
                     std::size_t depth, std::uint32_t box, std::vector<std::uint32_t>& leaves) {
    std::uint32_t name = nameOf[part.group];
    if (name == UINT32_MAX || part.items.size() == 1) {
      for (std::uint32_t i : part.items) tree_.append(box, leaves[i] = leaves_.make(graph.ops[i]));
      return;
    }
    bool phase = depth == 0 && labels.trained;
    std::uint32_t inner = tree_.add(phase ? BoxKind::Phase : BoxKind::Scope, scopes_.name(name));
    std::uint32_t stem = scopes_.stem(name);
    if (stem != name) tree_[inner].stem = stem;
    tree_.append(box, inner);
    makeLevel(graph, labels, part.items, depth + 1, inner, leaves);
    hoistOnlyRun(inner);
  }

  // `transformer` with nothing but `layer x 80` inside is one box too many.
  void hoistOnlyRun(std::uint32_t box) {
    if (tree_[box].children.size() != 1 || tree_[box].kind == BoxKind::Phase) return;
    std::uint32_t only = tree_[box].children[0];
    if (tree_[only].kind != BoxKind::Run && tree_[only].kind != BoxKind::Scope) return;
    // Of `stage0` and `stage1` with nothing but blocks inside, each is a member of a run and tells its blocks from the others'.
    if (tree_[only].kind == BoxKind::Run && tree_[box].stem != UINT32_MAX) return;
    std::uint32_t parent = tree_[box].parent;
    auto& siblings = tree_[parent].children;
    std::ranges::replace(siblings, box, only);
    tree_[only].parent = parent;
    if (tree_[only].kind == BoxKind::Scope) {
      tree_[only].name = tree_[box].name + "/" + tree_[only].name;
      tree_[only].stem = tree_[box].stem;
    }
  }

  // --- Loops, branches, bodies ----------------------------------------------------------------------------------------------------

  void makeRegions(OpId op, std::uint32_t loop) {
    std::uint32_t regions = module_.op(op).regionCount;
    for (std::uint32_t r = 0; r < regions; ++r) {
      BlockId body = module_.entry(module_.regionOf(op, r));
      if (!body) continue;
      bool isWhile = module_.op(op).kind == OpKind::StablehloWhile;
      std::uint32_t into = loop;
      if (regions > 1 && !(isWhile && r == 1)) {
        into = tree_.add(isWhile ? BoxKind::Role : BoxKind::Scope, isWhile ? "condition" : "branch " + std::to_string(r));
        tree_.append(loop, into);
      }
      for (std::uint32_t a = 0; a < module_.block(body).argCount; ++a) leaves_.setBox(module_.arg(body, a), loop);
      std::vector<std::uint32_t> before;
      if (into == loop) before = std::move(tree_[loop].children);
      tree_[into].children.clear();
      makeBlock(body, into);
      if (!before.empty()) {
        before.insert(before.end(), tree_[loop].children.begin(), tree_[loop].children.end());
        tree_.setChildren(loop, std::move(before));
      }
    }
  }

  // Folds every level from `box` down that is too wide; loops are folded when their bodies are made.
  void foldInside(std::uint32_t box) {
    const std::vector<std::uint32_t> children = tree_[box].children;
    for (std::uint32_t child : children) {
      if (!tree_[child].children.empty()) foldInside(child);
    }
    if (tree_[box].kind != BoxKind::Run) folder_.fold(box, tree_[box].kind == BoxKind::Function ? kWidestRoot : kWidestLevel);
  }

  void markRuns(std::uint32_t box) {
    for (std::uint32_t child : tree_[box].children) markRuns(child);
    if (tree_[box].kind == BoxKind::Run) folder_.markEqual(box);
  }

  // --- The outline ----------------------------------------------------------------------------------------------------------------

  void foldUncalled() {
    std::unordered_set<std::uint32_t> reached{root_};
    std::vector<std::uint32_t> stack{root_};
    while (!stack.empty()) {
      std::uint32_t at = stack.back();
      stack.pop_back();
      walk(module_, tree_[at].op, [&](OpId op) {
        if (module_.op(op).kind != OpKind::FuncCall) return;
        std::uint32_t callee = leaves_.function(std::string(module_.context().attr(module_.attribute(op, "callee")).text));
        if (callee != UINT32_MAX && reached.insert(callee).second) stack.push_back(callee);
      });
    }
    std::vector<std::uint32_t> uncalled;
    for (const auto& [op, box] : functions_) {
      if (!reached.contains(box)) uncalled.push_back(box);
    }
    if (uncalled.empty()) return;
    std::uint32_t role =
        tree_.add(BoxKind::Role, std::to_string(uncalled.size()) + (uncalled.size() == 1 ? " uncalled function" : " uncalled functions"));
    tree_.setChildren(role, uncalled);
    tree_.append(root_, role);
    while (tree_[role].children.size() > kWidestLevel) foldByPlace(tree_, role);
  }

  std::shared_ptr<const Outline> emit() {
    auto out = std::make_shared<Outline>();
    out->boxes.reserve(tree_.size());
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      BoxTree::Node& node = tree_[i];
      Box box;
      box.name = std::move(node.name);
      box.kind = node.kind;
      box.equalMembers = node.equalMembers;
      if (node.parent != UINT32_MAX) box.parent = BoxId(node.parent);
      if (node.equalTo != UINT32_MAX) box.equalTo = BoxId(node.equalTo);
      if (node.kind == BoxKind::Call) {
        box.body = BoxId(leaves_.function(box.name));
      }
      box.firstChild = static_cast<std::uint32_t>(out->children.size());
      box.childCount = static_cast<std::uint32_t>(node.children.size());
      for (std::uint32_t c : node.children) out->children.emplace_back(c);
      box.op = node.op;
      box.value = node.value;
      out->boxes.push_back(std::move(box));
    }
    out->root = BoxId(root_);
    for (const auto& [op, box] : functions_) out->functions.emplace_back(box);
    for (std::uint32_t b : leaves_.boxOfOp()) out->boxOfOp.push_back(b == UINT32_MAX ? BoxId() : BoxId(b));
    for (std::uint32_t b : leaves_.boxOfValue()) out->boxOfValue.push_back(b == UINT32_MAX ? BoxId() : BoxId(b));
    if (!named_) out->note = "No location names: forward and backward cannot be told apart; layers were found by repetition.";
    out->number(module_);
    return out;
  }

  const Module& module_;
  Progress* progress_;
  ScopeReader scopes_;
  BoxTree tree_;
  Isomorphism isomorphism_;
  LevelFolder folder_;
  Leaves leaves_;
  std::vector<std::uint32_t> itemOf_;
  SourcePlacer placer_;
  std::vector<std::uint32_t> groupOfItem_, local_;
  std::vector<std::pair<OpId, std::uint32_t>> functions_;
  std::uint32_t root_ = 0;
  bool named_ = false;
};

}  // namespace

std::shared_ptr<const Outline> makeOutline(const Module& module, Progress* progress) { return Maker(module, progress).make(); }

}  // namespace shardlens
