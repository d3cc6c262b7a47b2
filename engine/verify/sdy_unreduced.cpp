#include <algorithm>

#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

constexpr std::string_view kNoTransition =
    "' without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.";

// The kind of `sharding` must be `expected` where it has some of the axes that begin or end.
bool checkKind(const CheckedPlace& at, const TensorSharding& sharding, const std::vector<AxisRef>& changed, ReductionOp expected,
               std::string_view verb) {
  if (!overlaps(sharding.unreduced, changed) || sharding.reduction == expected) return true;
  return at.fail(
      say("cannot ", verb, " '", reductionName(sharding.reduction), "' unreduced axes. Expected '", reductionName(expected), "'."));
}

}  // namespace

bool checkUnreducedTransition(Verifier& v, OpId op, AttrId from, AttrId to, std::optional<ReductionOp> begins,
                              std::optional<ReductionOp> ends) {
  Context& c = v.context();
  CheckedPlace at{v, op, ""};
  TensorSharding operand = decodeSharding(c, from);
  TensorSharding result = decodeSharding(c, to);
  const Mesh* mesh = meshFor(v, op, result.mesh);
  const Mesh* operandMesh = meshFor(v, op, operand.mesh);
  if (!mesh || !operandMesh || *mesh != *operandMesh) return true;

  std::vector<AxisRef> added = difference(result.unreduced, operand.unreduced, *mesh);
  std::vector<AxisRef> removed = difference(operand.unreduced, result.unreduced, *mesh);
  if (!added.empty()) {
    if (!begins) return at.fail(say("cannot add new unreduced axis '", c.str(added[0].name), "'."));
    if (!checkKind(at, result, added, *begins, "introduce")) return false;
  }
  if (!removed.empty()) {
    if (!ends) return at.fail(say("dropped unreduced axis '", c.str(removed[0].name), kNoTransition));
    if (!checkKind(at, operand, removed, *ends, "reduce")) return false;
  }
  if (operand.reduction == result.reduction || !overlaps(operand.unreduced, result.unreduced)) return true;
  return at.fail(say("cannot change the reduction operator of kept unreduced axes from ", reductionName(operand.reduction), " to ",
                     reductionName(result.reduction), "."));
}

}  // namespace shardlens
