// Traits of whole families of operations, in the reference's words, and the comparison of inferred with written results.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

constexpr std::string_view kNeedsOperand = "expected 1 or more operands, but found 0";
constexpr std::string_view kNeedsResult = "expected 1 or more results";

template <typename Holds>
bool allOperands(const OpCheck& o, Holds holds) {
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (!holds(o.operand(i))) return false;
  }
  return true;
}

template <typename Holds>
bool allResults(const OpCheck& o, Holds holds) {
  for (std::uint32_t i = 0; i < o.results(); ++i) {
    if (!holds(o.result(i))) return false;
  }
  return true;
}

TypeId firstType(const OpCheck& o) { return o.operands() > 0 ? o.operand(0) : o.result(0); }

bool pairwise(const OpCheck& o, std::string_view what, TypeId (*of)(const OpCheck&, TypeId)) {
  if (o.operands() != o.results()) return o.failOp("requires the same number of operands and results");
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (of(o, o.operand(i)) != of(o, o.result(i))) return o.failOp("requires the same ", what, " for operand and result at index ", i);
  }
  return true;
}

}  // namespace

bool haveCompatibleShapes(const OpCheck& o, std::span<const TypeId> types) {
  std::vector<std::int64_t> known;
  bool first = true;
  for (TypeId t : types) {
    if (!isTensor(o.c, t)) return false;
    if (o.rank(t) < 0) continue;
    auto dims = o.dims(t);
    if (first) known.assign(dims.begin(), dims.end());
    first = false;
    if (!compatibleShapes(known, dims)) return false;
    for (std::size_t d = 0; d < dims.size(); ++d) {
      if (known[d] == kDynamic) known[d] = dims[d];
    }
  }
  return true;
}

bool checkInferred(const OpCheck& o, std::span<const TypeId> inferred) {
  std::vector<TypeId> written = o.resultTypes();
  if (compatibleTypes(o.c, inferred, written)) return true;
  return o.fail("'", o.m.name(o.op), "' op inferred type(s) ", o.text(inferred), " are incompatible with return type(s) of operation ",
                o.text(written));
}

bool traitCompatibleOperandsAndResultType(const OpCheck& o) {
  auto compatible = [&, expected = firstType(o)](TypeId t) { return compatibleTypes(o.c, t, expected); };
  return (allOperands(o, compatible) && allResults(o, compatible)) || o.failOp("requires compatible types for all operands and results");
}

bool checkInferredFromOperands(const OpCheck& o) {
  auto same = [expected = o.result()](TypeId t) { return t == expected; };
  if (allOperands(o, same)) return true;
  TypeId inferred = inferMostSpecific(o, o.operandTypes());
  return inferred && checkInferred(o, inferred);
}

bool traitCompatibleOperandsAndResultElementType(const OpCheck& o) {
  auto compatible = [&, expected = firstType(o)](TypeId t) { return compatibleElements(o.c, t, expected); };
  return (allOperands(o, compatible) && allResults(o, compatible)) ||
         o.failOp("requires compatible element types for all operands and results");
}

bool traitCompatibleOperandsElementType(const OpCheck& o) {
  if (o.operands() == 0) return o.failOp(kNeedsOperand);
  auto compatible = [&, expected = o.operand(0)](TypeId t) { return compatibleElements(o.c, t, expected); };
  return allOperands(o, compatible) || o.failOp("requires compatible element types for all operands");
}

bool traitSameOperandsAndResultShape(const OpCheck& o) {
  if (o.operands() == 0) return o.failOp(kNeedsOperand);
  if (o.results() == 0) return o.failOp(kNeedsResult);
  std::vector<TypeId> types = o.operandTypes();
  std::ranges::copy(o.resultTypes(), std::back_inserter(types));
  return haveCompatibleShapes(o, types) || o.failOp("requires the same shape for all operands and results");
}

bool traitSameOperandsAndResultElementType(const OpCheck& o) {
  if (o.operands() == 0) return o.failOp(kNeedsOperand);
  if (o.results() == 0) return o.failOp(kNeedsResult);
  auto same = [&, expected = o.element(o.result(0))](TypeId t) { return o.element(t) == expected; };
  return (allOperands(o, same) && allResults(o, same)) || o.failOp("requires the same element type for all operands and results");
}

bool traitSameOperandsElementType(const OpCheck& o) {
  if (o.operands() == 0) return o.failOp(kNeedsOperand);
  auto same = [&, expected = o.element(o.operand(0))](TypeId t) { return o.element(t) == expected; };
  return allOperands(o, same) || o.failOp("requires the same element type for all operands");
}

bool traitPairwiseSameOperandAndResultType(const OpCheck& o) {
  return pairwise(o, "type", [](const OpCheck&, TypeId t) { return t; });
}

bool traitPairwiseSameOperandAndResultElementType(const OpCheck& o) {
  return pairwise(o, "element type", [](const OpCheck& check, TypeId t) { return check.element(t); });
}

}  // namespace shardlens
