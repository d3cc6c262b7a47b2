#include "engine/verify/attr_constraint.h"

#include <algorithm>
#include <type_traits>

namespace shardlens {

namespace {

template <AttrKind... kinds>
bool is(const Context& c, AttrId a) {
  return ((c.kind(a) == kinds) || ...);
}

template <unsigned width, Signedness sign = Signedness::Signless>
bool isIntegerOf(const Context& c, AttrId a) {
  return is<AttrKind::Integer>(c, a) && isInteger(c, c.attr(a).type, width, sign);
}
template <unsigned width>
bool isNonNegative(const Context& c, AttrId a) {
  return isIntegerOf<width>(c, a) && c.attr(a).ints[0] >= 0;
}
template <unsigned width>
bool isPositive(const Context& c, AttrId a) {
  return isIntegerOf<width>(c, a) && c.attr(a).ints[0] > 0;
}

template <FloatKind kind>
bool isFloatOf(const Context& c, AttrId a) {
  if (!is<AttrKind::Float>(c, a)) return false;
  const TypeData& type = c.type(c.attr(a).type);
  return type.kind == TypeKind::Float && type.sub == static_cast<std::uint8_t>(kind);
}

/// A dense array of integers of that width; booleans have width 1.
template <unsigned width>
bool isDenseArrayOf(const Context& c, AttrId a) {
  return is<AttrKind::DenseArray>(c, a) && isInteger(c, c.attr(a).type, width);
}

template <bool (*holds)(const Context&, AttrId)>
bool isArrayOf(const Context& c, AttrId a) {
  return is<AttrKind::Array>(c, a) && std::ranges::all_of(c.attr(a).subs, [&](AttrId item) { return holds(c, item); });
}

template <auto enumKind>
bool isEnum(const Context& c, AttrId a) {
  using Kind = std::remove_const_t<decltype(enumKind)>;
  constexpr AttrKind kAttr = std::is_same_v<Kind, ChloEnumKind> ? AttrKind::ChloEnum : AttrKind::StablehloEnum;
  return is<kAttr>(c, a) && c.attr(a).sub == static_cast<std::uint8_t>(enumKind);
}

/// An enum that is kept as its 32-bit number, one of `count`.
template <std::int64_t count>
bool isEnumNumber(const Context& c, AttrId a) {
  return is<AttrKind::Integer>(c, a) && isInteger(c, c.attr(a).type, 32) && c.attr(a).ints[0] >= 0 && c.attr(a).ints[0] < count;
}

bool isElements(const Context& c, AttrId a) {
  return is<AttrKind::DenseElements, AttrKind::DenseStrings, AttrKind::DenseResource, AttrKind::SparseElements>(c, a);
}
bool isI64Elements(const Context& c, AttrId a) {
  return is<AttrKind::DenseElements>(c, a) && isInteger(c, c.type(c.attr(a).type).types[0], 64);
}
bool isIndexVector(const Context& c, AttrId a) {
  if (!is<AttrKind::DenseElements>(c, a)) return false;
  TypeId type = c.attr(a).type;
  return c.type(c.type(type).types[0]).kind == TypeKind::Index && rankOf(c, type) == 1;
}
bool isFlatSymbol(const Context& c, AttrId a) { return is<AttrKind::SymbolRef>(c, a) && c.attr(a).subs.empty(); }
bool isFunctionType(const Context& c, AttrId a) { return is<AttrKind::Type>(c, a) && c.type(c.attr(a).type).kind == TypeKind::Function; }
bool isReplicaGroups(const Context& c, AttrId a) { return isI64Elements(c, a) || is<AttrKind::StablehloReplicaGroupMeshAxes>(c, a); }
bool isTyped(const Context& c, AttrId a) {
  return is<AttrKind::Integer, AttrKind::Float, AttrKind::Bool, AttrKind::String>(c, a) || isElements(c, a);
}

template <int which>
bool isArithFlags(const Context& c, AttrId a) {
  return is<AttrKind::Dialect>(c, a) && c.attr(a).text.starts_with(which == 0 ? "arith.overflow<" : "arith.fastmath<");
}
bool isComparePredicate(const Context& c, AttrId a) { return isNonNegative<64>(c, a) && c.attr(a).ints[0] < 10; }
bool isIndexElements(const Context& c, AttrId a) {
  return is<AttrKind::DenseElements>(c, a) && c.type(c.type(c.attr(a).type).types[0]).kind == TypeKind::Index;
}

using SE = StablehloEnumKind;
using CE = ChloEnumKind;

constexpr AttrConstraint kConstraints[] = {
    {"I64", "64-bit signless integer attribute", isIntegerOf<64>},
    {"I32", "32-bit signless integer attribute", isIntegerOf<32>},
    {"UI32", "32-bit unsigned integer attribute", isIntegerOf<32, Signedness::Unsigned>},
    {"UI64", "64-bit unsigned integer attribute", isIntegerOf<64, Signedness::Unsigned>},
    {"NonNegativeI64", "64-bit signless integer attribute whose value is non-negative", isNonNegative<64>},
    {"PositiveI64", "64-bit signless integer attribute whose value is positive", isPositive<64>},
    {"NonNegativeI32", "32-bit signless integer attribute whose value is non-negative", isNonNegative<32>},
    {"PositiveI32", "32-bit signless integer attribute whose value is positive", isPositive<32>},
    {"F32", "32-bit float attribute", isFloatOf<FloatKind::F32>},
    {"F64", "64-bit float attribute", isFloatOf<FloatKind::F64>},
    {"Bool", "bool attribute", is<AttrKind::Bool>},
    {"Unit", "unit attribute", is<AttrKind::Unit>},
    {"Str", "string attribute", is<AttrKind::String>},
    {"Array", "array attribute", is<AttrKind::Array>},
    {"DictionaryArray", "Array of dictionary attributes", isArrayOf<is<AttrKind::Dictionary>>},
    {"Dictionary", "dictionary of named attribute values", is<AttrKind::Dictionary>},
    {"StrOrDictionary", "string attribute or dictionary of named attribute values", is<AttrKind::String, AttrKind::Dictionary>},
    {"FlatSymbolRef", "flat symbol reference attribute", isFlatSymbol},
    {"FlatSymbolRefArray", "flat symbol ref array attribute", isArrayOf<isFlatSymbol>},
    {"ArrayOfFlatSymbolRefArray", "Array of FlatSymbolRefArrayAttr", isArrayOf<isArrayOf<isFlatSymbol>>},
    {"FunctionType", "type attribute of function type", isFunctionType},
    {"TypedAttr", "TypedAttr instance", isTyped},
    {"OverflowFlags", "Integer overflow arith flags", isArithFlags<0>},
    {"FastMathFlags", "Floating point fast math flags", isArithFlags<1>},
    {"ComparePredicate", "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", isComparePredicate},
    {"IndexElements", "index elements attribute", isIndexElements},
    {"DenseI64Array", "i64 dense array attribute", isDenseArrayOf<64>},
    {"DenseBoolArray", "i1 dense array attribute", isDenseArrayOf<1>},
    {"I64Elements", "64-bit signless integer elements attribute", isI64Elements},
    {"Elements", "constant vector/tensor attribute", isElements},
    {"ArrayOfLayout", "Array of layout (1D tensor of index type) attributes", isArrayOf<isIndexVector>},
    {"ArrayOfTiling", "Array of tiling attributes", isArrayOf<isArrayOf<isIndexVector>>},
    {"OutputAliases", "Aliasing attribute for outputs and operands of CustomCall", isArrayOf<is<AttrKind::StablehloOutputAlias>>},
    {"ReplicaGroups", "64-bit signless integer elements attribute or mesh and axes based replica groups representation.", isReplicaGroups},
    {"ChannelHandle", "two 64-bit integers 'handle' and 'type'", is<AttrKind::StablehloChannelHandle>},
    {"ConvDimensionNumbers", "Structure of dimension information for conv op", is<AttrKind::StablehloConv>},
    {"DotDimensionNumbers", "Attribute that models the dimension information for dot.", is<AttrKind::StablehloDot>},
    {"DotAlgorithm", "Attribute that models the algorithm constraints to use for computing dot.", is<AttrKind::StablehloDotAlgorithm>},
    {"GatherDimensionNumbers", "Attribute that models the dimension information for gather", is<AttrKind::StablehloGather>},
    {"ScatterDimensionNumbers", "Attribute that models the dimension information for scatter", is<AttrKind::StablehloScatter>},
    {"RaggedDotDimensionNumbers", "Attribute that models the dimension information for ragged dot.", is<AttrKind::ChloRaggedDot>},
    {"ResultAccuracy", "The requested accuracy for transcendental unary ops.", is<AttrKind::StablehloResultAccuracy>},
    {"PrecisionConfig", "Precision Config attribute", isArrayOf<isEnum<SE::Precision>>},
    {"ComparisonDirection", "Which comparison operation to perform.", isEnum<SE::ComparisonDirection>},
    {"ComparisonType", "Which comparison type to use.", isEnum<SE::ComparisonType>},
    {"CustomCallApiVersion", "Custom call API version", isEnumNumber<5>},
    {"FftType", "XLA fast fourier transform type.", isEnum<SE::FftType>},
    {"Transpose", "Transpose options", isEnum<SE::Transpose>},
    {"RngDistribution", "XLA PRNG distribution to be used.", isEnum<SE::RngDistribution>},
    {"RngAlgorithm", "XLA PRNG algorithm to be used.", isEnum<SE::RngAlgorithm>},
    {"ChloComparisonDirection", "Which comparison operation to perform.", isEnum<CE::ComparisonDirection>},
    {"ChloComparisonType", "Which comparison type to use.", isEnum<CE::ComparisonType>},
    {"ChloPrecisionConfig", "Precision Config attribute", isArrayOf<isEnum<CE::Precision>>},
    {"SdyMesh", "Mesh of axes and a list of devices", is<AttrKind::SdyMesh>},
    {"SdyTensorSharding", "Tensor sharding", is<AttrKind::SdyTensorSharding>},
    {"SdyShardingPerValue", "Tensor sharding per operand/result of an op", is<AttrKind::SdyShardingPerValue>},
    {"SdyManualAxes", "A list of axes that a ManualComputationOp is manual on", is<AttrKind::SdyManualAxes>},
    {"SdyAxisRefList", "List of axis refs", is<AttrKind::SdyAxisRefList>},
    {"SdyListOfAxisRefLists", "List of axis ref lists", is<AttrKind::SdyListOfAxisRefLists>},
    {"SdyAllToAllParamList", "List of all-to-all parameters", is<AttrKind::SdyAllToAllParamList>},
    {"SdyPropagationDirection", "propagation direction enum", isEnumNumber<4>},
    {"SdyReductionOp", "reduction op enum", isEnumNumber<3>},
};

}  // namespace

const AttrConstraint* attrConstraint(std::string_view name) {
  const AttrConstraint* found = std::ranges::find(kConstraints, name, &AttrConstraint::name);
  return found == std::end(kConstraints) ? nullptr : found;
}

}  // namespace shardlens
