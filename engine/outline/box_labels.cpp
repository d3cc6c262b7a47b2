#include "engine/outline/box_labels.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "engine/outline/argument_names.h"
#include "engine/outline/update_owner.h"

namespace shardlens {

namespace {

enum Phase : std::uint8_t { kForward, kLoss, kHeadAndLoss, kBackward, kNorm, kUpdate, kNone };

bool isLossName(const std::string& name) {
  constexpr std::array<std::string_view, 5> kWords = {"loss", "cross_entropy", "xent", "nll", "objective"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

/// Operations that only lay an argument out differently: they serve whatever uses it.
bool movesDataOnly(OpKind kind) {
  switch (kind) {
    case OpKind::StablehloTranspose:
    case OpKind::StablehloReshape:
    case OpKind::StablehloReverse:
    case OpKind::StablehloConvert:
    case OpKind::StablehloBroadcastInDim:
    case OpKind::StablehloSlice: return true;
    default: return false;
  }
}

class Labeller {
 public:
  Labeller(const Module& module, const BlockGraph& graph, BlockId block, ScopeReader& scopes)
      : module_(module), graph_(graph), block_(block), scopes_(scopes), phase_(graph.size(), kNone) {}

  BoxLabels run() {
    readScopes();
    findFolding();
    stripCommonPrefix();
    findLayered();
    if (out_.trained) {
      tellPhases();
      labelUpdate();
      prefixPhases();
    }
    return std::move(out_);
  }

 private:
  void readScopes() {
    out_.paths.resize(graph_.size());
    directions_.resize(graph_.size());
    bool forward = false, backward = false;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const ScopePath& path = scopes_.of(graph_.ops[i]);
      out_.paths[i] = path.scopes;
      directions_[i] = path.direction;
      out_.named |= path.named;
      forward |= path.direction == ScopeDirection::Forward;
      backward |= path.direction == ScopeDirection::Backward;
    }
    out_.trained = forward && backward;
  }

  /// Whether the block's arguments are parameters: those of a loop or of a called function are what it computes with.
  [[nodiscard]] bool takesParameters() const {
    OpId op = module_.region(module_.block(block_).region).op;
    if (module_.op(op).kind != OpKind::FuncFunc) return false;
    AttrId visibility = module_.attribute(op, "sym_visibility");
    return !visibility || module_.context().attr(visibility).text != "private";
  }

  // Constants, and unscoped operations on nothing but constants (or that only lay out parameters).
  void findFolding() {
    out_.folds.assign(graph_.size(), false);
    std::vector<bool> ofArguments(graph_.size(), false);
    bool parameters = takesParameters();
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      OpId op = graph_.ops[i];
      OpKind kind = module_.op(op).kind;
      if (hasTrait(kind, kTerminator) || graph_.succsOf(i).empty()) continue;
      if (hasTrait(kind, kConstantLike)) {
        out_.folds[i] = true;
        continue;
      }
      auto preds = graph_.predsOf(i);
      bool usesArguments = std::ranges::any_of(preds, [&](std::uint32_t p) { return ofArguments[p]; });
      forEachUsedValue(module_, op, [&](ValueId v) { usesArguments |= v && module_.isArgument(v); });
      ofArguments[i] = usesArguments;
      bool onConstants = std::ranges::all_of(preds, [&](std::uint32_t p) { return out_.folds[p]; });
      bool plain = module_.op(op).regionCount == 0 && out_.paths[i].empty() && hasTrait(kind, kPure);
      bool rearranges = out_.named && movesDataOnly(kind);
      out_.folds[i] =
          plain && onConstants && (usesArguments ? rearranges && parameters : directions_[i] == ScopeDirection::Unknown || rearranges);
    }
  }

  // Inside a loop all names begin with those of the loop.
  void stripCommonPrefix() {
    if (module_.op(module_.region(module_.block(block_).region).op).kind == OpKind::FuncFunc) return;
    const std::vector<std::uint32_t>* common = nullptr;
    std::size_t length = 0;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const auto& path = out_.paths[i];
      if (out_.folds[i] || path.empty()) continue;
      if (!common) {
        common = &path;
        length = path.size();
      }
      auto same = static_cast<std::size_t>(std::mismatch(path.begin(), path.end(), common->begin(), common->end()).first - path.begin());
      length = std::min(length, same);
    }
    if (!common || length == 0) return;
    length = std::min(length, std::max(ownLength(*common), computesOutsideScopes() ? 0 : length));
    for (auto& path : out_.paths) {
      if (path.size() >= length) path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length));
    }
  }

  void findLayered() {
    std::unordered_map<std::uint32_t, std::uint32_t> first;  // by stem: a name of it
    for (std::uint32_t i = 0; i < graph_.size() && !out_.layered; ++i) {
      for (std::uint32_t name : out_.paths[i]) {
        if (scopes_.stem(name) != name) out_.layered |= first.try_emplace(scopes_.stem(name), name).first->second != name;
      }
    }
  }

  /// How much of `path` is the name of the block's own operation.
  [[nodiscard]] std::size_t ownLength(const std::vector<std::uint32_t>& path) const {
    const auto& own = scopes_.of(module_.region(module_.block(block_).region).op).scopes;
    return static_cast<std::size_t>(std::mismatch(path.begin(), path.end(), own.begin(), own.end()).first - path.begin());
  }

  /// Whether anything but counting and slicing stands outside all scopes: then a scope that all the others share tells them apart.
  [[nodiscard]] bool computesOutsideScopes() const {
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      OpId op = graph_.ops[i];
      OpKind kind = module_.op(op).kind;
      if (!out_.paths[i].empty() || out_.folds[i] || hasTrait(kind, kTerminator) || movesDataOnly(kind)) continue;
      if (kind == OpKind::FuncCall || kind == OpKind::StablehloDynamicSlice || kind == OpKind::StablehloDynamicUpdateSlice) continue;
      for (std::uint32_t r = 0; r < module_.op(op).resultCount; ++r) {
        if (!isScalar(module_.context(), module_.type(module_.result(op, r)))) return true;
      }
    }
    return false;
  }

  void tellPhases() {
    std::uint32_t n = graph_.size();
    std::vector<bool> fromForward(n), fromBackward(n), toForward(n), toBackward(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t p : graph_.predsOf(i)) {
        if (fromForward[p] || directions_[p] == ScopeDirection::Forward) fromForward[i] = true;
        if (fromBackward[p] || directions_[p] == ScopeDirection::Backward) fromBackward[i] = true;
      }
    }
    for (std::uint32_t i = n; i-- > 0;) {
      for (std::uint32_t s : graph_.succsOf(i)) {
        if (toForward[s] || directions_[s] == ScopeDirection::Forward) toForward[i] = true;
        if (toBackward[s] || directions_[s] == ScopeDirection::Backward) toBackward[i] = true;
      }
    }
    for (std::uint32_t i = 0; i < n; ++i) phase_[i] = phaseOf(i, fromForward[i], fromBackward[i], toForward[i], toBackward[i]);
    moveLoss();
  }

  Phase phaseOf(std::uint32_t i, bool fromForward, bool fromBackward, bool toForward, bool toBackward) const {
    if (hasTrait(module_.op(graph_.ops[i]).kind, kTerminator)) return kNone;
    const auto& path = out_.paths[i];
    if (directions_[i] != ScopeDirection::Unknown && !path.empty() && isLossName(scopes_.name(path.front()))) return kLoss;
    if (directions_[i] == ScopeDirection::Forward) return kForward;
    if (directions_[i] == ScopeDirection::Backward) return kBackward;
    if (fromBackward) return toBackward ? kBackward : kUpdate;
    if (toForward || toBackward) return kForward;
    return fromForward && !path.empty() ? kForward : kUpdate;
  }

  // Without a scope called loss: what ends the forward pass and begins the backward pass outside all scopes. Where nothing has a scope
  // there is no telling. What stands before the last scope of forward serves a layer: what differentiation keeps for its backward pass.
  void moveLoss() {
    if (std::ranges::find(phase_, kLoss) != phase_.end()) return;
    std::vector<bool> before(graph_.size()), after(graph_.size());
    auto scoped = [&](std::uint32_t i, Phase phase) { return phase_[i] == phase && !out_.paths[i].empty(); };
    std::uint32_t lastForward = UINT32_MAX, firstBackward = 0;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (scoped(i, kForward)) lastForward = i;
      if (firstBackward == 0 && scoped(i, kBackward)) firstBackward = i;
    }
    for (std::uint32_t i = graph_.size(); i-- > 0;) {
      for (std::uint32_t s : graph_.succsOf(i)) after[i] = after[i] || after[s] || scoped(s, kForward);
    }
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      for (std::uint32_t p : graph_.predsOf(i)) before[i] = before[i] || before[p] || scoped(p, kBackward);
    }
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!out_.paths[i].empty() || out_.folds[i]) continue;
      bool endsForward = phase_[i] == kForward && !after[i] && i > lastForward && lastForward != UINT32_MAX;
      bool beginsBackward = phase_[i] == kBackward && !before[i] && i < firstBackward;
      if (endsForward || beginsBackward) phase_[i] = kHeadAndLoss;
    }
  }

  void labelUpdate() {
    std::vector<bool> update(graph_.size());
    for (std::uint32_t i = 0; i < graph_.size(); ++i) update[i] = phase_[i] == kUpdate && !out_.folds[i];
    UpdateOwners owners = findUpdateOwners(module_, graph_, update, [&](std::uint32_t i) { return ownerPath(i); });
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!update[i]) continue;
      if (owners.beforeNorm[i]) phase_[i] = kNorm;
      if (owners.componentOf[i] == UINT32_MAX) continue;
      const UpdateComponent& component = owners.components[owners.componentOf[i]];
      out_.paths[i] = component.path;
      if (component.parameter.empty()) continue;
      if (component.path.empty()) {
        for (const std::string& key : numberedKeys(component.parameter)) out_.paths[i].push_back(scopes_.index(key));
      }
      out_.paths[i].push_back(scopes_.index(lastKey(component.parameter)));
    }
  }

  /// Scopes of item `i` up to the innermost numbered one; the outermost scope where none is numbered.
  std::vector<std::uint32_t> ownerPath(std::uint32_t i) const {
    const auto& path = out_.paths[i];
    std::size_t length = std::min<std::size_t>(path.size(), 1);
    for (std::size_t k = 0; k < path.size(); ++k) {
      if (scopes_.stem(path[k]) != path[k] && module_.op(graph_.ops[i]).regionCount == 0) length = k + 1;
    }
    return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length)};
  }

  void prefixPhases() {
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (phase_[i] == kNone) {
        out_.paths[i].clear();
      } else {
        auto& path = out_.paths[i];
        if (phase_[i] == kLoss && !path.empty() && isLossName(scopes_.name(path.front()))) path.erase(path.begin());
        path.insert(path.begin(), scopes_.index(kPhaseNames[phase_[i]]));
      }
    }
  }

  const Module& module_;
  const BlockGraph& graph_;
  BlockId block_;
  ScopeReader& scopes_;
  std::vector<Phase> phase_;
  std::vector<ScopeDirection> directions_;
  BoxLabels out_;
};

}  // namespace

BoxLabels labelBlock(const Module& module, const BlockGraph& graph, BlockId block, ScopeReader& scopes) {
  return Labeller(module, graph, block, scopes).run();
}

}  // namespace shardlens
