#include "engine/sharding/product.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

std::int64_t Mesh::deviceCount() const {
  std::int64_t count = 1;
  for (const MeshAxis& axis : axes) count = product(count, axis.size);
  return count;
}

int Mesh::axisIndex(StrId name) const {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::int64_t Mesh::axisSize(StrId name) const {
  int index = axisIndex(name);
  return index < 0 ? 0 : axes[static_cast<std::size_t>(index)].size;
}

MeshTable::MeshTable(const Module& module) : module_(module) {
  if (!module.root() || module.op(module.root()).regionCount == 0) return;
  BlockId body = module.entry(module.regionOf(module.root()));
  if (!body) return;
  for (OpId op = module.block(body).firstOp; op; op = module.op(op).next) {
    if (module.op(op).kind != OpKind::SdyMesh) continue;
    AttrId name = module.attribute(op, "sym_name");
    AttrId mesh = module.attribute(op, "mesh");
    if (!name || !mesh || module.context().kind(mesh) != AttrKind::SdyMesh) continue;
    entries_.push_back({module.context().attr(name).text, op, decodeMesh(module.context(), mesh)});
  }
}

const Mesh* MeshTable::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry.mesh;
  }
  return nullptr;
}

const Mesh* MeshTable::find(AttrId meshOrRef) const {
  const AttrData& data = module_.context().attr(meshOrRef);
  if (data.kind == AttrKind::SymbolRef) return find(data.text);
  if (data.kind != AttrKind::SdyMesh) return nullptr;
  std::lock_guard lock(inlining_);
  for (const auto& [attr, mesh] : inlined_) {
    if (attr == meshOrRef) return mesh.get();
  }
  inlined_.emplace_back(meshOrRef, std::make_unique<Mesh>(decodeMesh(module_.context(), meshOrRef)));
  return inlined_.back().second.get();
}

}  // namespace shardlens
