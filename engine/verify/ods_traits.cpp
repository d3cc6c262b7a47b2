#include <algorithm>
#include <iterator>
#include <numeric>

#include "engine/verify/ods.h"

namespace shardlens {

namespace {

using Names = std::span<const std::string_view>;

// Blocks and terminators ----------------------------------------------------------------------------------------------------------

bool noRegionArguments(const OpCheck& o, const OdsSpec&, Names) {
  for (std::uint32_t i = 0; i < o.m.op(o.op).regionCount; ++i) {
    if (BlockId entry = o.body(i); entry && o.m.block(entry).argCount > 0) return o.failOp("region should have no arguments");
  }
  return true;
}

bool singleBlock(const OpCheck& o, const OdsSpec&, Names) {
  bool needsTerminator = !hasTrait(o.m.op(o.op).kind, kNoTerminator);
  for (std::uint32_t i = 0; i < o.m.op(o.op).regionCount; ++i) {
    BlockId block = o.body(i);
    if (!block) continue;
    if (o.m.block(block).next) return o.failOp("expects region #", i, " to have 0 or 1 blocks");
    if (needsTerminator && !o.m.block(block).firstOp) return o.failOp("expects a non-empty block");
  }
  return true;
}

/// The terminator is the dialect's `return`, which pretty forms may leave out.
bool implicitTerminator(const OpCheck& o) {
  std::string_view own = o.m.name(o.op);
  std::string wanted = say(own.substr(0, own.find('.')), ".return");
  for (std::uint32_t i = 0; i < o.m.op(o.op).regionCount; ++i) {
    if (!o.body(i)) continue;
    std::string_view found = o.m.name(o.m.terminator(o.body(i)));
    if (found == wanted) continue;
    o.failOp("expects regions to end with '", wanted, "', found '", found, "'");
    o.v.note(o.m.location(o.op), say("in custom textual format, the absence of terminator implies '", wanted, "'"));
    return false;
  }
  return true;
}

bool hasParent(const OpCheck& o, const OdsSpec&, Names names) {
  OpId parent = o.m.op(o.op).block ? o.m.parentOp(o.op) : OpId();
  return (parent && o.m.name(parent) == names[0]) || o.failOp("expects parent op '", names[0], "'");
}

bool segmentSizes(const OpCheck& o, std::string_view name, std::string_view what, std::uint32_t total, std::size_t groups) {
  AttrId attr = o.attr(name);
  if (!attr || o.c.kind(attr) != AttrKind::DenseArray) return o.failOp("requires dense i32 array attribute '", name, "'");
  auto sizes = o.c.attr(attr).ints;
  if (std::ranges::any_of(sizes, [](std::int64_t s) { return s < 0; }))
    return o.failOp("'", name, "' attribute cannot have negative elements");
  std::int64_t sum = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  if (sum != total)
    return o.failOp(what, " count (", total, ") does not match with the total size (", sum, ") specified in attribute '", name, "'");
  return sizes.size() == groups ||
         o.failOp("'", name, "' attribute for specifying ", what, " segments must have ", groups, " elements, but got ", sizes.size());
}
bool operandSegments(const OpCheck& o, const OdsSpec& spec, Names) {
  return segmentSizes(o, "operandSegmentSizes", "operand", o.operands(), spec.operands.size());
}
bool resultSegments(const OpCheck& o, const OdsSpec& spec, Names) {
  return segmentSizes(o, "resultSegmentSizes", "result", o.results(), spec.results.size());
}

// Named operands, results and attributes ------------------------------------------------------------------------------------------

/// Type of the operand, result or typed attribute that the declaration calls `name`.
TypeId typeNamed(const OpCheck& o, const OdsSpec& spec, std::string_view name) {
  auto operand = std::ranges::find(spec.operands, name, &OdsValue::name);
  if (operand != spec.operands.end())
    return o.operand(odsOperands(o, spec, static_cast<std::size_t>(operand - spec.operands.begin())).first);
  auto result = std::ranges::find(spec.results, name, &OdsValue::name);
  if (result != spec.results.end()) return o.result(odsResults(o, spec, static_cast<std::size_t>(result - spec.results.begin())).first);
  const AttrData& attr = o.c.attr(o.attr(name));
  if (attr.kind == AttrKind::Bool) return o.c.integer(1U);
  return attr.type ? attr.type : o.c.noneType();
}

template <typename Value>
bool allMatch(const OpCheck& o, Names names, std::string_view what, Value value) {
  auto first = value(names[0]);
  if (std::ranges::all_of(names.subspan(1), [&](std::string_view name) { return value(name) == first; })) return true;
  std::string list;
  for (std::string_view name : names) list += list.empty() ? std::string(name) : say(", ", name);
  return o.failOp("failed to verify that all of {", list, "} have same ", what);
}

bool allTypesMatch(const OpCheck& o, const OdsSpec& spec, Names names) {
  return allMatch(o, names, "type", [&](std::string_view name) { return typeNamed(o, spec, name); });
}
bool allElementTypesMatch(const OpCheck& o, const OdsSpec& spec, Names names) {
  return allMatch(o, names, "element type", [&](std::string_view name) { return o.element(typeNamed(o, spec, name)); });
}
bool allRanksMatch(const OpCheck& o, const OdsSpec& spec, Names names) {
  return allMatch(o, names, "rank", [&](std::string_view name) { return o.rank(typeNamed(o, spec, name)); });
}
bool allShapesMatch(const OpCheck& o, const OdsSpec& spec, Names names) {
  return allMatch(o, names, "shape", [&](std::string_view name) {
    auto dims = o.dims(typeNamed(o, spec, name));
    return std::vector<std::int64_t>(dims.begin(), dims.end());
  });
}
bool allSizesMatch(const OpCheck& o, const OdsSpec&, Names names) {
  return allMatch(o, names, "size", [&](std::string_view name) { return o.list(name).size(); });
}

// Types of all operands and results -----------------------------------------------------------------------------------------------

/// Tensors among operands and results go with one another; a tensor on one side needs one on the other.
bool elementwise(const OpCheck& o, const OdsSpec&, Names) {
  std::vector<TypeId> types = o.operandTypes();
  auto isMapped = [&](TypeId t) { return isTensor(o.c, t); };
  bool fromTensors = std::ranges::any_of(types, isMapped);
  auto tensors = static_cast<std::size_t>(std::ranges::count_if(o.resultTypes(), isMapped));
  if (tensors > 0 && !fromTensors) return o.failOp("if a result is non-scalar, then at least one operand must be non-scalar");
  if (!fromTensors) return true;
  if (tensors == 0) return o.failOp("if an operand is non-scalar, then there must be at least one non-scalar result");
  if (tensors != o.results()) return o.failOp("if an operand is non-scalar, then all results must be non-scalar");
  std::ranges::copy(o.resultTypes(), std::back_inserter(types));
  std::erase_if(types, [&](TypeId t) { return !isMapped(t); });
  bool alike = std::ranges::all_of(types, [&](TypeId t) { return isRankedTensor(o.c, t) == isRankedTensor(o.c, types[0]); });
  return (alike && haveCompatibleShapes(o, types)) || o.failOp("all non-scalar operands/results must have the same shape and base type");
}

bool sameTypeOperands(const OpCheck& o, const OdsSpec&, Names) {
  for (std::uint32_t i = 1; i < o.operands(); ++i) {
    if (o.operand(i) != o.operand(0)) return o.failOp("requires all operands to have the same type");
  }
  return true;
}

bool sameOperandsAndResultType(const OpCheck& o, const OdsSpec&, Names) {
  TypeId expected = o.result(0);
  bool ranked = isRankedTensor(o.c, expected);
  AttrId encoding = ranked ? o.c.type(expected).attr : AttrId();
  for (TypeId type : o.operandTypes()) {
    if (o.element(type) != o.element(expected) || !compatibleShapes(o.c, type, expected)) {
      return o.failOp("requires the same type for all operands and results");
    }
    if (encoding && isRankedTensor(o.c, type) && o.c.type(type).attr != encoding) {
      return o.failOp("requires the same encoding for all operands and results");
    }
  }
  return true;
}

template <bool (*check)(const OpCheck&)>
bool plain(const OpCheck& o, const OdsSpec&, Names) {
  return check(o);
}
bool nothing(const OpCheck&, const OdsSpec&, Names) { return true; }

constexpr OdsTrait kTraits[] = {
    {"NoRegionArguments", OdsStage::Structure, noRegionArguments},
    {"SingleBlock", OdsStage::Structure, singleBlock},
    {"SingleBlockImplicitTerminator", OdsStage::Structure, singleBlock, implicitTerminator},
    {"AttrSizedOperandSegments", OdsStage::Structure, operandSegments},
    {"AttrSizedResultSegments", OdsStage::Structure, resultSegments},
    {"HasParent", OdsStage::Structure, hasParent},
    {"AllTypesMatch", OdsStage::Predicate, allTypesMatch},
    {"AllElementTypesMatch", OdsStage::Predicate, allElementTypesMatch},
    {"AllRanksMatch", OdsStage::Predicate, allRanksMatch},
    {"AllShapesMatch", OdsStage::Predicate, allShapesMatch},
    {"AllSizesMatch", OdsStage::Predicate, allSizesMatch},
    {"Elementwise", OdsStage::Native, elementwise},
    {"SameVariadicOperandSize", OdsStage::Native, nothing},
    {"SameTypeOperands", OdsStage::Native, sameTypeOperands},
    {"SameOperandsAndResultType", OdsStage::Native, sameOperandsAndResultType},
    {"SameOperandsAndResultShape", OdsStage::Native, plain<traitSameOperandsAndResultShape>},
    {"SameOperandsAndResultElementType", OdsStage::Native, plain<traitSameOperandsAndResultElementType>},
    {"SameOperandsElementType", OdsStage::Native, plain<traitSameOperandsElementType>},
    {"CompatibleOperandsAndResultType", OdsStage::Native, plain<traitCompatibleOperandsAndResultType>},
    {"CompatibleOperandsAndResultElementType", OdsStage::Native, plain<traitCompatibleOperandsAndResultElementType>},
    {"CompatibleOperandsElementType", OdsStage::Native, plain<traitCompatibleOperandsElementType>},
    {"PairwiseSameOperandAndResultType", OdsStage::Native, plain<traitPairwiseSameOperandAndResultType>},
    {"PairwiseSameOperandAndResultElementType", OdsStage::Native, plain<traitPairwiseSameOperandAndResultElementType>},
};

}  // namespace

const OdsTrait* odsTrait(std::string_view name) {
  const OdsTrait* found = std::ranges::find(kTraits, name, &OdsTrait::name);
  return found == std::end(kTraits) ? nullptr : found;
}

}  // namespace shardlens
