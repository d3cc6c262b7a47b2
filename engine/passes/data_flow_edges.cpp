#include "engine/passes/data_flow_edges.h"

#include "engine/passes/insert_ops.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

bool hasEdge(const Module& m, ValueId owner) {
  UseId use = m.value(owner).firstUse;
  return use && !m.use(use).next && m.op(m.use(use).owner).kind == OpKind::SdyDataFlowEdge;
}

void addEdge(Module& m, ValueId owner) {
  Context& c = m.context();
  if (!isStaticShaped(c, m.type(owner)) || hasEdge(m, owner)) return;
  AttrId sharding = shardingOf(m, owner);
  AttrId attrs = sharding ? c.with(c.emptyDict(), "sharding", sharding) : c.emptyDict();
  replaceUsesExcept(m, owner, createBehind(m, OpKind::SdyDataFlowEdge, owner, attrs));
}

}  // namespace

// Each goes right behind its owner, so the last one comes first.
void addDataFlowEdges(Module& m, OpId op) {
  OpKind kind = m.op(op).kind;
  if (kind == OpKind::SdyManualComputation || kind == OpKind::SdyNamedComputation) {
    BlockId body = m.entry(m.regionOf(op));
    for (std::uint32_t i = body ? m.block(body).argCount : 0; i-- > 0;) addEdge(m, m.arg(body, i));
  }
  for (std::uint32_t i = m.op(op).resultCount; i-- > 0;) addEdge(m, m.result(op, i));
}

}  // namespace shardlens
