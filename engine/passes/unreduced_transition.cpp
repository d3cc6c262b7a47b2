#include "engine/passes/unreduced_transition.h"

#include <algorithm>

#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

using Shardings = std::vector<const TensorSharding*>;

std::vector<AxisRef> unreducedOf(const Shardings& shardings) {
  std::vector<AxisRef> axes;
  for (const TensorSharding* s : shardings) {
    if (s) axes.insert(axes.end(), s->unreduced.begin(), s->unreduced.end());
  }
  return axes;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

const TensorSharding* UnreducedTransition::decoded(AttrId sharding) {
  if (!sharding) return nullptr;
  auto [known, isNew] = decoded_.try_emplace(sharding);
  if (isNew) known->second = decodeSharding(v_.context(), sharding);
  return &known->second;
}

const TensorSharding* UnreducedTransition::shardingOf(ValueId value) {
  const Module& m = v_.module();
  for (OpId def = m.definingOp(value); def && m.op(def).kind == OpKind::SdyPropagationBarrier; def = m.definingOp(value)) {
    value = m.operand(def, 0);
  }
  return decoded(shardlens::shardingOf(m, value));
}

/// False where shardings are on different meshes: nothing can be said then.
bool UnreducedTransition::commonMesh(const Shardings& shardings, const Mesh** mesh) const {
  for (const TensorSharding* s : shardings) {
    const Mesh* own = s ? meshes_.find(s->mesh) : nullptr;
    if (own && *mesh && !(**mesh == *own)) return false;
    if (own) *mesh = own;
  }
  return true;
}

bool UnreducedTransition::check(OpId op, const Shardings& operands, const Shardings& results, std::optional<ReductionOp> introduced,
                                std::optional<ReductionOp> removed) {
  auto before = unreducedOf(operands), after = unreducedOf(results);
  if (before.empty() && after.empty()) return true;
  const Mesh* mesh = nullptr;
  if (!commonMesh(operands, &mesh) || !commonMesh(results, &mesh) || !mesh) return true;
  auto added = difference(after, before, *mesh), lost = difference(before, after, *mesh);
  const Context& c = v_.context();
  if (!added.empty()) {
    if (!introduced) return v_.opError(op, "cannot add new unreduced axis " + quoted(c.str(added[0].name)) + ".");
    if (!checkReductions(op, results, added, *introduced, "introduce")) return false;
  }
  if (!lost.empty()) {
    if (!removed) {
      return v_.opError(op,
                        "dropped unreduced axis " + quoted(c.str(lost[0].name)) +
                            " without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.");
    }
    if (!checkReductions(op, operands, lost, *removed, "reduce")) return false;
  }
  return checkKept(op, operands, results);
}

bool UnreducedTransition::checkReductions(OpId op, const Shardings& shardings, const std::vector<AxisRef>& axes, ReductionOp expected,
                                          std::string_view verb) {
  for (const TensorSharding* s : shardings) {
    if (!s || s->reduction == expected || !overlaps(s->unreduced, axes)) continue;
    return v_.opError(op, "cannot " + std::string(verb) + " " + quoted(reductionName(s->reduction)) + " unreduced axes. Expected " +
                              quoted(reductionName(expected)) + ".");
  }
  return true;
}

bool UnreducedTransition::checkKept(OpId op, const Shardings& operands, const Shardings& results) {
  for (const TensorSharding* after : results) {
    for (const TensorSharding* before : operands) {
      if (!after || !before || before->reduction == after->reduction || !overlaps(before->unreduced, after->unreduced)) continue;
      return v_.opError(op, "cannot change the reduction operator of kept unreduced axes from " +
                                std::string(reductionName(before->reduction)) + " to " + std::string(reductionName(after->reduction)) +
                                ".");
    }
  }
  return true;
}

}  // namespace shardlens
