#include "engine/verify/type_constraint.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/ir/quant.h"
#include "engine/verify/words.h"

namespace shardlens {

struct TypeConstraint {
  struct Element {
    std::string_view name, summary;
    bool (*holds)(const Context&, TypeId);
  };
  enum class Container : std::uint8_t { Ranked, AnyTensor, Rank0, Rank1, Static, MemRef, NestedTuple, AnyOf, Single };
  struct Row {
    std::string_view name;
    Container container;
    std::string_view parts;  ///< elements, or other constraints
    std::uint8_t extra = 0;
    std::string_view summary = {};  ///< where it does not begin with the container's words, or is all there is to say
  };

  const Row* row = nullptr;
  std::vector<const Element*> elements;
  std::vector<const TypeConstraint*> members;
  std::string summary;
};

namespace {

using Element = TypeConstraint::Element;
using Container = TypeConstraint::Container;

// Elements ------------------------------------------------------------------------------------------------------------------------

bool isWidth(const Context& c, TypeId t, Signedness sign) {
  const TypeData& d = c.type(t);
  if (d.kind != TypeKind::Integer || d.sub != static_cast<std::uint8_t>(sign)) return false;
  constexpr std::int64_t kWidths[] = {2, 4, 8, 16, 32, 64};
  return std::ranges::find(kWidths, d.ints[0]) != std::end(kWidths);
}
bool isPred(const Context& c, TypeId t) { return isInteger(c, t, 1); }
bool isSInt(const Context& c, TypeId t) { return isWidth(c, t, Signedness::Signless); }
bool isUInt(const Context& c, TypeId t) { return isWidth(c, t, Signedness::Unsigned); }
bool isHloInt(const Context& c, TypeId t) { return isSInt(c, t) || isUInt(c, t); }
bool isAnyInteger(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::Integer; }
bool isIndex(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::Index; }
bool isI32(const Context& c, TypeId t) { return isInteger(c, t, 32); }
bool isUI32(const Context& c, TypeId t) { return isInteger(c, t, 32, Signedness::Unsigned); }
bool isAnyFloat(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::Float; }
bool isHloFloat(const Context& c, TypeId t) {
  if (!isAnyFloat(c, t)) return false;
  auto kind = static_cast<FloatKind>(c.type(t).sub);
  return kind != FloatKind::TF32 && kind != FloatKind::F80 && kind != FloatKind::F128;
}
bool isF32OrF64(const Context& c, TypeId t) {
  if (!isAnyFloat(c, t)) return false;
  auto kind = static_cast<FloatKind>(c.type(t).sub);
  return kind == FloatKind::F32 || kind == FloatKind::F64;
}
bool isAnyComplex(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::Complex; }
bool isHloComplex(const Context& c, TypeId t) { return isAnyComplex(c, t) && isF32OrF64(c, c.type(t).types[0]); }

/// A storage width of StableHLO, written without a sign or unsigned, and zero points that the storage can hold.
bool isValidQuantized(const Context& c, TypeId t, QuantKind kind) {
  if (!isQuantized(c, t, kind)) return false;
  QuantView q = *quantView(c, t);
  const TypeData& storage = c.type(q.storage);
  constexpr std::int64_t kWidths[] = {2, 4, 8, 16, 32};
  if (storage.kind != TypeKind::Integer || std::ranges::find(kWidths, storage.ints[0]) == std::end(kWidths)) return false;
  if (q.isSigned && storage.sub != static_cast<std::uint8_t>(Signedness::Signless)) return false;
  return std::ranges::all_of(q.zeroPoints, [&](std::int64_t z) { return q.storageMin <= z && z <= q.storageMax; });
}
bool isQuantizedInt(const Context& c, TypeId t) { return isValidQuantized(c, t, QuantKind::Uniform); }
bool isPerAxisQuantizedInt(const Context& c, TypeId t) { return isValidQuantized(c, t, QuantKind::UniformPerAxis); }

constexpr Element kElements[] = {
    {"Float", "4/6/8/16/32/64-bit float", isHloFloat},
    {"Float32Or64", "32/64-bit float", isF32OrF64},
    {"AnyFloat", "floating-point", isAnyFloat},
    {"Pred", "bool", isPred},
    {"SInt", "2/4/8/16/32/64-bit signless integer", isSInt},
    {"Int", "2/4/8/16/32/64-bit integer", isHloInt},
    {"I32", "32-bit signless integer", isI32},
    {"UI32", "32-bit unsigned integer", isUI32},
    {"AnyInteger", "integer", isAnyInteger},
    {"Index", "index", isIndex},
    {"DimensionValue", "index or 2/4/8/16/32/64-bit integer", [](const Context& c, TypeId t) { return isIndex(c, t) || isHloInt(c, t); }},
    {"Complex", "complex type with 32/64-bit float elements", isHloComplex},
    {"AnyComplex", "complex-type", isAnyComplex},
    {"QuantInt", "per-tensor integer quantized", isQuantizedInt},
    {"AxisQuantInt", "per-axis integer quantized", isPerAxisQuantizedInt},
};

const Element* elementNamed(std::string_view name) {
  const Element* found = std::ranges::find(kElements, name, &Element::name);
  return found == std::end(kElements) ? nullptr : found;
}

// Containers ----------------------------------------------------------------------------------------------------------------------

/// Conditions on the whole tensor beside its elements.
enum Extra : std::uint8_t { kQuantDim = 1, kStatic = 2, kStaticOrBounded = 4, kRank1 = 8, kRank2 = 16 };

constexpr std::string_view kHlo = "Float Pred Int Complex QuantInt";
constexpr std::string_view kHloOrAxis = "Float Pred Int Complex QuantInt AxisQuantInt";
constexpr std::string_view kOneDim = "statically shaped 1-dimensional tensor of ";
constexpr std::string_view kOneDimInt = "statically shaped 1-dimensional integer tensor of ";
constexpr std::string_view kTwoDimInt = "statically shaped 2-dimensional integer tensor of ";
constexpr std::string_view kBoundedSummary = "statically shaped or single bounded dimension tensor of ";
constexpr auto kStaticAny = Container::Static;

constexpr TypeConstraint::Row kConstraintRows[] = {
    {"Tensor", Container::Ranked, kHlo},
    {"TensorOrPerAxisQuantizedTensor", Container::Ranked, kHloOrAxis, kQuantDim},
    {"NonQuantizedTensor", Container::Ranked, "Float Pred Int Complex"},
    {"PerAxisQuantizedIntTensor", Container::Ranked, "AxisQuantInt", kQuantDim},
    {"QuantizedIntOrPerAxisQuantizedIntTensor", Container::Ranked, "QuantInt AxisQuantInt", kQuantDim},
    {"FloatOrQuantizedIntOrPerAxisQuantizedIntTensor", Container::Ranked, "Float QuantInt AxisQuantInt", kQuantDim},
    {"I32RankedTensor", Container::Ranked, "I32"},
    {"UI32RankedTensor", Container::Ranked, "UI32"},
    {"IntTensor", Container::Ranked, "Int"},
    {"FpTensor", Container::Ranked, "Float"},
    {"Fp32Or64Tensor", Container::Ranked, "Float32Or64"},
    {"PredTensor", Container::Ranked, "Pred"},
    {"ComplexTensor", Container::Ranked, "Complex"},
    {"IntOrFpTensor", Container::Ranked, "Int Float"},
    {"PredOrIntTensor", Container::Ranked, "Pred Int"},
    {"PredIntOrFpTensor", Container::Ranked, "Pred Int Float"},
    {"FpOrComplexTensor", Container::Ranked, "Float Complex"},
    {"FpOrQuantizedIntTensor", Container::Ranked, "Float QuantInt"},
    {"FpComplexOrQuantizedIntTensor", Container::Ranked, "Float Complex QuantInt"},
    {"IntFpOrComplexOrQuantizedIntTensor", Container::Ranked, "Int Float Complex QuantInt"},
    {"SIntFpOrQuantizedIntTensor", Container::Ranked, "SInt Float QuantInt"},
    {"SIntFpComplexOrQuantizedIntTensor", Container::Ranked, "SInt Float Complex QuantInt"},
    {"AnyIntegerOrIndexTensor", Container::Ranked, "AnyInteger Index"},
    {"FpOrQuantizedInt1DTensor", Container::Rank1, "Float QuantInt"},
    {"DimensionTensor", Container::Rank1, "DimensionValue"},
    {"ScalarTensor", Container::Rank0, kHlo},
    {"ScalarIntTensor", Container::Rank0, "Int"},
    {"PredIntOrFpScalarTensor", Container::Rank0, "Pred Int Float"},
    {"StaticDimensionTensor", Container::Ranked, "DimensionValue", kStatic | kRank1, kOneDim},
    {"Static1DIntTensor", Container::Ranked, "Int", kStatic | kRank1, kOneDimInt},
    {"Static2DIntTensor", Container::Ranked, "Int", kStatic | kRank2, kTwoDimInt},
    {"StaticShapeTensor", kStaticAny, kHlo},
    {"StaticShapeIntOrFpTensor", kStaticAny, "Int Float"},
    {"StaticShapeIntFpOrComplexTensor", kStaticAny, "Int Float Complex"},
    {"StaticShapeIntFpComplexOrQuantizedTensor", kStaticAny, "Int Float Complex QuantInt"},
    {"StaticShapeTensorOrPerAxisQuantizedTensor", Container::Ranked, kHloOrAxis, kQuantDim | kStatic, "statically shaped tensor of "},
    {"StaticShapeTensorPerAxisQuantizedTensorOrBoundedTensor", Container::Ranked, kHloOrAxis, kQuantDim | kStaticOrBounded,
     kBoundedSummary},
    {"AnyTensor", Container::AnyTensor, kHloOrAxis, kQuantDim},
    {"AnyPredTensor", Container::AnyTensor, "Pred"},
    {"AnyFpTensor", Container::AnyTensor, "Float"},
    {"AnyComplexTensor", Container::AnyTensor, "Complex"},
    {"AnyFpOrComplexTensor", Container::AnyTensor, "Float Complex"},
    {"AnyPredOrIntTensor", Container::AnyTensor, "Pred Int"},
    {"AnyFloatOrAnyComplexTensor", Container::AnyTensor, "AnyFloat AnyComplex"},
    {"Buffer", Container::MemRef, kHlo},
    {"Token", Container::Single, "", 0, "token"},
    {"Future", Container::Single, "", 0, "future"},
    {"AnyType", Container::Single, "", 0, "any type"},
    {"AnyRankedTensor", Container::Single, "", 0, "ranked tensor of any type values"},
    {"AnyStaticShapeTensor", Container::Single, "", 0, "statically shaped tensor of any type values"},
    {"AnyShaped", Container::Single, "", 0, "shaped of any type values"},
    {"AnyFunction", Container::Single, "", 0, "function type"},
    {"I1", Container::Single, "", 0, "1-bit signless integer"},
    {"Index", Container::Single, "", 0, "index"},
    {"IntegerLike", Container::Single, "", 0, "signless-integer-like"},
    {"FloatLike", Container::Single, "", 0, "floating-point-like"},
    {"BoolLike", Container::Single, "", 0, "bool-like"},
    {"IntegerLikeOrMemRef", Container::Single, "", 0, "signless-integer-like or memref of signless-integer"},
    {"TensorOfAny", Container::Single, "", 0, "tensor of any type values"},
    {"TensorWithDims", Container::Single, "", 0, "non-0-ranked or unranked tensor"},
    {"ShapeOrExtents", Container::Single, "", 0, "shape or extent tensor"},
    {"SizeOrIndex", Container::Single, "", 0, "size or index"},
    {"ShapedOrValueShape", Container::Single, "", 0, "shaped of any type values or "},
    {"Witness", Container::Single, "", 0, " "},
    {"Tuple", Container::NestedTuple, "Tensor Buffer PerAxisQuantizedIntTensor Token"},
    {"CustomCallTuple", Container::NestedTuple, "AnyTensor Buffer Token"},
    {"TensorOrToken", Container::AnyOf, "Tensor Token"},
    {"TensorOrPerAxisQuantizedTensorOrToken", Container::AnyOf, "Tensor PerAxisQuantizedIntTensor Token"},
    {"TensorOrPerAxisQuantizedTensorOrTokenOrBuffer", Container::AnyOf, "TensorOrPerAxisQuantizedTensorOrToken Buffer"},
    {"TensorOrPerAxisQuantizedTensorOrTokenOrTuple", Container::AnyOf, "Tensor PerAxisQuantizedIntTensor Token Tuple"},
    {"TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer", Container::AnyOf, "TensorOrPerAxisQuantizedTensorOrTokenOrTuple Buffer"},
    {"StaticShapeTensorOrPerAxisQuantizedTensorOrToken", Container::AnyOf,
     "StaticShapeTensor StaticShapeTensorOrPerAxisQuantizedTensor Token"},
    {"CustomCallValue", Container::AnyOf, "AnyTensor Buffer Token CustomCallTuple Future"},
};

std::string_view prefixOf(Container container) {
  switch (container) {
    case Container::Ranked: return "ranked tensor of ";
    case Container::AnyTensor: return "tensor of ";
    case Container::Rank0: return "0D tensor of ";
    case Container::Rank1: return "1D tensor of ";
    case Container::Static: return "statically shaped tensor of ";
    case Container::MemRef: return "memref of ";
    case Container::NestedTuple: return "nested tuple with any combination of ";
    default: return "";
  }
}

void describe(TypeConstraint& made) {
  made.summary = made.row->summary.empty() ? prefixOf(made.row->container) : made.row->summary;
  if (made.row->container == Container::Single) return;
  bool first = true;
  auto add = [&](std::string_view part) {
    if (!first) made.summary += " or ";
    made.summary += part;
    first = false;
  };
  for (const Element* e : made.elements) add(e->summary);
  for (const TypeConstraint* m : made.members) add(m->summary);
  if (made.row->container != Container::AnyOf) made.summary += " values";
}

/// Rows name only rows above them, so one pass compiles all.
const std::unordered_map<std::string_view, TypeConstraint>& constraints() {
  static const auto all = [] {
    std::unordered_map<std::string_view, TypeConstraint> made;
    made.reserve(std::size(kConstraintRows));
    for (const TypeConstraint::Row& row : kConstraintRows) {
      TypeConstraint& constraint = made[row.name];
      constraint.row = &row;
      for (std::string_view part : words(row.parts)) {
        if (row.container == Container::AnyOf || row.container == Container::NestedTuple) {
          constraint.members.push_back(&made.at(part));
        } else {
          constraint.elements.push_back(elementNamed(part));
        }
      }
      describe(constraint);
    }
    return made;
  }();
  return all;
}

std::span<const std::int64_t> boundsIn(const Context& c, TypeId tensor) {
  AttrId encoding = c.type(tensor).attr;
  if (!encoding || c.kind(encoding) != AttrKind::StablehloTypeExtensions) return {};
  return c.attr(encoding).ints;
}

bool hasSingleBound(const Context& c, TypeId tensor) {
  auto known = [](std::int64_t bound) { return bound != kDynamic; };
  return std::ranges::count_if(boundsIn(c, tensor), known) == 1 && std::ranges::count(shapeOf(c, tensor), kDynamic) == 1;
}

/// The quantised axis lies in the tensor and has a scale for each of its elements.
bool hasQuantizedDim(const Context& c, TypeId tensor) {
  if (!isRankedTensor(c, tensor) || !isQuantized(c, c.type(tensor).types[0], QuantKind::UniformPerAxis)) return true;
  QuantView q = *quantView(c, c.type(tensor).types[0]);
  auto shape = shapeOf(c, tensor);
  if (q.axis < 0 || q.axis >= static_cast<std::int64_t>(shape.size())) return false;
  std::int64_t size = shape[static_cast<std::size_t>(q.axis)];
  return size == kDynamic || size == static_cast<std::int64_t>(q.scaleBits.size());
}

bool hasExtras(const Context& c, TypeId type, std::uint8_t extra) {
  if ((extra & kQuantDim) != 0 && !hasQuantizedDim(c, type)) return false;
  if ((extra & kStatic) != 0 && !hasStaticShape(c, type)) return false;
  if ((extra & kStaticOrBounded) != 0 && !hasStaticShape(c, type) && !hasSingleBound(c, type)) return false;
  if ((extra & kRank1) != 0 && rankOf(c, type) != 1) return false;
  return (extra & kRank2) == 0 || rankOf(c, type) == 2;
}

bool isContained(const Context& c, TypeId type, Container container) {
  switch (container) {
    case Container::Ranked: return isRankedTensor(c, type);
    case Container::AnyTensor: return isTensor(c, type);
    case Container::Rank0: return isRankedTensor(c, type) && rankOf(c, type) == 0;
    case Container::Rank1: return isRankedTensor(c, type) && rankOf(c, type) == 1;
    case Container::Static: return hasStaticShape(c, type);
    case Container::MemRef: return c.type(type).kind == TypeKind::MemRef || c.type(type).kind == TypeKind::UnrankedMemRef;
    default: return false;
  }
}

bool satisfiesSingle(const Context& c, TypeId type, std::string_view name);

bool isSignlessOrIndex(const Context& c, TypeId t) {
  return isIndex(c, t) || (isAnyInteger(c, t) && c.type(t).sub == static_cast<std::uint8_t>(Signedness::Signless));
}

/// Holds for the type itself, or for the elements of a tensor or vector.
template <bool (*holds)(const Context&, TypeId)>
bool isLike(const Context& c, TypeId type) {
  bool shaped = isTensor(c, type) || c.type(type).kind == TypeKind::Vector;
  return holds(c, shaped ? c.type(type).types[0] : type);
}

bool isNamed(const Context& c, TypeId type, std::string_view dialectType) {
  return c.type(type).kind == TypeKind::Dialect && c.type(type).text == dialectType;
}

/// Types that operations of arith, tensor and shape ask for.
bool satisfiesMixed(const Context& c, TypeId type, std::string_view name) {
  if (name == "Index") return isIndex(c, type);
  if (name == "IntegerLike") return isLike<isSignlessOrIndex>(c, type);
  if (name == "FloatLike") return isLike<isAnyFloat>(c, type);
  if (name == "BoolLike") return isLike<isPred>(c, type);
  if (name == "IntegerLikeOrMemRef") {
    return isLike<isSignlessOrIndex>(c, type) || (isContained(c, type, Container::MemRef) && isSignlessOrIndex(c, c.type(type).types[0]));
  }
  if (name == "TensorOfAny") return isTensor(c, type);
  if (name == "TensorWithDims") return isTensor(c, type) && rankOf(c, type) != 0;
  if (name == "ShapeOrExtents") {
    return isNamed(c, type, "shape.shape") || (isContained(c, type, Container::Rank1) && isIndex(c, c.type(type).types[0]));
  }
  if (name == "SizeOrIndex") return isNamed(c, type, "shape.size") || isIndex(c, type);
  if (name == "ShapedOrValueShape") return isNamed(c, type, "shape.value_shape") || satisfiesSingle(c, type, "AnyShaped");
  if (name == "Witness") return isNamed(c, type, "shape.witness");
  return true;
}

bool satisfiesSingle(const Context& c, TypeId type, std::string_view name) {
  if (name == "I1") return isPred(c, type);
  TypeKind kind = c.type(type).kind;
  if (name == "Token") return kind == TypeKind::Token;
  if (name == "Future") return kind == TypeKind::Future;
  if (name == "AnyRankedTensor") return kind == TypeKind::RankedTensor;
  if (name == "AnyStaticShapeTensor") return hasStaticShape(c, type);
  if (name == "AnyFunction") return kind == TypeKind::Function;
  if (name == "AnyShaped") return isTensor(c, type) || kind == TypeKind::Vector || isContained(c, type, Container::MemRef);
  return satisfiesMixed(c, type, name);
}

bool satisfiesAny(const Context& c, TypeId type, const TypeConstraint& constraint) {
  return std::ranges::any_of(constraint.members, [&](const TypeConstraint* m) { return satisfies(c, type, *m); });
}

bool satisfiesNested(const Context& c, TypeId type, const TypeConstraint& constraint) {
  if (c.type(type).kind != TypeKind::Tuple) return satisfiesAny(c, type, constraint);
  return std::ranges::all_of(c.type(type).types, [&](TypeId member) { return satisfiesNested(c, member, constraint); });
}

}  // namespace

const TypeConstraint* typeConstraint(std::string_view name) {
  auto found = constraints().find(name);
  return found == constraints().end() ? nullptr : &found->second;
}

std::string_view summaryOf(const TypeConstraint& constraint) { return constraint.summary; }

bool satisfies(const Context& c, TypeId type, const TypeConstraint& constraint) {
  const TypeConstraint::Row& row = *constraint.row;
  if (row.container == Container::Single) return satisfiesSingle(c, type, row.name);
  if (row.container == Container::AnyOf) return satisfiesAny(c, type, constraint);
  if (row.container == Container::NestedTuple) return c.type(type).kind == TypeKind::Tuple && satisfiesNested(c, type, constraint);
  if (!isContained(c, type, row.container)) return false;
  TypeId element = c.type(type).types[0];
  bool known = std::ranges::any_of(constraint.elements, [&](const Element* e) { return e->holds(c, element); });
  return known && hasExtras(c, type, row.extra);
}

}  // namespace shardlens
