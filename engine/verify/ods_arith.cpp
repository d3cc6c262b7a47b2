#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr const char* kTwoIntegers = "lhs:IntegerLike rhs:IntegerLike";
constexpr const char* kTwoFloats = "lhs:FloatLike rhs:FloatLike";
constexpr const char* kAlike = "SameOperandsAndResultType Elementwise";

constexpr OdsRow kArithOdsRows[] = {
    {OpKind::ArithConstant, "", "result:AnyType", "value:TypedAttr", "", "AllTypesMatch(value,result)"},
    {OpKind::ArithAddI, kTwoIntegers, "result:IntegerLike", "overflowFlags?:OverflowFlags", "", kAlike},
    {OpKind::ArithSubI, kTwoIntegers, "result:IntegerLike", "overflowFlags?:OverflowFlags", "", kAlike},
    {OpKind::ArithMulI, kTwoIntegers, "result:IntegerLike", "overflowFlags?:OverflowFlags", "", kAlike},
    {OpKind::ArithDivSI, kTwoIntegers, "result:IntegerLike", "isExact?:Unit", "", kAlike},
    {OpKind::ArithAddF, kTwoFloats, "result:FloatLike", "fastmath?:FastMathFlags", "", kAlike},
    {OpKind::ArithSubF, kTwoFloats, "result:FloatLike", "fastmath?:FastMathFlags", "", kAlike},
    {OpKind::ArithMulF, kTwoFloats, "result:FloatLike", "fastmath?:FastMathFlags", "", kAlike},
    {OpKind::ArithCmpI, kTwoIntegers, "result:BoolLike", "predicate:ComparePredicate", "", "SameTypeOperands"},
    {OpKind::ArithSelect, "condition:BoolLike true_value:AnyType false_value:AnyType", "result:AnyType", "", "",
     "AllTypesMatch(true_value,false_value,result)"},
    {OpKind::ArithIndexCast, "in:IntegerLikeOrMemRef", "out:IntegerLikeOrMemRef"},
    {OpKind::TensorCast, "source:TensorOfAny", "dest:TensorOfAny"},
    {OpKind::TensorDim, "source:TensorWithDims index:Index", "result:Index"},
    {OpKind::TensorExtract, "tensor:AnyRankedTensor indices:Index*", "result:AnyType"},
    {OpKind::TensorFromElements, "elements:AnyType*", "result:AnyStaticShapeTensor"},
    {OpKind::TensorInsert, "scalar:AnyType dest:AnyRankedTensor indices:Index*", "result:AnyRankedTensor"},
    {OpKind::ShapeBroadcast, "shapes:ShapeOrExtents*", "result:ShapeOrExtents", "error?:Str"},
    {OpKind::ShapeConstShape, "", "result:ShapeOrExtents", "shape:IndexElements"},
    {OpKind::ShapeNumElements, "shape:ShapeOrExtents", "result:SizeOrIndex"},
    {OpKind::ShapeShapeOf, "arg:ShapedOrValueShape", "result:ShapeOrExtents"},
    {OpKind::ShapeCstrBroadcastable, "shapes:ShapeOrExtents*", "result:Witness"},
    {OpKind::ShapeAssuming, "witness:Witness", "results:AnyType*", "", "doRegion:1", "SingleBlock"},
    {OpKind::ShapeAssumingYield, "operands:AnyType*", "", "", "", "HasParent(shape.assuming)"},
};

}  // namespace

std::span<const OdsRow> arithOdsRows() { return kArithOdsRows; }

}  // namespace shardlens
