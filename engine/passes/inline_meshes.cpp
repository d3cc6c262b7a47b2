#include <algorithm>

#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

constexpr std::string_view kGroups = "replica_groups";

/// Puts what meshes say in the place of their names.
class MeshInliner {
 public:
  explicit MeshInliner(Module& module) : module_(module), c_(module.context()), meshes_(module) {}

  bool run() {
    bool changed = changeShardings(module_, module_.root(), [this](AttrId sharding) { return inSharding(sharding); });
    AttributeRewrite groups(module_, [this](AttrId dictionary, ShardingPlace) { return inGroups(dictionary); });
    changed |= groups.run(module_.root());
    for (const MeshTable::Entry& entry : meshes_.entries()) module_.erase(entry.op);
    return changed || !meshes_.entries().empty();
  }

 private:
  const Mesh* named(AttrId meshOrRef) const { return c_.kind(meshOrRef) == AttrKind::SymbolRef ? meshes_.find(meshOrRef) : nullptr; }

  AttrId inSharding(AttrId attr) {
    TensorSharding sharding = decodeSharding(c_, attr);
    const Mesh* mesh = named(sharding.mesh);
    if (!mesh) return attr;
    sharding.mesh = encodeMesh(c_, *mesh);
    return encodeSharding(c_, sharding);
  }

  /// Groups of a collective may name a mesh as well; there it is written as StableHLO's own attribute.
  AttrId inGroups(AttrId dictionary) {
    AttrId groups = c_.get(dictionary, kGroups);
    if (!groups || c_.kind(groups) != AttrKind::StablehloReplicaGroupMeshAxes) return dictionary;
    std::vector<AttrId> subs(c_.attr(groups).subs.begin(), c_.attr(groups).subs.end());
    const Mesh* mesh = named(subs[0]);
    if (!mesh) return dictionary;
    subs[0] = stablehloMesh(*mesh);
    return c_.with(dictionary, kGroups, c_.attr({.kind = AttrKind::StablehloReplicaGroupMeshAxes, .subs = subs}));
  }

  AttrId stablehloMesh(const Mesh& mesh) {
    std::vector<AttrId> subs;
    for (const MeshAxis& axis : mesh.axes) {
      std::int64_t size[] = {axis.size};
      subs.push_back(c_.attr({.kind = AttrKind::StablehloMeshAxis, .ints = size, .text = c_.str(axis.name)}));
    }
    bool ordered = !mesh.deviceIds.empty();
    if (ordered) subs.push_back(idTable(mesh.deviceIds));
    return c_.attr({.kind = AttrKind::StablehloMesh, .sub = ordered, .subs = subs});
  }

  AttrId idTable(const std::vector<std::int64_t>& ids) {
    std::int64_t shape[] = {static_cast<std::int64_t>(ids.size())};
    bool splat = std::ranges::all_of(ids, [&](std::int64_t id) { return id == ids[0]; });
    std::string bytes;
    for (std::size_t i = 0; i < (splat ? 1 : ids.size()); ++i) {
      for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(ids[i]) >> shift));
    }
    auto form = static_cast<std::uint8_t>(splat ? DenseForm::Splat : DenseForm::Raw);
    return c_.attr({.kind = AttrKind::DenseElements, .sub = form, .type = c_.tensor(shape, c_.integer(64)), .text = bytes});
  }

  Module& module_;
  Context& c_;
  MeshTable meshes_;
};

bool runInlineMeshes(const PassRun& run) {
  run.setChanged(MeshInliner(run.module).run());
  return true;
}

}  // namespace

Pass inlineMeshesPass() {
  return {"sdy-inline-meshes", "Writes meshes into the shardings that name them, and removes the mesh operations",
          PassLevel::Module,   {},
          runInlineMeshes,     nullptr,
          Verified::Later};
}

}  // namespace shardlens
