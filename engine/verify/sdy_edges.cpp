#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

bool isResult(const Context& c, AttrId ref) { return c.attr(ref).sub == 1; }

// Sharding of the operand or result that `ref` means; invalid where there is none.
AttrId shardingOfRef(const Module& m, OpId op, AttrId ref) {
  const Context& c = m.context();
  std::int64_t index = c.attr(ref).ints[0];
  std::uint32_t count = isResult(c, ref) ? m.op(op).resultCount : m.op(op).operandCount;
  if (index < 0 || index >= count) return {};
  auto i = static_cast<std::uint32_t>(index);
  return shardingOf(m, isResult(c, ref) ? m.result(op, i) : m.operand(op, i));
}

bool checkRef(Verifier& v, OpId op, AttrId ref) {
  const Module& m = v.module();
  if (m.op(op).kind == OpKind::SdyFuncDataFlowEdge) return true;
  bool result = isResult(v.context(), ref);
  std::uint32_t count = result ? m.op(op).resultCount : m.op(op).operandCount;
  std::int64_t index = v.context().attr(ref).ints[0];
  if (index >= 0 && index < count) return true;
  return v.opError(
      op, say("expected a value ref to have ", result ? "a result" : "an operand", " index in range [0, ", count, "), got: ", index));
}

// Calls `visit(details)` for every axis of every step until it returns false.
template <typename Visit>
bool forEachAxis(const Context& c, AttrId edges, Visit&& visit) {
  for (AttrId step : c.attr(edges).subs) {
    for (AttrId details : c.attr(step).subs) {
      if (!visit(c.attr(details).subs)) return false;
    }
  }
  return true;
}

}  // namespace

bool checkPropagationEdges(Verifier& v, OpId op, AttrId edges) {
  Context& c = v.context();
  std::vector<AttrId> shardings;
  forEachAxis(c, edges, [&](std::span<const AttrId> details) {
    for (AttrId ref : details.subspan(1)) {
      if (AttrId sharding = shardingOfRef(v.module(), op, ref)) shardings.push_back(sharding);
    }
    return true;
  });
  if (shardings.empty()) return v.opError(op, "expected propagation edges attr to reference a sharding.");
  const Mesh* mesh = commonMesh(v, op, shardings);
  if (!mesh) return v.opError(op, "expected a common mesh for propagation edges attr.");
  return forEachAxis(c, edges, [&](std::span<const AttrId> details) {
    if (mesh->axisIndex(c.str(c.attr(details[0]).text)) < 0) return v.opError(op, "expected axis ref to be in one of the meshes");
    for (AttrId ref : details.subspan(1)) {
      if (!checkRef(v, op, ref)) return false;
    }
    return true;
  });
}

}  // namespace shardlens
