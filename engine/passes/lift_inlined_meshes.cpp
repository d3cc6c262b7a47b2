#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/ir/each_op.h"
#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"
#include "engine/passes/symbol_names.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

constexpr std::string_view kStablehloMesh = "stablehlo.mesh";

// Operations whose replica groups may name axes of a mesh, in the order in which they are looked at.
constexpr OpKind kGrouped[] = {OpKind::StablehloAllGather, OpKind::StablehloAllReduce, OpKind::StablehloReduceScatter,
                               OpKind::StablehloAllToAll, OpKind::StablehloCollectiveBroadcast};

class MeshLifter {
 public:
  explicit MeshLifter(Module& module)
      : m_(module), c_(module.context()), body_(module.entry(module.regionOf(module.root()))), names_(module) {}

  /// True where anything changed.
  bool run() {
    dropDoubles();
    changed_ |= changeShardings(m_, m_.root(), [this](AttrId sharding) { return lifted(sharding); });
    liftReplicaGroups();
    markMeshes();
    return changed_;
  }

 private:
  // Meshes that say the same become the first of them; the others' names lead there.
  void dropDoubles() {
    for (OpId op = m_.block(body_).firstOp; op;) {
      OpId mesh = op;
      op = m_.op(op).next;
      if (m_.op(mesh).kind != OpKind::SdyMesh) continue;
      auto [first, fresh] = nameFor_.try_emplace(m_.attribute(mesh, "mesh"), c_.symbol(names_.nameOf(mesh)));
      if (fresh) {
        place_ = mesh;
        continue;
      }
      AttrId name = first->second;
      nameFor_[c_.symbol(names_.nameOf(mesh))] = name;
      changed_ = true;
      names_.erase(mesh);
    }
  }

  // The symbol that now stands for a mesh or a reference to one; invalid where it stays.
  AttrId symbolFor(AttrId meshOrRef, AttrId loc) {
    if (auto known = nameFor_.find(meshOrRef); known != nameFor_.end()) return known->second;
    AttrKind kind = c_.kind(meshOrRef);
    if (kind != AttrKind::SdyMesh && kind != AttrKind::StablehloMesh) return {};
    Mesh mesh = kind == AttrKind::SdyMesh ? decodeMesh(c_, meshOrRef) : axesOf(meshOrRef);
    AttrId name = create(mesh, kind == AttrKind::SdyMesh, loc);
    changed_ = true;
    nameFor_.emplace(meshOrRef, name);
    return name;
  }

  [[nodiscard]] Mesh axesOf(AttrId stablehloMesh) const {
    const AttrData& data = c_.attr(stablehloMesh);
    Mesh mesh;
    for (AttrId axis : data.subs) {
      if (c_.kind(axis) == AttrKind::StablehloMeshAxis) mesh.axes.push_back({c_.str(c_.attr(axis).text), c_.attr(axis).ints[0]});
    }
    return mesh;
  }

  AttrId create(const Mesh& mesh, bool named, AttrId loc) {
    std::string name = "mesh";
    if (named && mesh.isMaximal()) name = "maximal_mesh_" + std::to_string(mesh.deviceIds[0]);
    if (named && mesh.axes.empty() && mesh.deviceIds.empty()) name = "empty_mesh";
    AttrId attrs = c_.with(c_.with(c_.emptyDict(), "sym_name", c_.string(name)), "mesh", encodeMesh(c_, mesh));
    OpId op = m_.create({.kind = OpKind::SdyMesh, .attrs = attrs, .loc = loc});
    if (place_) {
      m_.insertAfter(place_, op);
    } else if (OpId first = m_.block(body_).firstOp) {
      m_.insertBefore(first, op);
    } else {
      m_.append(body_, op);
    }
    place_ = op;
    return c_.symbol(names_.insert(op));
  }

