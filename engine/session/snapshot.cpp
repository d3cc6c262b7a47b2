#include "engine/session/snapshot.h"

namespace shardlens {

AttrId Snapshot::writtenSharding(ValueId value) const {
  return value.value < module->valueCount() ? shardlens::shardingOf(*module, value) : AttrId();
}

PropagationEnd Snapshot::endAt(OpId op) const {
  if (!op) return PropagationEnd::None;
  switch (module->op(op).kind) {
    case OpKind::FuncCall: return PropagationEnd::Call;
    case OpKind::StablehloWhile:
    case OpKind::StablehloCase:
    case OpKind::StablehloIf: return PropagationEnd::Loop;
    default: break;
  }
  bool carriesTensors = module->op(op).operandCount > 0 && module->op(op).resultCount > 0;
  return carriesTensors && !ruleOf(op) ? PropagationEnd::NoRule : PropagationEnd::None;
}

TensorSharding shardingAt(const Snapshot& snapshot, ValueId value) {
  AttrId sharding = snapshot.shardingOf(value);
  return sharding ? decodeSharding(snapshot.module->context(), sharding) : TensorSharding();
}

}  // namespace shardlens
