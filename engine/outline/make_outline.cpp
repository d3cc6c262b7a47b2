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
#include "engine/outline/loop_trips.h"
#include "engine/outline/scope_path.h"

namespace shardlens {

namespace {

bool opens(const Module& module, OpId op) {
  switch (module.op(op).kind) {
    case OpKind::StablehloWhile:
    case OpKind::StablehloCase:
    case OpKind::StablehloIf:
    case OpKind::SdyManualComputation:
    case OpKind::SdyNamedComputation: return true;
    default: return false;
  }
}

std::string opName(const Module& module, OpId op) {
  std::string_view name = module.name(op);
  if (module.op(op).kind == OpKind::StablehloCustomCall) {
    if (AttrId target = module.attribute(op, "call_target_name")) return std::string(module.context().attr(target).text);
  }
  return std::string(name.substr(name.find('.') + 1));
}

class Maker {
 public:
  Maker(const Module& module, Progress* progress)
      : module_(module),
        progress_(progress),
        scopes_(module),
        isomorphism_(module, tree_),
        folder_(module, tree_, isomorphism_),
        itemOf_(module.opCount(), UINT32_MAX) {
    boxOfOp_.resize(module.opCount(), UINT32_MAX);
    boxOfValue_.resize(module.valueCount(), UINT32_MAX);
  }

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
      functionByName_.emplace(name, box);
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
    bool isRoot = box == root_;
    if (isRoot) named_ = labels.named;
    leafOfItem_.assign(graph.size(), UINT32_MAX);
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
    makeLevel(graph, labels, items, 0, box, leaves);
    if (terminated) tree_.append(box, leaves[graph.size() - 1] = makeLeaf(graph.ops.back()));
    foldInside(box);
    placeFolding(graph, labels, box, leaves);
    placeArguments(graph, block, box, leaves);
    markRuns(box);
    std::vector<std::pair<OpId, std::uint32_t>> inner;
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      if (tree_[leaves[i]].kind == BoxKind::Loop) inner.emplace_back(graph.ops[i], leaves[i]);
    }
    for (auto [op, loop] : inner) makeRegions(op, loop);
  }

  void makeLevel(const BlockGraph& graph, const BoxLabels& labels, std::vector<std::uint32_t> items, std::size_t depth, std::uint32_t box,
                 std::vector<std::uint32_t>& leaves) {
    for (;; ++depth) {
      std::vector<std::uint32_t> groupOf, nameOf;
      makeGroups(graph, labels, items, depth, groupOf, nameOf);
      if (nameOf.size() == 1 && nameOf[0] != UINT32_MAX) continue;  // a scope around everything says nothing
      std::vector<Occurrence> order = convexOrder(graph, items, groupOf, static_cast<std::uint32_t>(nameOf.size()), local_);
      for (Occurrence& part : order) addOccurrence(graph, labels, std::move(part), nameOf, depth, box, leaves);
      folder_.foldNumbered(box);
      return;
    }
  }

  /// Groups of a level by name; what has no name at this depth stands alone, or joins the numbered sibling that made its latest input.
  void makeGroups(const BlockGraph& graph, const BoxLabels& labels, const std::vector<std::uint32_t>& items, std::size_t depth,
                  std::vector<std::uint32_t>& groupOf, std::vector<std::uint32_t>& nameOf) {
    std::unordered_map<std::uint32_t, std::uint32_t> known, perStem;
    for (std::uint32_t i : items) {
      if (labels.paths[i].size() <= depth) continue;
      std::uint32_t name = labels.paths[i][depth];
      if (known.try_emplace(name, static_cast<std::uint32_t>(nameOf.size())).second) {
        nameOf.push_back(name);
        if (scopes_.stem(name) != name) ++perStem[scopes_.stem(name)];
      }
    }
    bool layered = std::ranges::any_of(perStem, [](const auto& s) { return s.second > 1; });
    for (std::uint32_t i : items) {
      std::uint32_t group = UINT32_MAX;
      if (labels.paths[i].size() > depth) {
        group = known[labels.paths[i][depth]];
      } else if (layered) {
        for (std::uint32_t p : graph.predsOf(i)) {
          if (groupOfItem(p) != UINT32_MAX && nameOf[groupOfItem(p)] != UINT32_MAX) group = groupOfItem(p);
        }
      }
      if (group == UINT32_MAX) {
        group = static_cast<std::uint32_t>(nameOf.size());
        nameOf.push_back(UINT32_MAX);
      }
      leafOfItem_[i] = group;
      groupOf.push_back(group);
    }
    for (std::uint32_t i : items) leafOfItem_[i] = UINT32_MAX;
  }

