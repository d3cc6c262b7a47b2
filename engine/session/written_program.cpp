#include "engine/session/written_program.h"

#include <algorithm>

#include "engine/ir/clone.h"
#include "engine/propagation/func_attrs.h"

namespace shardlens {

namespace {

constexpr std::string_view kShardingName = "sdy.sharding";

/// One annotation whose place must say something else than the text does.
struct Rewriting {
  AnnotationKey key;
  AttrId sharding;                   ///< invalid: none
  std::vector<std::int64_t> groups;  ///< of a Group
};

std::vector<Rewriting> rewritingsOf(const EditState& state, const std::vector<Annotation>& annotations) {
  std::vector<Rewriting> out;
  for (const Annotation& a : annotations) {
    if (a.on && a.trouble.empty() && !a.edited) continue;
    out.push_back({a.key, a.counts() ? a.sharding : AttrId(), a.counts() ? a.groups : std::vector<std::int64_t>()});
  }
  for (const auto& [key, change] : state.changes())
    if (!change.sharding && change.groups.empty()) out.push_back({key, {}, {}});
  std::sort(out.begin(), out.end(), [](const Rewriting& a, const Rewriting& b) { return a.key < b.key; });
  return out;
}

/// Writes shardings where operations and functions carry them, each function's list once.
class AttributeWriter {
 public:
  explicit AttributeWriter(Module& m) : m_(m) {}
  void write(const Rewriting& r) {
    if (r.key.kind == EditKind::Result) return function(OpId(r.key.id), FuncAttrs::Of::Results).set(r.key.index, kShardingName, r.sharding);
    ValueId value(r.key.id);
    OpId owner = m_.isArgument(value) ? m_.region(m_.block(m_.owningBlock(value)).region).op : OpId();
    if (owner && m_.op(owner).kind == OpKind::FuncFunc)
      return function(owner, FuncAttrs::Of::Arguments).set(m_.indexOf(value), kShardingName, r.sharding);
    setSharding(m_, value, r.sharding);
  }
  void finish() {
    for (auto& [key, attrs] : functions_) attrs.store(m_);
  }

 private:
  FuncAttrs& function(OpId func, FuncAttrs::Of of) {
    return functions_.try_emplace({func.value, of == FuncAttrs::Of::Results}, m_, func, of).first->second;
  }
  Module& m_;
  std::map<std::pair<std::uint32_t, bool>, FuncAttrs> functions_;
};

void writeStablehloMesh(Module& m, OpId op, const MeshText& mesh) {
  Context& c = m.context();
  AttrId old = m.attribute(op, "stablehlo.mesh");
  if (!old || c.kind(old) != AttrKind::Dictionary) return;
  std::vector<AttrId> axes;
  for (const MeshText::Axis& axis : mesh.axes)
    axes.push_back(c.dict({{c.str("name"), c.string(axis.name)}, {c.str("size"), c.i64(axis.size)}}));
  m.setAttribute(op, "stablehlo.mesh", c.with(old, "axes", c.array(axes)));
}

void writeMeshes(const EditState& state, Module& m) {
  for (std::size_t i = 0; i < state.meshes().size(); ++i) {
    const EditBase::NamedMesh& now = state.meshes()[i];
    if (now == state.base().meshes[i]) continue;
    m.setAttribute(now.op, "mesh", encodeMesh(m.context(), toMesh(m.context(), now.mesh)));
    writeStablehloMesh(m, now.op, now.mesh);
  }
}

/// Inserts and takes out operations. Uses of values stay in the order in which a reader of the written text would meet them, since
/// propagation depends on it.
class Inserter {
 public:
  explicit Inserter(Module& m) : m_(m) {}

  /// Takes out a constraint of the text: what used it uses what it constrained.
  void leaveOut(OpId constraint) {
    ValueId input = m_.operand(constraint, 0), result = m_.result(constraint);
    std::vector<UseId> uses = usesOf(input);
    std::erase(uses, m_.operandUse(constraint, 0));
    for (UseId use : usesOf(result)) uses.push_back(use);
    std::sort(uses.begin(), uses.end(), [](UseId a, UseId b) { return a.value > b.value; });
    for (UseId use : uses) m_.setOperand(use, {});
    m_.erase(constraint);
    giveBack(uses, input, input);
    instead_[result] = input;
  }
  /// Puts `value` into these groups only.
  void group(ValueId value, const std::vector<std::int64_t>& groups) {
    value = standing(value);
    for (UseId use : usesOf(value))
      if (isGroup(use) && !isInserted(use)) m_.erase(m_.use(use).owner);
    std::vector<UseId> uses = taken(value);
    for (std::int64_t id : groups) last_[value] = insert(value, OpKind::SdyShardingGroup, attributes("group_id", m_.context().i64(id)), {});
    giveBack(uses, value, value);
  }
  /// Puts a constraint behind `value`; all its uses but those of groups are the constraint's then.
  void constrain(ValueId value, AttrId sharding) {
    value = standing(value);
    std::vector<UseId> uses = taken(value);
    TypeId type = m_.type(value);
    OpId made = insert(value, OpKind::SdyShardingConstraint, attributes("sharding", sharding), {&type, 1});
    giveBack(uses, m_.result(made), value);
  }

