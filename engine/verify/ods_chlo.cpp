#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr const char* kChloSame = "CompatibleOperandsAndResultType SameOperandsAndResultShape";
constexpr const char* kChloShape = "SameOperandsAndResultShape";
constexpr const char* kChloMapped = "Elementwise SameOperandsAndResultShape";

constexpr OdsRow kChloOdsRows[] = {
    {OpKind::ChloAcos, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloAcosh, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloAsin, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloAsinAcosKernel, "operand:AnyComplexTensor", "result:AnyComplexTensor", "", "", kChloSame},
    {OpKind::ChloAsinh, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloAtan, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloAtanh, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloBesselI1e, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloBroadcastAdd, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "CompatibleOperandsAndResultElementType"},
    {OpKind::ChloBroadcastAnd, "lhs:AnyPredOrIntTensor rhs:AnyPredOrIntTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array"},
    {OpKind::ChloBroadcastAtan2, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastCompare, "lhs:AnyTensor rhs:AnyTensor", ":AnyPredTensor",
     "broadcast_dimensions?:DenseI64Array compare_type?:ChloComparisonType comparison_direction:ChloComparisonDirection"},
    {OpKind::ChloBroadcastComplex, "lhs:AnyFpTensor rhs:AnyFpTensor", ":AnyComplexTensor", "broadcast_dimensions?:DenseI64Array"},
    {OpKind::ChloBroadcastDivide, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastMaximum, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "CompatibleOperandsAndResultElementType"},
    {OpKind::ChloBroadcastMinimum, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "CompatibleOperandsAndResultElementType"},
    {OpKind::ChloBroadcastMultiply, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastNextAfter, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastOr, "lhs:AnyPredOrIntTensor rhs:AnyPredOrIntTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array"},
    {OpKind::ChloBroadcastPolygamma, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastPower, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastRemainder, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastSelect, "pred:PredTensor on_true:AnyTensor on_false:AnyTensor", ":AnyTensor"},
    {OpKind::ChloBroadcastShiftLeft, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastShiftRightArithmetic, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastShiftRightLogical, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastSubtract, "lhs:AnyTensor rhs:AnyTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloBroadcastXor, "lhs:AnyPredOrIntTensor rhs:AnyPredOrIntTensor", ":AnyTensor", "broadcast_dimensions?:DenseI64Array"},
    {OpKind::ChloBroadcastZeta, "lhs:AnyFpTensor rhs:AnyFpTensor", ":AnyFpTensor", "broadcast_dimensions?:DenseI64Array", "",
     "SameOperandsAndResultElementType"},
    {OpKind::ChloConj, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloConstant, "", "output:StaticShapeTensor", "value:Elements"},
    {OpKind::ChloConstantLike, "operand:AnyTensor", ":AnyTensor", "value:TypedAttr", "", kChloShape},
    {OpKind::ChloCosh, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloDigamma, "operand:AnyFpTensor", "result:AnyFpTensor", "", "", kChloSame},
    {OpKind::ChloErf, "operand:AnyFpTensor", "result:AnyFpTensor", "", "", kChloSame},
    {OpKind::ChloErfInv, "operand:AnyFpTensor", "result:AnyFpTensor", "", "", kChloSame},
    {OpKind::ChloErfc, "operand:AnyFpTensor", "result:AnyFpTensor", "", "", kChloSame},
    {OpKind::ChloIsInf, "operand:AnyFpTensor", "result:AnyPredTensor", "", "", kChloMapped},
    {OpKind::ChloIsNegInf, "operand:AnyFpTensor", "result:AnyPredTensor", "", "", kChloMapped},
    {OpKind::ChloIsPosInf, "operand:AnyFpTensor", "result:AnyPredTensor", "", "", kChloMapped},
    {OpKind::ChloLgamma, "operand:AnyFpTensor", "result:AnyFpTensor", "", "", kChloSame},
    {OpKind::ChloMulhi, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", "CompatibleOperandsAndResultType"},
    {OpKind::ChloNextAfter, "x:AnyFpTensor y:AnyFpTensor", "result:AnyFpTensor", "", "", "CompatibleOperandsAndResultType"},
    {OpKind::ChloPolygamma, "n:AnyFpTensor x:AnyFpTensor", "result:AnyFpTensor", "", "", "CompatibleOperandsAndResultType"},
    {OpKind::ChloRaggedDot, "lhs:AnyTensor rhs:AnyTensor group_sizes:IntTensor", "result:AnyTensor",
     "precision_config?:ChloPrecisionConfig ragged_dot_dimension_numbers:RaggedDotDimensionNumbers"},
    {OpKind::ChloScan, "inputs:AnyTensor* inits:AnyTensor*", "outputs:AnyTensor* carries:AnyTensor*",
     "dimension:NonNegativeI64 is_associative?:Bool is_reverse?:Bool scan_dim_size?:NonNegativeI64", "body:1",
     "AttrSizedOperandSegments AttrSizedResultSegments"},
    {OpKind::ChloSinh, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloSquare, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloTan, "operand:AnyFpOrComplexTensor", "result:AnyFpOrComplexTensor", "", "", kChloSame},
    {OpKind::ChloTopK, "operand:AnyTensor", "values:AnyTensor indices:AnyTensor", "is_stable?:Bool k:I64"},
    {OpKind::ChloZeta, "x:AnyFpTensor q:AnyFpTensor", "result:AnyFpTensor", "", "", "CompatibleOperandsAndResultType"},
};

}  // namespace

std::span<const OdsRow> chloOdsRows() { return kChloOdsRows; }

}  // namespace shardlens