  // The attribute with `name` for its mesh, the first of what it holds.
  AttrId withMesh(AttrId attr, AttrId name) {
    AttrData data = c_.attr(attr);
    std::vector<AttrId> subs(data.subs.begin(), data.subs.end());
    subs[0] = name;
    data.subs = subs;
    return c_.attr(data);
  }

  AttrId lifted(AttrId sharding) {
    AttrId name = symbolFor(c_.attr(sharding).subs[0], m_.location(m_.root()));
    return name ? withMesh(sharding, name) : sharding;
  }

  void liftReplicaGroups() {
    std::vector<OpId> found[std::size(kGrouped)];
    eachOp(m_, m_.root(), [&](OpId op) {
      for (std::size_t k = 0; k < std::size(kGrouped); ++k) {
        if (m_.op(op).kind == kGrouped[k]) found[k].push_back(op);
      }
    });
    for (const auto& ops : found) {
      for (OpId op : ops) liftGroups(op);
    }
  }

  void liftGroups(OpId op) {
    AttrId groups = m_.attribute(op, "replica_groups");
    if (!groups || c_.kind(groups) != AttrKind::StablehloReplicaGroupMeshAxes) return;
    AttrId name = symbolFor(c_.attr(groups).subs[0], m_.location(op));
    if (!name) return;
    m_.setAttribute(op, "replica_groups", withMesh(groups, name));
    changed_ = true;
  }

  void markMeshes() {
    for (OpId op = m_.block(body_).firstOp; op; op = m_.op(op).next) {
      if (m_.op(op).kind != OpKind::SdyMesh || m_.attribute(op, kStablehloMesh)) continue;
      m_.setAttribute(op, kStablehloMesh, asDictionary(decodeMesh(c_, m_.attribute(op, "mesh"))));
      changed_ = true;
    }
  }

  AttrId asDictionary(const Mesh& mesh) {
    std::vector<AttrId> axes;
    for (const MeshAxis& axis : mesh.axes) {
      axes.push_back(c_.dict({{c_.str("name"), c_.string(c_.str(axis.name))}, {c_.str("size"), c_.i64(axis.size)}}));
    }
    std::vector<std::pair<StrId, AttrId>> entries{{c_.str("axes"), c_.array(axes)}};
    if (!mesh.deviceIds.empty()) entries.emplace_back(c_.str("device_ids"), denseIds(mesh.deviceIds));
    return c_.dict(std::move(entries));
  }

  AttrId denseIds(const std::vector<std::int64_t>& ids);

  Module& m_;
  Context& c_;
  BlockId body_;
  SymbolNames names_;
  bool changed_ = false;
  OpId place_;  ///< new meshes go behind it; invalid: to the start
  std::unordered_map<AttrId, AttrId> nameFor_;
};

AttrId MeshLifter::denseIds(const std::vector<std::int64_t>& ids) {
  bool splat = std::all_of(ids.begin(), ids.end(), [&](std::int64_t id) { return id == ids[0]; });
  std::string raw;
  for (std::size_t i = 0; i < (splat ? 1 : ids.size()); ++i) {
    for (unsigned byte = 0; byte < 8; ++byte) raw.push_back(static_cast<char>(static_cast<std::uint64_t>(ids[i]) >> (8 * byte)));
  }
  std::int64_t count = static_cast<std::int64_t>(ids.size());
  TypeId type = c_.tensor({&count, 1}, c_.integer(64));
  auto form = static_cast<std::uint8_t>(splat ? DenseForm::Splat : DenseForm::Raw);
  return c_.attr({.kind = AttrKind::DenseElements, .sub = form, .type = type, .text = raw});
}

bool runLiftInlinedMeshes(const PassRun& run) {
  run.setChanged(MeshLifter(run.module).run());
  return true;
}

}  // namespace

Pass liftInlinedMeshesPass() {
  return {"sdy-lift-inlined-meshes",
          "Gives every mesh that is written inside a sharding a symbol, and equal meshes the same one",
          PassLevel::Module,
          {},
          runLiftInlinedMeshes,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
