#include "engine/session/edit_state.h"

#include <algorithm>

namespace shardlens {

EditBase::EditBase(std::shared_ptr<const Module> m, std::shared_ptr<const Outline> o)
    : module(std::move(m)), outline(std::move(o)), annotations(annotationsOf(*module)) {
  MeshTable table(*module);
  for (const MeshTable::Entry& entry : table.entries())
    meshes.push_back({std::string(entry.name), entry.op, toText(module->context(), entry.mesh)});
}

ValueId EditBase::find(const std::string& path) const {
  auto [it, fresh] = places_.try_emplace(path);
  if (fresh) it->second = findValue(*module, *outline, path);
  return it->second;
}

const Annotation* EditBase::annotation(const AnnotationKey& key) const {
  auto it =
      std::lower_bound(annotations.begin(), annotations.end(), key, [](const Annotation& a, const AnnotationKey& k) { return a.key < k; });
  return it != annotations.end() && it->key == key ? &*it : nullptr;
}

EditState::EditState(const EditBase& base) : base_(&base), meshes_(base.meshes) {}

std::string EditState::apply(const Edit& edit) {
  switch (edit.kind) {
    case EditKind::Sharding: return editSharding(edit);
    case EditKind::Result: return editResult(edit);
    case EditKind::Constraint: return editConstraint(edit);
    case EditKind::Group: return editGroup(edit);
    case EditKind::Mesh: return editMesh(edit);
    case EditKind::AxisName: return editAxisName(edit);
    case EditKind::Options: return editOptions(edit);
    case EditKind::Switch: return editSwitch(edit);
  }
  return "this is no edit";
}

AttrId EditState::renamed(AttrId sharding) const {
  for (const AxisRename& rename : renames_) sharding = AxisRenamer(base_->module->context(), rename).rewrite(sharding);
  return sharding;
}

ShardingScope EditState::scopeOf(TypeId type) const {
  ShardingScope scope;
  for (const EditBase::NamedMesh& named : meshes_) {
    auto& mesh = scope.meshes.emplace_back();
    mesh.name = named.name;
    for (const MeshText::Axis& axis : named.mesh.axes) mesh.axes.push_back({axis.name, axis.size});
  }
  auto shape = shapeOf(base_->module->context(), type);
  scope.shape.assign(shape.begin(), shape.end());
  return scope;
}

Annotation EditState::current(const AnnotationKey& key) const {
  if (auto it = changes_.find(key); it != changes_.end()) return it->second;
  const Annotation* written = base_->annotation(key);
  Annotation now = written ? *written : Annotation();
  now.key = key;
  if (now.sharding) now.sharding = renamed(now.sharding);
  return now;
}

// What a person sets counts from then on; what the text says anyway is no change.
void EditState::put(const AnnotationKey& key, AttrId sharding, std::vector<std::int64_t> groups) {
  const Annotation* written = base_->annotation(key);
  AttrId before = written && written->sharding ? renamed(written->sharding) : AttrId();
  bool same = written ? before == sharding && written->groups == groups : !sharding && groups.empty();
  off_.erase(key);
  changes_.erase(key);
  if (!same) changes_[key] = {key, sharding, std::move(groups), true, true, written && written->fixed, {}};
}

namespace {

/// Checks shardings against the meshes as they are, equal ones of equal types once.
class TroubleFinder {
 public:
  TroubleFinder(const EditState& state) : state_(state), m_(*state.base().module) {}
  const std::string& of(const Annotation& a) {
    TypeId type = typeOf(m_, a.key);
    auto [it, fresh] = known_.try_emplace(static_cast<std::uint64_t>(a.sharding.value) << 32 | type.value);
    if (fresh) it->second = checkSharding(toText(m_.context(), decodeSharding(m_.context(), a.sharding)), state_.scopeOf(type));
    return it->second;
  }

 private:
  const EditState& state_;
  const Module& m_;
  std::unordered_map<std::uint64_t, std::string> known_;
};

}  // namespace

std::vector<Annotation> EditState::annotations() const {
  std::vector<Annotation> all;
  all.reserve(base_->annotations.size() + changes_.size());
  auto change = changes_.begin();
  auto addChangesBefore = [&](const AnnotationKey* end) {
    for (; change != changes_.end() && (!end || change->first < *end); ++change)
      if (change->second.sharding || !change->second.groups.empty()) all.push_back(change->second);
  };
  for (const Annotation& written : base_->annotations) {
    addChangesBefore(&written.key);
    if (change != changes_.end() && change->first == written.key) continue;
    all.push_back(written);
    if (written.sharding && !renames_.empty()) all.back().sharding = renamed(written.sharding);
  }
  addChangesBefore(nullptr);
  TroubleFinder troubles(*this);
  bool look = meshesChanged();
  for (Annotation& a : all) {
    a.on = !off_.contains(a.key);
    if (look && a.sharding && !a.fixed) a.trouble = troubles.of(a);
  }
  return all;
}

}  // namespace shardlens
