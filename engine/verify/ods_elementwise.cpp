#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr const char* kSameTypesAndShape = "CompatibleOperandsAndResultType SameOperandsAndResultShape";
constexpr const char* kSameShape = "SameOperandsAndResultShape";
constexpr const char* kElementwiseShape = "Elementwise SameOperandsAndResultShape";

constexpr OdsRow kElementwiseOdsRows[] = {
    {OpKind::StablehloAbs, "operand:SIntFpComplexOrQuantizedIntTensor", "result:SIntFpOrQuantizedIntTensor", "", "", kElementwiseShape},
    {OpKind::StablehloAdd, "lhs:TensorOrPerAxisQuantizedTensor rhs:TensorOrPerAxisQuantizedTensor", "result:TensorOrPerAxisQuantizedTensor",
     "", "", kSameShape},
    {OpKind::StablehloAnd, "lhs:PredOrIntTensor rhs:PredOrIntTensor", "result:Tensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloAtan2, "lhs:FpComplexOrQuantizedIntTensor rhs:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "", "", kSameTypesAndShape},
    {OpKind::StablehloCbrt, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloCeil, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloConvert, "operand:NonQuantizedTensor", "result:NonQuantizedTensor", "", "", kSameShape},
    {OpKind::StablehloCosine, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloCountLeadingZeros, "operand:IntTensor", "result:IntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloDivide, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloExponential, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloExponentialMinusOne, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloFloor, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloImag, "operand:FpOrComplexTensor", "result:FpTensor", "", "", kElementwiseShape},
    {OpKind::StablehloIsFinite, "x:FpOrQuantizedIntTensor", "y:PredTensor", "", "", kElementwiseShape},
    {OpKind::StablehloLog, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloLogPlusOne, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloLogistic, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloMaximum, "lhs:Tensor rhs:Tensor", "result:Tensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloMinimum, "lhs:Tensor rhs:Tensor", "result:Tensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloMultiply, "lhs:Tensor rhs:Tensor", "result:Tensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloNegate, "operand:IntFpOrComplexOrQuantizedIntTensor", "result:IntFpOrComplexOrQuantizedIntTensor", "", "",
     kSameTypesAndShape},
    {OpKind::StablehloNot, "operand:PredOrIntTensor", "result:PredOrIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloOr, "lhs:PredOrIntTensor rhs:PredOrIntTensor", "result:Tensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloPopcnt, "operand:IntTensor", "result:IntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloPower, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloReal, "operand:FpOrComplexTensor", "result:FpTensor", "", "", kElementwiseShape},
    {OpKind::StablehloRemainder, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloRoundNearestAfz, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloRoundNearestEven, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloRsqrt, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloShiftLeft, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloShiftRightArithmetic, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloShiftRightLogical, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloSign, "operand:SIntFpComplexOrQuantizedIntTensor", "result:SIntFpComplexOrQuantizedIntTensor", "", "",
     kSameTypesAndShape},
    {OpKind::StablehloSine, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloSqrt, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloSubtract, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSameTypesAndShape},
    {OpKind::StablehloTan, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloTanh, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSameTypesAndShape},
    {OpKind::StablehloXor, "lhs:PredOrIntTensor rhs:PredOrIntTensor", "result:Tensor", "", "", kSameTypesAndShape},
};

}  // namespace

std::span<const OdsRow> elementwiseOdsRows() { return kElementwiseOdsRows; }

}  // namespace shardlens
