#include "engine/plan/handed_on.h"

#include <algorithm>

namespace shardlens {

namespace {

constexpr int kLooks = 64;

bool isOfSdy(const Module& m, OpId op) { return m.name(op).starts_with("sdy."); }

}  // namespace

HandedOn::HandedOn(const Module& opened, const Module& imported, const Origins& origins)
    : m_(opened), imported_(imported), origins_(origins), flow_(opened) {
  MeshTable meshes(opened);
  std::vector<Mesh> seen;
  for (const MeshTable::Entry& entry : meshes.entries()) {
    for (const MeshAxis& axis : entry.mesh.axes) plainMeshes_ = plainMeshes_ && axis.size != 1;
    plainMeshes_ = plainMeshes_ && std::find(seen.begin(), seen.end(), entry.mesh) == seen.end();
    seen.push_back(entry.mesh);
  }
}

bool HandedOn::freeFunction(OpId func) const {
  return func && m_.op(func).kind == OpKind::FuncFunc && !imported_.erased(func) && !flow_.hasUsers(func) && m_.parentOp(func) == m_.root();
}

bool HandedOn::results(OpId func) const { return plainMeshes_ && freeFunction(func); }

bool HandedOn::plainUses(ValueId value, BlockId block) const {
  for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
    OpId user = m_.use(use).owner;
    FlowClass flow = flowClassOf(m_.op(user).kind);
    bool plain = flow == FlowClass::FuncReturn || (flow == FlowClass::Plain && !isOfSdy(m_, user));
    if (!plain || m_.op(user).block != block || m_.op(user).kind == OpKind::StablehloIf) return false;
  }
  return true;
}

// A computation of constants alone is copied for each of its users.
bool HandedOn::mayBeConstant(OpId op, int* budget) const {
  if (--*budget < 0) return true;
  for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
    ValueId operand = m_.operand(op, i);
    if (m_.isArgument(operand) || !mayBeConstant(m_.definingOp(operand), budget)) return false;
  }
  return true;
}

bool HandedOn::plainOp(OpId op) const {
  const Operation& o = m_.op(op);
  if (o.resultCount != 1 || flowClassOf(o.kind) != FlowClass::Plain || isOfSdy(m_, op) || o.kind == OpKind::Unknown ||
      o.kind == OpKind::StablehloIf || o.kind == OpKind::StablehloAsyncStart)
    return false;
  for (std::uint32_t i = 0; i < o.operandCount; ++i)
    if (rankOf(m_.context(), m_.type(m_.operand(op, i))) == 0 && o.operandCount == 1) return false;  // a scalar that is spread out
  int budget = kLooks;
  if (mayBeConstant(op, &budget)) return false;
  return op.value < imported_.opCount() && !imported_.erased(op) && imported_.op(op).attrs == o.attrs;
}

bool HandedOn::value(ValueId value) const {
  if (!plainMeshes_ || value.value >= m_.valueCount() || rankOf(m_.context(), m_.type(value)) < 1) return false;
  OpId def = m_.definingOp(value);
  BlockId block = def ? m_.op(def).block : m_.owningBlock(value);
  OpId func = block ? m_.region(m_.block(block).region).op : OpId();
  if (!freeFunction(func) || (def && !plainOp(def)) || !plainUses(value, block)) return false;
  return origins_.made(value).size() == 1 && origins_.made(value).front() == value;
}

}  // namespace shardlens
