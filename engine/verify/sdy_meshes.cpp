#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

// An unnamed mesh stands in the attribute; others are looked for among the operations of the module around.
std::unique_ptr<Mesh> findMesh(const Module& m, OpId module, AttrId meshOrRef) {
  Context& c = m.context();
  const AttrData& wanted = c.attr(meshOrRef);
  if (wanted.kind == AttrKind::SdyMesh) return std::make_unique<Mesh>(decodeMesh(c, meshOrRef));
  BlockId body = module && m.op(module).regionCount > 0 ? m.entry(m.regionOf(module)) : BlockId();
  for (OpId o = body ? m.block(body).firstOp : OpId(); o; o = m.op(o).next) {
    if (m.op(o).kind != OpKind::SdyMesh) continue;
    AttrId name = m.attribute(o, "sym_name");
    AttrId mesh = m.attribute(o, "mesh");
    if (name && mesh && c.attr(name).text == wanted.text && c.kind(mesh) == AttrKind::SdyMesh)
      return std::make_unique<Mesh>(decodeMesh(c, mesh));
  }
  return nullptr;
}

}  // namespace

OpId enclosingModule(const Module& m, OpId op) {
  OpId parent = m.parentOp(op);
  while (parent && m.op(parent).kind != OpKind::BuiltinModule) parent = m.parentOp(parent);
  return parent;
}

const Mesh* meshFor(Verifier& v, OpId op, AttrId meshOrRef) {
  OpId module = enclosingModule(v.module(), op);
  auto& meshes = v.sdyMemory().meshes;
  std::uint64_t key = (static_cast<std::uint64_t>(module.value) << 32) | meshOrRef.value;
  auto found = meshes.find(key);
  if (found == meshes.end()) found = meshes.emplace(key, findMesh(v.module(), module, meshOrRef)).first;
  return found->second.get();
}

const Mesh* meshOfSharding(Verifier& v, OpId op, AttrId sharding) { return meshFor(v, op, v.context().attr(sharding).subs[0]); }

const Mesh* commonMesh(Verifier& v, OpId op, std::span<const AttrId> shardings) {
  const Mesh* common = nullptr;
  auto isEmpty = [](const Mesh& mesh) { return mesh.axes.empty() && mesh.deviceIds.empty(); };
  for (AttrId sharding : shardings) {
    const Mesh* mesh = meshOfSharding(v, op, sharding);
    if (!mesh) continue;
    if (!common || isEmpty(*common))
      common = mesh;
    else if (!isEmpty(*mesh) && *mesh != *common)
      return nullptr;
  }
  return common;
}

}  // namespace shardlens
