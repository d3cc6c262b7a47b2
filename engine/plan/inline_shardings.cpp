#include "engine/plan/inline_shardings.h"

namespace shardlens {

std::shared_ptr<const InlineShardings> inlineShardings(const Plan& plan) {
  Context& c = plan.imported->context();
  MeshTable opened(*plan.opened), imported(*plan.imported);
  std::unordered_map<std::string_view, AttrId> lifted;
  for (const MeshTable::Entry& entry : imported.entries())
    if (!opened.find(entry.name)) lifted.emplace(entry.name, encodeMesh(c, entry.mesh));
  if (lifted.empty()) return nullptr;
  auto found = std::make_shared<InlineShardings>();
  auto add = [&](AttrId sharding) {
    if (!sharding || found->contains(sharding)) return;
    TensorSharding s = decodeSharding(c, sharding);
    auto mesh = c.kind(s.mesh) == AttrKind::SymbolRef ? lifted.find(c.attr(s.mesh).text) : lifted.end();
    if (mesh == lifted.end()) return;
    s.mesh = mesh->second;
    found->emplace(sharding, encodeSharding(c, s));
  };
  for (AttrId sharding : plan.result.shardings) add(sharding);
  for (AttrId sharding : plan.start) add(sharding);
  for (const FuncResultSharding& result : plan.result.funcResults) add(result.sharding);
  for (const ShardingChange& change : plan.trace.changes) add(change.before), add(change.after);
  return found;
}

}  // namespace shardlens