 private:
  AttrId attributes(std::string_view name, AttrId value) { return m_.context().with(m_.context().emptyDict(), name, value); }
  [[nodiscard]] bool isGroup(UseId use) const { return m_.op(m_.use(use).owner).kind == OpKind::SdyShardingGroup; }
  [[nodiscard]] bool isInserted(UseId use) const { return m_.use(use).owner.value >= opened_; }
  [[nodiscard]] ValueId standing(ValueId value) const {
    for (auto it = instead_.find(value); it != instead_.end(); it = instead_.find(value)) value = it->second;
    return value;
  }
  OpId insert(ValueId value, OpKind kind, AttrId attrs, std::span<const TypeId> results) {
    OpId def = m_.definingOp(value);
    AttrId loc = def ? m_.op(def).loc : m_.value(value).loc;
    Offset source = def ? m_.op(def).source : m_.value(value).source;
    OpId made = m_.create({.kind = kind, .attrs = attrs, .loc = loc, .source = source, .operands = {&value, 1}, .results = results});
    auto last = last_.find(value);
    if (OpId behind = last != last_.end() ? last->second : def) {
      m_.insertAfter(behind, made);
    } else if (OpId first = m_.block(m_.owningBlock(value)).firstOp) {
      m_.insertBefore(first, made);
    } else {
      m_.append(m_.owningBlock(value), made);
    }
    return made;
  }
  /// Uses of a value, newest first.
  [[nodiscard]] std::vector<UseId> usesOf(ValueId value) const {
    std::vector<UseId> uses;
    for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) uses.push_back(use);
    return uses;
  }
  /// The uses of `value` taken off it; those of groups that were inserted before stay.
  std::vector<UseId> taken(ValueId value) {
    std::vector<UseId> uses = usesOf(value);
    std::erase_if(uses, [&](UseId use) { return isGroup(use) && isInserted(use); });
    for (UseId use : uses) m_.setOperand(use, {});
    return uses;
  }
  void giveBack(const std::vector<UseId>& uses, ValueId to, ValueId toOfGroups) {
    for (auto use = uses.rbegin(); use != uses.rend(); ++use) m_.setOperand(*use, isGroup(*use) ? toOfGroups : to);
  }

  Module& m_;
  std::uint32_t opened_ = static_cast<std::uint32_t>(m_.opCount());
  std::map<ValueId, OpId> last_;        ///< group inserted last behind a value
  std::map<ValueId, ValueId> instead_;  ///< what stands for the result of a constraint that was left out
};

/// Writes what only changes attributes.
void writeInPlace(const EditState& state, std::span<const Rewriting> rewritings, Module& m) {
  for (const AxisRename& rename : state.renames()) AxisRenamer(m.context(), rename).rewriteAll(m);
  writeMeshes(state, m);
  AttributeWriter attributes(m);
  for (const Rewriting& r : rewritings) attributes.write(r);
  attributes.finish();
}

/// Writes what makes operations come or go.
void insert(std::span<const Rewriting> rewritings, Module& m) {
  Inserter inserter(m);
  for (const Rewriting& r : rewritings)
    if (r.key.kind == EditKind::Sharding) inserter.leaveOut(m.definingOp(ValueId(r.key.id)));
  for (const Rewriting& r : rewritings)
    if (r.key.kind == EditKind::Group) inserter.group(ValueId(r.key.id), r.groups);
  for (const Rewriting& r : rewritings)
    if (r.key.kind == EditKind::Constraint && r.sharding) inserter.constrain(ValueId(r.key.id), r.sharding);
}

}  // namespace

WrittenProgram writeEdits(const EditState& state) {
  WrittenProgram out;
  out.annotations = state.annotations();
  out.module = out.written = state.base().module;
  const Module& base = *state.base().module;
  auto isStructural = [&](const Rewriting& r) {
    if (r.key.kind == EditKind::Constraint || r.key.kind == EditKind::Group) return true;
    OpId def = r.key.kind == EditKind::Sharding && !r.sharding ? base.definingOp(ValueId(r.key.id)) : OpId();
    return def && base.op(def).kind == OpKind::SdyShardingConstraint;
  };
  std::vector<Rewriting> rewritings = rewritingsOf(state, out.annotations);
  auto structural = std::stable_partition(rewritings.begin(), rewritings.end(), [&](const Rewriting& r) { return !isStructural(r); });
  if (structural != rewritings.begin() || !state.renames().empty() || state.meshesChanged()) {
    auto module = std::make_shared<Module>(base);
    writeInPlace(state, {rewritings.begin(), structural}, *module);
    out.module = out.written = module;
  }
  if (structural != rewritings.end()) {
    auto written = std::make_shared<Module>(*out.module);
    insert({structural, rewritings.end()}, *written);
    out.written = written;
  }
  return out;
}

}  // namespace shardlens
