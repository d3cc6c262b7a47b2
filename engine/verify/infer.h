#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/context.h"
#include "engine/ir/quant.h"
#include "engine/verify/verifier.h"

namespace shardlens {

// Messages.
inline void append(std::string& out, std::string_view part) { out += part; }
inline void append(std::string& out, char part) { out += part; }
inline void append(std::string& out, std::integral auto part) { out += std::to_string(part); }
void append(std::string& out, std::span<const std::int64_t> part);  ///< `1, 2, 3`

/// Strings, numbers and lists of numbers joined to one text.
template <typename... Parts>
std::string say(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

// Arithmetic on sizes that a text may make absurd: wraps around as the reference's does, without undefined behaviour.
inline std::int64_t plus(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline std::int64_t times(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t product(std::span<const std::int64_t> sizes);

/// One operation under verification, with the questions that checks ask and the errors that they report.
class OpCheck {
 public:
  OpCheck(Verifier& verifier, OpId id) : v(verifier), m(verifier.module()), c(verifier.context()), op(id) {}
  Verifier& v;
  const Module& m;
  Context& c;
  const OpId op;

  [[nodiscard]] std::uint32_t operands() const { return m.op(op).operandCount; }
  [[nodiscard]] std::uint32_t results() const { return m.op(op).resultCount; }
  [[nodiscard]] TypeId operand(std::uint32_t i) const { return m.type(m.operand(op, i)); }
  [[nodiscard]] TypeId result(std::uint32_t i = 0) const { return m.type(m.result(op, i)); }
  [[nodiscard]] std::vector<TypeId> operandTypes(std::uint32_t from = 0, std::uint32_t count = UINT32_MAX) const;
  [[nodiscard]] std::vector<TypeId> resultTypes() const;
  [[nodiscard]] std::span<const std::int64_t> dims(TypeId t) const { return shapeOf(c, t); }
  [[nodiscard]] std::int64_t rank(TypeId t) const { return rankOf(c, t); }
  [[nodiscard]] TypeId element(TypeId t) const;                        ///< of a shaped type; `t` itself otherwise, complex types included
  [[nodiscard]] std::span<const std::int64_t> bounds(TypeId t) const;  ///< of a ranked tensor; empty where it has none

  [[nodiscard]] AttrId attr(std::string_view name) const { return m.attribute(op, name); }
  [[nodiscard]] std::span<const std::int64_t> list(std::string_view name) const;  ///< of a dense array; empty where it is absent
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise = 0) const;
  [[nodiscard]] bool flag(std::string_view name, bool otherwise = false) const;  ///< of a bool; a unit attribute is true

  /// Entry block of region `i`; invalid where the region is empty.
  [[nodiscard]] BlockId body(std::uint32_t i) const { return m.entry(m.regionOf(op, i)); }
  [[nodiscard]] std::vector<TypeId> argumentTypes(BlockId block) const;
  /// Types of what the block's terminator returns.
  [[nodiscard]] std::vector<TypeId> returnTypes(BlockId block) const;

  [[nodiscard]] std::string text(TypeId t) const { return v.text(t); }
  [[nodiscard]] std::string text(std::span<const TypeId> t) const { return v.text(t); }

  /// Reports an error without the operation's name before it, as type inference does; always false.
  template <typename... Parts>
  bool fail(const Parts&... parts) const {
    return v.error(op, say(parts...));
  }
  /// Reports `'NAME' op ...`; always false.
  template <typename... Parts>
  bool failOp(const Parts&... parts) const {
    return v.opError(op, say(parts...));
  }
};

// Compatibility of what is inferred with what is written: dynamic dims and unranked tensors go with anything, bounds hold sizes,
// quantised elements go together where storage, expressed type and granularity are equal.
inline bool compatibleDims(std::int64_t a, std::int64_t b) { return a == kDynamic || b == kDynamic || a == b; }
bool compatibleShapes(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
bool compatibleShapes(const Context& c, TypeId a, TypeId b);    ///< false for two types of which only one has a shape
bool compatibleElements(const Context& c, TypeId a, TypeId b);  ///< of shaped types, or of the types themselves
bool compatibleTypes(const Context& c, TypeId a, TypeId b);
bool compatibleTypes(const Context& c, std::span<const TypeId> a, std::span<const TypeId> b);
bool sameElements(const Context& c, TypeId a, TypeId b, bool ignoreFloatPrecision);
bool compatibleShapeAndElement(const Context& c, TypeId a, TypeId b, bool ignoreFloatPrecision = false);
/// Bits of an element; complex counts twice, quantised by its storage.
std::int64_t elementWidth(const Context& c, TypeId element);
/// Element of `from` widens to that of `to`: same kind, no fewer bits.
bool promotable(const Context& c, TypeId from, TypeId to, bool ignoreFloatPrecision = false);

// Bounds.
std::span<const std::int64_t> boundsOf(const Context& c, AttrId encoding);
/// The encoding that carries `bounds`: `prototype` where there are none, nothing where all are unknown.
AttrId encodingOf(Context& c, AttrId prototype, std::span<const std::int64_t> bounds);

// Inference over several types; an invalid id after an error.
TypeId inferMostSpecific(const OpCheck& o, std::span<const TypeId> types);   ///< of operands that must agree
TypeId inferLeastSpecific(const OpCheck& o, std::span<const TypeId> types);  ///< of branches

/// `t` with `element` in the place of its element type.
inline TypeId withElement(const OpCheck& o, TypeId t, TypeId element) {
  if (!isRankedTensor(o.c, t)) return o.c.unrankedTensor(element);
  return o.c.tensor(o.dims(t), element, o.c.type(t).attr);
}
/// Compares what was inferred with the result types; reports both lists where they are incompatible.
bool checkInferred(const OpCheck& o, std::span<const TypeId> inferred);
inline bool checkInferred(const OpCheck& o, TypeId inferred) { return checkInferred(o, std::span(&inferred, 1)); }
/// What the framework adds after every failed inference: `'NAME' op failed to infer returned types`; always false.
inline bool failedToInfer(const OpCheck& o) { return o.failOp("failed to infer returned types"); }

// Traits, with their messages.
/// Tensors of equal rank whose known sizes agree in each dimension; an unranked one goes with any.
bool haveCompatibleShapes(const OpCheck& o, std::span<const TypeId> types);
bool traitCompatibleOperandsAndResultType(const OpCheck& o);
bool traitCompatibleOperandsAndResultElementType(const OpCheck& o);
bool traitCompatibleOperandsElementType(const OpCheck& o);
bool traitSameOperandsAndResultShape(const OpCheck& o);
bool traitSameOperandsAndResultElementType(const OpCheck& o);
bool traitSameOperandsElementType(const OpCheck& o);
bool traitPairwiseSameOperandAndResultType(const OpCheck& o);
bool traitPairwiseSameOperandAndResultElementType(const OpCheck& o);

/// Inference of the CompatibleOperandsAndResultType family: the most specific type of the operands.
bool checkInferredFromOperands(const OpCheck& o);

// Shared checks of dimension lists.
bool isUnique(std::span<const std::int64_t> values);
bool checkDimsDistinct(const OpCheck& o, std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::string_view nameA,
                       std::string_view nameB);
bool checkDimInBounds(const OpCheck& o, std::int64_t dim, std::int64_t bound, std::string_view name, std::string_view boundName,
                      bool inclusive = false);
bool checkDimsInBounds(const OpCheck& o, std::span<const std::int64_t> dims, std::int64_t bound, std::string_view name,
                       std::string_view boundName);
/// `{1, 2}`-shaped dense attribute as pairs; absent: no pairs. False after an error.
bool readPadding(const OpCheck& o, AttrId padding, std::vector<std::int64_t>& flatPairs);

// Windows (convolution, reduce_window, select_and_scatter).
struct WindowDim {
  std::int64_t size = 0, stride = 1, low = 0, high = 0, windowDilation = 1, baseDilation = 1;
};
struct WindowLists {
  std::span<const std::int64_t> sizes, strides, padding /* pairs */, baseDilations, windowDilations;
  std::size_t reversals = 0;
};
bool readWindow(const OpCheck& o, const WindowLists& lists, std::vector<WindowDim>& window);
std::vector<std::int64_t> windowOutput(std::span<const std::int64_t> base, std::span<const WindowDim> window);

// Reductions (reduce, reduce_window, all_reduce, reduce_scatter, scatter, select_and_scatter, ...).
bool checkReducer(const OpCheck& o, BlockId block, std::span<const TypeId> inputs, std::span<const TypeId> initValues,
                  std::span<const std::int64_t> allowedDims);
/// Types that the region returns, or `inputs` where it is empty.
std::vector<TypeId> accumulatorTypes(const OpCheck& o, BlockId block, std::span<const TypeId> inputs);

// Collectives.
bool checkReplicaGroups(const OpCheck& o, AttrId groups, bool sameSize, bool globalIds,
                        std::optional<std::int64_t> groupSize = std::nullopt);

/// A mesh that `replica_groups` names by symbol must be there.
bool checkReplicaGroupSymbols(const OpCheck& o);

// Dots (dot_general, ragged_dot, convolution's precision).
struct DotDims {
  std::span<const std::int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
};
bool checkPrecisionConfig(const OpCheck& o);
/// Precision and dimension numbers against the ranked types of operands 0 and 1.
bool checkDotDims(const OpCheck& o, const DotDims& dims);

/// `result_accuracy` of the elementwise functions: tolerances are not negative, and zero unless its mode is TOLERANCE.
bool checkResultAccuracy(const OpCheck& o);

/// The first `count` numbers of a counted list (as AttrKind's comments say: count, then items), taken off `rest`.
std::span<const std::int64_t> takeList(std::span<const std::int64_t>& rest);

/// A check of an OpCheck as the framework calls it.
template <bool (*Check)(const OpCheck&)>
bool checked(Verifier& v, OpId op) {
  return Check(OpCheck(v, op));
}

// Quantisation.
bool checkSameScaleAndZeroPoint(const OpCheck& o, TypeId a, TypeId b);  ///< per tensor and per axis
bool checkReshapeQuantization(const OpCheck& o, TypeId operand, TypeId result);

// Constants.
/// Integers of a dense elements attribute (bools count 0 and 1), sign-extended; false for any other attribute.
bool denseInts(const Context& c, AttrId attr, std::vector<std::int64_t>& out);
/// Integers of the constant that defines `value`; false where no constant does.
bool constantInts(const Module& m, ValueId value, std::vector<std::int64_t>& out);
/// A shape operand that is constant must go with the result type.
bool checkShapeOperand(const OpCheck& o, ValueId shape, TypeId result);

// Conditionals (if, case).
bool inferConditional(const OpCheck& o, std::vector<TypeId>& inferred);

// Gathers (gather, dynamic_gather): checks the dimension numbers against the shapes.
struct GatherDims {
  std::span<const std::int64_t> offset, collapsed, operandBatching, indicesBatching, startIndexMap;
  std::int64_t indexVectorDim = 0;
};
GatherDims gatherDims(const Context& c, AttrId attr);
/// Infers the result of a gather; `sliceSizes` may be unknown (a dynamic gather whose sizes are no constant), of `sliceCount` entries.
bool inferGather(const OpCheck& o, std::optional<std::span<const std::int64_t>> sliceSizes, std::int64_t sliceCount, TypeId* inferred);

/// What one operation demands beyond what its row in the table of constraints says (ods.h): counts, types, attributes and traits are
/// checked from there, CompatibleOperandsAndResultType's inference included.
struct OpChecks {
  VerifyFn verify = nullptr;  ///< the operation's own verifier: before its regions are verified
  /// Infers and compares (checkInferred): after its regions were verified, as in the reference. Reports what is wrong; the framework
  /// adds `failed to infer returned types` after every false.
  VerifyFn infer = nullptr;
  VerifyFn symbolUses = nullptr;  ///< when the symbol table that it lies in is verified, after all else
  bool readsConstants = false;    ///< `verify` or `infer` look at the constants that define operands, or at more than types and attributes
  VerifyFn verifyRegions = nullptr;  ///< what it demands once all in its regions holds, after `infer`
};
/// Operations of StableHLO up to dynamic_*, but for dynamic_gather (stablehlo_verify_a_*.cpp); empty for others.
OpChecks stablehloChecksA(OpKind kind);
/// dynamic_gather and einsum to xor; empty for others.
OpChecks stablehloChecksB(OpKind kind);
OpChecks chloChecks(OpKind kind);

}  // namespace shardlens
