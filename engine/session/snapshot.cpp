#include "engine/session/snapshot.h"

#include <algorithm>

#include "engine/propagation/flow.h"

namespace shardlens {

AttrId Snapshot::writtenSharding(ValueId value) const {
  return value.value < module->valueCount() ? shardlens::shardingOf(*module, value) : AttrId();
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

}  // namespace shardlens
