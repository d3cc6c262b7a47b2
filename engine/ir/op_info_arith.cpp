#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;
constexpr Names kArithValue[] = {"value"};
constexpr Names kOverflow[] = {"overflowFlags"};
constexpr Names kFastMath[] = {"fastmath"};
constexpr Names kExact[] = {"isExact"};
constexpr Names kPredicate[] = {"predicate"};
constexpr Names kError[] = {"error"};
constexpr Names kShape[] = {"shape"};

constexpr std::uint32_t kPointwise = kPure | kElementwise;
constexpr std::uint32_t kSameTypes = kPointwise | kSameOperandsAndResultType;

constexpr OpInfoRow kArithRows[] = {
    {OpKind::ArithConstant, kPure | kConstantLike, kArithValue},
    {OpKind::ArithAddI, kSameTypes | kCommutative, kOverflow},
    {OpKind::ArithSubI, kSameTypes, kOverflow},
    {OpKind::ArithMulI, kSameTypes | kCommutative, kOverflow},
    {OpKind::ArithDivSI, kSameTypes, kExact},
    {OpKind::ArithAddF, kSameTypes | kCommutative, kFastMath},
    {OpKind::ArithSubF, kSameTypes, kFastMath},
    {OpKind::ArithMulF, kSameTypes | kCommutative, kFastMath},
    {OpKind::ArithCmpI, kPointwise, kPredicate},
    {OpKind::ArithSelect, kPointwise, {}},
    {OpKind::ArithIndexCast, kPointwise, {}},
    {OpKind::TensorCast, kPure, {}},
    {OpKind::TensorDim, kPure, {}},
    {OpKind::TensorExtract, kPure, {}},
    {OpKind::TensorFromElements, kPure, {}},
    {OpKind::TensorInsert, kPure, {}},
    {OpKind::ShapeBroadcast, kPure | kCommutative, kError},
    {OpKind::ShapeConstShape, kPure | kConstantLike, kShape},
    {OpKind::ShapeNumElements, kPure, {}},
    {OpKind::ShapeShapeOf, kPure, {}},
    {OpKind::ShapeCstrBroadcastable, kCommutative, {}},
    {OpKind::ShapeAssuming, kRecursivelyPure | kSingleBlock, {}},
    {OpKind::ShapeAssumingYield, kPure | kTerminator, {}},
};

}  // namespace

std::span<const OpInfoRow> arithOpInfo() { return kArithRows; }

}  // namespace shardlens
