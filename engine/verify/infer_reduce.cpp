// Regions that combine two elements, and regions that are alternatives.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

/// What one input of a reduction brings together.
struct ReducedInput {
  std::size_t index = 0;
  std::size_t parameter = 0;  ///< number of the region's parameter for the incoming element
  TypeId input, initValue, accumulator, accumulatorArg, elementArg;
};

bool checkParameter(const OpCheck& o, std::size_t index, TypeId parameter, TypeId result, bool ignorePrecision) {
  if (compatibleShapeAndElement(o.c, result, parameter, ignorePrecision)) return true;
  return o.fail("The type of reduction-region's parameter at index ", index,
                " is different than the corresponding result type: ", o.text(parameter), " vs ", o.text(result));
}

bool checkInitValue(const OpCheck& o, const ReducedInput& r) {
  if (!compatibleShapes(o.c, r.initValue, r.accumulator)) {
    return o.fail("The shape of reduction-region's result type at index ", r.index,
                  " differs from the op's corresponding init-value type: ", o.text(r.accumulator), " vs ", o.text(r.initValue));
  }
  if (promotable(o.c, r.initValue, r.accumulator, true)) return true;
  return o.fail("The element-type of reduction-region's result type at index ", r.index,
                " is expected to be promotable from the op's corresponding init-value element-type: ", o.text(r.accumulator), " vs ",
                o.text(r.initValue));
}

/// The parameter's dims must be met, in order, among those that the reduction leaves.
bool isSubsequence(std::span<const std::int64_t> dims, std::span<const std::int64_t> allowed) {
  std::size_t met = 0;
  for (std::size_t i = 0; i < allowed.size() && met < dims.size(); ++i) {
    if (compatibleDims(allowed[i], dims[met])) ++met;
  }
  return met == dims.size();
}

bool checkElementParameter(const OpCheck& o, const ReducedInput& r, std::span<const std::int64_t> allowed) {
  if (!promotable(o.c, r.input, r.elementArg, true)) {
    return o.fail("The element-type of reduction-region's argument at index ", r.parameter, " is expected to be promotable from ",
                  o.text(o.element(r.input)), ", but got ", o.text(o.element(r.elementArg)));
  }
  auto dims = o.dims(r.elementArg);
  if (dims.size() > allowed.size()) {
    return o.fail("The rank of reduction-region's argument at index ", r.parameter, " is expected to be <= ", allowed.size(), ", got ",
                  dims.size());
  }
  if (isSubsequence(dims, allowed)) return true;
  return o.fail("The shape of reduction-region's argument at index ", r.parameter,
                " is not compatible with that of reduce-op's input-parameter at index ", r.index);
}

bool checkReduced(const OpCheck& o, const ReducedInput& r, std::span<const std::int64_t> allowed) {
  return checkParameter(o, r.index, r.accumulatorArg, r.accumulator, false) &&
         checkParameter(o, r.parameter, r.elementArg, r.accumulator, true) && checkInitValue(o, r) && checkElementParameter(o, r, allowed);
}

bool isShapedType(const OpCheck& o, TypeId t) { return isTensor(o.c, t) || o.rank(t) >= 0; }

bool checkReducerCounts(const OpCheck& o, BlockId block, std::size_t inputs) {
  std::size_t parameters = o.m.block(block).argCount;
  if (parameters != 2 * inputs) {
    return o.fail("Reduction-region must take ", 2 * inputs, " parameters, but takes ", parameters, " parameter(s)");
  }
  OpId last = o.m.terminator(block);
  if (!last || (o.m.op(last).kind != OpKind::Unknown && !hasTrait(o.m.op(last).kind, kTerminator))) {
    return o.fail("The reduction-region expected to have a terminator");
  }
  std::size_t returned = o.m.op(last).operandCount;
  if (returned == 0) return o.fail("The reduction-region expected to return some value(s)");
  if (returned == inputs) return true;
  return o.fail("Reduction-region here must produce ", inputs, " tensors, but produces ", returned, " instead");
}

bool checkBranches(const OpCheck& o, const std::vector<std::vector<TypeId>>& returned) {
  for (std::size_t i = 0; i < returned.size(); ++i) {
    std::uint32_t parameters = o.m.block(o.body(static_cast<std::uint32_t>(i))).argCount;
    if (parameters != 0) return o.fail("branch ", i, " must have 0 arguments, but found ", parameters);
    if (compatibleTypes(o.c, returned[0], returned[i])) continue;
    return o.fail("branch 0 and branch ", i, " have mismatched return types: ", o.text(returned[0]), " vs ", o.text(returned[i]));
  }
  return true;
}

}  // namespace

bool checkReducer(const OpCheck& o, BlockId block, std::span<const TypeId> inputs, std::span<const TypeId> initValues,
                  std::span<const std::int64_t> allowedDims) {
  std::size_t n = inputs.size();
  if (!checkReducerCounts(o, block, n)) return false;
  std::vector<TypeId> returned = o.returnTypes(block), parameters = o.argumentTypes(block);
  for (TypeId t : returned) {
    if (!isShapedType(o, t)) {
      return o.fail("Reduction-region here must produce tensor-typed result(s), but produces ", o.text(t), " instead");
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!checkReduced(o, {i, n + i, inputs[i], initValues[i], returned[i], parameters[i], parameters[n + i]}, allowedDims)) return false;
  }
  return true;
}

std::vector<TypeId> accumulatorTypes(const OpCheck& o, BlockId block, std::span<const TypeId> inputs) {
  return block ? o.returnTypes(block) : std::vector<TypeId>(inputs.begin(), inputs.end());
}

bool inferConditional(const OpCheck& o, std::vector<TypeId>& inferred) {
  if (o.rank(o.operand(0)) != 0) return o.fail("operand should be rank 0 tensor but got rank ", o.rank(o.operand(0)));
  std::uint32_t branches = o.m.op(o.op).regionCount;
  if (branches == 0) return o.fail("expect at least one branch");
  std::vector<std::vector<TypeId>> returned;
  for (std::uint32_t i = 0; i < branches; ++i) {
    if (!o.body(i)) return o.fail("expect non-empty region");
    returned.push_back(o.returnTypes(o.body(i)));
  }
  if (!checkBranches(o, returned)) return false;
  for (std::size_t r = 0; r < returned[0].size(); ++r) {
    std::vector<TypeId> alternatives;
    alternatives.reserve(returned.size());
    for (const auto& types : returned) alternatives.push_back(types[r]);
    inferred.push_back(inferLeastSpecific(o, alternatives));
    if (!inferred.back()) return false;
  }
  return true;
}

}  // namespace shardlens
