#include "engine/passes/edge_shardings.h"

#include <algorithm>

#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

bool isComputation(OpKind kind) { return kind == OpKind::SdyManualComputation || kind == OpKind::SdyNamedComputation; }

}  // namespace

OpId dataFlowEdgeOn(const Module& m, ValueId owner) {
  UseId use = m.value(owner).firstUse;
  if (!use || m.use(use).next) return {};
  OpId user = m.use(use).owner;
  return m.op(user).kind == OpKind::SdyDataFlowEdge ? user : OpId();
}

std::vector<ValueId> resultEdgeOwners(const Module& m, OpId op) {
  std::vector<ValueId> owners;
  for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) owners.push_back(m.result(op, i));
  return owners;
}

std::vector<ValueId> argumentEdgeOwners(const Module& m, OpId op) {
  std::vector<ValueId> owners;
  if (!isComputation(m.op(op).kind)) return owners;
  BlockId body = m.entry(m.regionOf(op));
  for (std::uint32_t i = 0; body && i < m.block(body).argCount; ++i) owners.push_back(m.arg(body, i));
  return owners;
}

std::vector<AttrId> edgeShardings(Module& m, const std::vector<ValueId>& owners) {
  Context& c = m.context();
  std::vector<AttrId> shardings;
  AttrId mesh;
  for (ValueId owner : owners) {
    OpId edge = dataFlowEdgeOn(m, owner);
    AttrId sharding = edge ? m.attribute(edge, "sharding") : AttrId();
    if (sharding && !mesh) mesh = c.attr(sharding).subs[0];
    shardings.push_back(sharding);
  }
  if (!mesh) return {};
  for (std::size_t i = 0; i < owners.size(); ++i) {
    auto rank = static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c, m.type(owners[i])), 0));
    if (!shardings[i]) shardings[i] = replicatedSharding(c, rank, mesh, false);
  }
  return shardings;
}

void setArgumentEdgeShardings(Module& m, OpId op, const std::vector<AttrId>& shardings) {
  Context& c = m.context();
  std::vector<AttrId> all = shardings;
  AttrId border = m.attribute(op, "in_shardings");
  if (m.op(op).kind == OpKind::SdyManualComputation && border) {
    auto manual = manualAxesOf(m, op);
    auto outer = c.attr(border).subs;
    for (std::size_t i = 0; i < all.size() && i < outer.size(); ++i) {
      all[i] = encodeSharding(c, withFreeAxesOf(decodeSharding(c, outer[i]), decodeSharding(c, all[i]), manual));
    }
  }
  m.setAttribute(op, "in_shardings", encodePerValue(c, all));
}

void setResultEdgeShardings(Module& m, OpId op, const std::vector<AttrId>& shardings) {
  m.setAttribute(op, isComputation(m.op(op).kind) ? "out_shardings" : "sdy.sharding", encodePerValue(m.context(), shardings));
}

void dissolveEdge(Module& m, OpId edge) {
  m.replaceAllUses(m.result(edge), m.operand(edge, 0));
  m.erase(edge);
}

}  // namespace shardlens