  std::uint32_t groupOfItem(std::uint32_t item) const { return leafOfItem_[item]; }

  void addOccurrence(const BlockGraph& graph, const BoxLabels& labels, Occurrence part, const std::vector<std::uint32_t>& nameOf,
                     std::size_t depth, std::uint32_t box, std::vector<std::uint32_t>& leaves) {
    std::uint32_t name = nameOf[part.group];
    if (name == UINT32_MAX || part.items.size() == 1) {
      for (std::uint32_t i : part.items) tree_.append(box, leaves[i] = makeLeaf(graph.ops[i]));
      return;
    }
    bool phase = depth == 0 && labels.trained;
    std::uint32_t inner = tree_.add(phase ? BoxKind::Phase : BoxKind::Scope, scopes_.name(name));
    std::uint32_t stem = scopes_.stem(name);
    if (stem != name) tree_[inner].stem = stem;
    tree_.append(box, inner);
    makeLevel(graph, labels, std::move(part.items), depth + 1, inner, leaves);
    hoistOnlyRun(inner);
  }

  // `transformer` with nothing but `layer x 80` inside is one box too many.
  void hoistOnlyRun(std::uint32_t box) {
    if (tree_[box].children.size() != 1 || tree_[box].kind == BoxKind::Phase) return;
    std::uint32_t only = tree_[box].children[0];
    if (tree_[only].kind != BoxKind::Run && tree_[only].kind != BoxKind::Scope) return;
    std::uint32_t parent = tree_[box].parent;
    auto& siblings = tree_[parent].children;
    std::ranges::replace(siblings, box, only);
    tree_[only].parent = parent;
    if (tree_[only].kind == BoxKind::Scope) {
      tree_[only].name = tree_[box].name + "/" + tree_[only].name;
      tree_[only].stem = tree_[box].stem;
    }
  }

  std::uint32_t makeLeaf(OpId op) {
    BoxKind kind = BoxKind::Op;
    std::string name = opName(module_, op);
    if (opens(module_, op)) {
      kind = BoxKind::Loop;
      if (module_.op(op).kind == OpKind::StablehloWhile) {
        std::int64_t trips = loopTrips(module_, op);
        name = trips >= 0 ? "loop x " + std::to_string(trips) : "loop";
      }
    } else if (module_.op(op).kind == OpKind::FuncCall) {
      std::string callee(module_.context().attr(module_.attribute(op, "callee")).text);
      if (auto found = functionByName_.find(callee); found != functionByName_.end()) {
        kind = BoxKind::Call;
        name = callee;
      }
    }
    std::uint32_t leaf = tree_.add(kind, std::move(name), op);
    setBoxOf(op, leaf);
    return leaf;
  }

  void setBoxOf(OpId op, std::uint32_t leaf) {
    auto set = [&](OpId inner) {
      boxOfOp_[inner.value] = leaf;
      for (std::uint32_t r = 0; r < module_.op(inner).resultCount; ++r) boxOfValue_[module_.result(inner, r).value] = leaf;
    };
    walk(module_, op, [&](OpId inner) {
      set(inner);
      for (std::uint32_t r = 0; r < module_.op(inner).regionCount; ++r) {
        for (BlockId b = module_.entry(module_.regionOf(inner, r)); b; b = module_.block(b).next) {
          for (std::uint32_t a = 0; a < module_.block(b).argCount; ++a) boxOfValue_[module_.arg(b, a).value] = leaf;
        }
      }
    });
  }

  // --- Constants and arguments ----------------------------------------------------------------------------------------------------

  // Position of each leaf in the finished order, to find which use comes first.
  void numberLeaves(std::uint32_t box) {
    position_.resize(tree_.size(), UINT32_MAX);
    position_[box] = nextPosition_++;
    for (std::uint32_t child : tree_[box].children) numberLeaves(child);
  }

