#include "engine/session/written_program.h"

#include <algorithm>

#include "engine/ir/clone.h"
#include "engine/plan/annotation_inserter.h"
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
  AnnotationInserter inserter(m);
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
