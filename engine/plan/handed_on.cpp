#include "engine/plan/handed_on.h"

#include <algorithm>

namespace shardlens {

namespace {

constexpr int kLooks = 64;
constexpr std::string_view kSharding = "sdy.sharding";

bool isOfSdy(const Module& m, OpId op) { return m.name(op).starts_with("sdy."); }

/// No pass looks at the shardings of its operands: what flows into loops, branches and calls is told by edges when propagation comes.
bool isPlainUser(const Module& m, OpId op) {
  switch (flowClassOf(m.op(op).kind)) {
    case FlowClass::FuncReturn: return true;
    case FlowClass::Plain:
    case FlowClass::DataFlow:
    case FlowClass::Call: return !isOfSdy(m, op) && m.op(op).kind != OpKind::StablehloIf;
    default: return false;
  }
}

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

HandedOn::Uses HandedOn::usesOf(ValueId value, BlockId block) const {
  Uses uses;
  for (UseId use = m_.value(value).firstUse; use && uses.plain; use = m_.use(use).next) {
    OpId user = m_.use(use).owner;
    bool constraint = m_.op(user).kind == OpKind::SdyShardingConstraint && !uses.constraint;
    if (constraint) uses.constraint = user;
    uses.plain = (constraint || isPlainUser(m_, user)) && m_.op(user).block == block;
  }
  return uses;
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
  if (op.value >= imported_.opCount() || imported_.erased(op)) return false;
  Context& c = m_.context();
  return c.with(imported_.op(op).attrs, kSharding, {}) == c.with(o.attrs, kSharding, {});
}

bool HandedOn::made(ValueId value) const { return origins_.made(value).size() == 1 && origins_.made(value).front() == value; }

BlockId HandedOn::blockOf(ValueId value) const {
  OpId def = m_.definingOp(value);
  return def ? m_.op(def).block : m_.owningBlock(value);
}

bool HandedOn::plainInput(ValueId value, BlockId block) const {
  OpId def = m_.definingOp(value);
  return blockOf(value) == block && (!def || plainOp(def)) && made(value);
}

// One in a chain of constraints moves what uses its input.
bool HandedOn::plainConstraint(OpId constraint, BlockId block) const {
  if (constraint.value >= imported_.opCount() || imported_.erased(constraint)) return false;
  ValueId result = m_.result(constraint), input = m_.operand(constraint, 0);
  Uses ofInput = usesOf(input, block), ofResult = usesOf(result, block);
  return ofInput.plain && ofInput.constraint == constraint && ofResult.plain && !ofResult.constraint && made(result) &&
         plainInput(input, block) && imported_.operand(constraint, 0) == input;
}

bool HandedOn::value(ValueId value) const {
  if (!plainMeshes_ || value.value >= m_.valueCount() || rankOf(m_.context(), m_.type(value)) < 1) return false;
  OpId def = m_.definingOp(value);
  if (def && m_.erased(def)) return false;
  BlockId block = blockOf(value);
  OpId func = block ? m_.region(m_.block(block).region).op : OpId();
  if (!freeFunction(func)) return false;
  if (std::optional<Constrained> pair = constrained(value)) return plainConstraint(m_.definingOp(pair->result), block);
  return usesOf(value, block).plain && plainInput(value, block);
}

std::optional<HandedOn::Constrained> HandedOn::constrained(ValueId value) const {
  OpId def = m_.definingOp(value);
  OpId constraint = def && m_.op(def).kind == OpKind::SdyShardingConstraint ? def : usesOf(value, blockOf(value)).constraint;
  if (!constraint) return std::nullopt;
  return Constrained{m_.result(constraint), m_.operand(constraint, 0)};
}

}  // namespace shardlens