  void placeFolding(const BlockGraph& graph, const BoxLabels& labels, std::uint32_t box, std::vector<std::uint32_t>& leaves) {
    nextPosition_ = 0;
    position_.clear();
    numberLeaves(box);
    std::vector<std::uint32_t> home(graph.size(), UINT32_MAX), when(graph.size(), UINT32_MAX);
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> added;
    std::vector<std::uint32_t> homes;
    for (std::uint32_t i = graph.size(); i-- > 0;) {
      if (!labels.folds[i]) {
        home[i] = tree_[leaves[i]].parent;
        when[i] = position_[leaves[i]];
        continue;
      }
      home[i] = box;
      for (std::uint32_t s : graph.succsOf(i)) {
        if (when[s] >= when[i]) continue;
        when[i] = when[s];
        home[i] = home[s];
      }
    }
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      if (!labels.folds[i]) continue;
      if (added[home[i]].empty()) homes.push_back(home[i]);
      added[home[i]].push_back(leaves[i] = makeLeaf(graph.ops[i]));
    }
    for (std::uint32_t at : homes) {
      addFront(at, BoxKind::Role, "constants", added[at]);
      if (added[at].size() > kWidestLevel) folder_.fold(tree_[at].children.front(), kWidestLevel);
    }
  }

  /// Puts `list` before the other children of `box`: as one role box, or as it is when it is short.
  void addFront(std::uint32_t box, BoxKind kind, const std::string& what, const std::vector<std::uint32_t>& list) {
    std::vector<std::uint32_t> children;
    if (list.size() == 1) {
      children = list;
    } else {
      std::uint32_t role = tree_.add(kind, std::to_string(list.size()) + " " + what);
      tree_.setChildren(role, list);
      children.push_back(role);
    }
    const auto& old = tree_[box].children;
    children.insert(children.end(), old.begin(), old.end());
    tree_.setChildren(box, std::move(children));
  }

  /// The box that stands for what an argument serves: the layer around `leaf`, or the outermost scope inside the phase.
  std::uint32_t servedBox(std::uint32_t leaf, std::uint32_t top) const {
    std::uint32_t best = UINT32_MAX, outermost = UINT32_MAX, phase = UINT32_MAX;
    for (std::uint32_t at = tree_[leaf].parent; at != UINT32_MAX && at != top; at = tree_[at].parent) {
      if (tree_[at].kind == BoxKind::Layer) best = at;
      if (tree_[at].kind == BoxKind::Scope || tree_[at].kind == BoxKind::Layer) outermost = at;
      if (tree_[at].kind == BoxKind::Phase) phase = at;
    }
    if (best != UINT32_MAX) return best;
    return outermost != UINT32_MAX ? outermost : phase != UINT32_MAX ? phase : top;
  }

  void placeArguments(const BlockGraph& graph, BlockId block, std::uint32_t box, const std::vector<std::uint32_t>& leaves) {
    if (tree_[box].kind != BoxKind::Function) return;
    nextPosition_ = 0;
    position_.assign(tree_.size(), UINT32_MAX);
    numberLeaves(box);
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> served;
    std::vector<std::uint32_t> homes, unused;
    for (std::uint32_t a = 0; a < module_.block(block).argCount; ++a) {
      ValueId arg = module_.arg(block, a);
      std::uint32_t leaf = tree_.add(BoxKind::Argument, argumentName(module_, arg));
      tree_[leaf].value = arg;
      boxOfValue_[arg.value] = leaf;
      std::uint32_t user = firstUser(graph, arg, leaves);
      std::uint32_t home = user == UINT32_MAX ? box : servedBox(user, box);
      if (served[home].empty()) homes.push_back(home);
      served[home].push_back(leaf);
    }
    for (std::uint32_t home : homes) addArguments(home, served[home]);
  }

  std::uint32_t firstUser(const BlockGraph& graph, ValueId arg, const std::vector<std::uint32_t>& leaves) const {
    std::uint32_t first = UINT32_MAX;
    for (UseId use = module_.value(arg).firstUse; use; use = module_.use(use).next) {
      OpId owner = module_.use(use).owner;
      // A use inside an operation's regions counts as that operation's.
      while (owner && (itemOf_[owner.value] >= graph.size() || graph.ops[itemOf_[owner.value]] != owner)) owner = module_.parentOp(owner);
      if (!owner) continue;
      std::uint32_t leaf = leaves[itemOf_[owner.value]];
      if (first == UINT32_MAX || position_[leaf] < position_[first]) first = leaf;
    }
    return first;
  }

  void addArguments(std::uint32_t home, const std::vector<std::uint32_t>& list) {
    bool update = false;
    for (std::uint32_t at = home; at != UINT32_MAX; at = tree_[at].parent)
      update |= tree_[at].kind == BoxKind::Phase && tree_[at].name == "update";
    bool whole = tree_[home].kind == BoxKind::Function;
    addFront(home, BoxKind::Role, whole ? "arguments" : update ? "states" : "parameters", list);
    if (list.size() > kWidestLevel) foldArguments(tree_[home].children.front());
  }

  // Many arguments on one level: by the first key of their names, then by number.
  void foldArguments(std::uint32_t role) {
    std::vector<std::uint32_t> kept;
    const std::vector<std::uint32_t> children = tree_[role].children;
    auto group = [&](std::uint32_t leaf) {
      const std::string& name = tree_[leaf].name;
      auto end = name.find(']');
      return end == std::string::npos ? name.substr(0, name.find_first_of("0123456789.")) : name.substr(0, end + 1);
    };
    for (std::size_t at = 0; at < children.size();) {
      std::size_t end = at + 1;
      while (end < children.size() && end - at < kWidestLevel && group(children[end]) == group(children[at])) ++end;
      if (end - at == 1) {
        kept.push_back(children[at++]);
        continue;
      }
      std::uint32_t inner = tree_.add(BoxKind::Pattern, group(children[at]) + " (" + std::to_string(end - at) + ")");
      for (; at < end; ++at) tree_.append(inner, children[at]);
      kept.push_back(inner);
    }
    tree_.setChildren(role, std::move(kept));
    std::size_t before = children.size();
    while (tree_[role].children.size() > kWidestLevel && tree_[role].children.size() < before) {
      before = tree_[role].children.size();
      chunk(role);
    }
  }

  void chunk(std::uint32_t box) {
    std::vector<std::uint32_t> kept;
    const std::vector<std::uint32_t> children = tree_[box].children;
    for (std::size_t at = 0; at < children.size(); at += kWidestLevel) {
      std::size_t end = std::min(at + kWidestLevel, children.size());
      std::uint32_t inner = tree_.add(BoxKind::Pattern, tree_[children[at]].name + " ... " + tree_[children[end - 1]].name);
      tree_.setChildren(inner, {children.begin() + static_cast<std::ptrdiff_t>(at), children.begin() + static_cast<std::ptrdiff_t>(end)});
      kept.push_back(inner);
    }
    tree_.setChildren(box, std::move(kept));
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
      for (std::uint32_t a = 0; a < module_.block(body).argCount; ++a) boxOfValue_[module_.arg(body, a).value] = loop;
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
        auto found = functionByName_.find(std::string(module_.context().attr(module_.attribute(op, "callee")).text));
        if (found != functionByName_.end() && reached.insert(found->second).second) stack.push_back(found->second);
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
    while (tree_[role].children.size() > kWidestLevel) chunk(role);
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
        box.body = BoxId(functionByName_.at(box.name));
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
    for (std::uint32_t b : boxOfOp_) out->boxOfOp.push_back(b == UINT32_MAX ? BoxId() : BoxId(b));
    for (std::uint32_t b : boxOfValue_) out->boxOfValue.push_back(b == UINT32_MAX ? BoxId() : BoxId(b));
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
  std::vector<std::uint32_t> itemOf_, leafOfItem_, local_, position_;
  std::uint32_t nextPosition_ = 0;
  std::vector<std::uint32_t> boxOfOp_, boxOfValue_;
  std::vector<std::pair<OpId, std::uint32_t>> functions_;
  std::unordered_map<std::string, std::uint32_t> functionByName_;
  std::uint32_t root_ = 0;
  bool named_ = false;
};

}  // namespace

std::shared_ptr<const Outline> makeOutline(const Module& module, Progress* progress) { return Maker(module, progress).make(); }

}  // namespace shardlens
