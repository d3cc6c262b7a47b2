#include "engine/session/snapshot.h"

#include <algorithm>

#include "engine/propagation/flow.h"
#include "engine/sharding/local_shape.h"

namespace shardlens {

AttrId Snapshot::writtenSharding(ValueId value) const {
  return value.value < module->valueCount() && standing(value) == value ? shardlens::shardingOf(*module, value) : AttrId();
}

ValueId Snapshot::standing(ValueId value) const {
  for (auto out = leftOut.rbegin(); out != leftOut.rend(); ++out)
    if (out->result == value) value = out->input;
  return value;
}

bool Snapshot::endsWithoutRule(OpId op) const {
  if (!op || ruleOf(op)) return false;
  const Operation& o = module->op(op);
  return o.operandCount > 0 && o.resultCount > 0 && flowClassOf(o.kind) == FlowClass::Plain;
}

const Annotation* Snapshot::annotation(const AnnotationKey& key) const {
  auto it = std::lower_bound(annotations->begin(), annotations->end(), key,
                             [](const Annotation& a, const AnnotationKey& k) { return a.key < k; });
  return it != annotations->end() && it->key == key ? &*it : nullptr;
}

TensorSharding shardingAt(const Snapshot& snapshot, ValueId value) {
  AttrId sharding = snapshot.shardingOf(value);
  return sharding ? decodeSharding(snapshot.module->context(), sharding) : TensorSharding();
}

std::vector<std::int64_t> chipShape(const Snapshot& s, ValueId value) {
  TypeId type = s.module->type(value);
  if (!hasStaticShape(s.context(), type)) return {};
  auto whole = shapeOf(s.context(), type);
  TensorSharding sharding = shardingAt(s, value);
  const Mesh* mesh = sharding.mesh ? s.meshes->find(sharding.mesh) : nullptr;
  return mesh ? localShape(whole, sharding, *mesh) : std::vector<std::int64_t>(whole.begin(), whole.end());
}

bool sameMeshes(const Snapshot& a, const Snapshot& b) {
  return a.meshes == b.meshes || std::ranges::equal(a.meshes->entries(), b.meshes->entries(),
                                                    [](const auto& x, const auto& y) { return x.name == y.name && x.mesh == y.mesh; });
}

}  // namespace shardlens
