#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr const char* kSame = "CompatibleOperandsAndResultType SameOperandsAndResultShape";
constexpr const char* kShape = "SameOperandsAndResultShape";
constexpr const char* kMapped = "Elementwise SameOperandsAndResultShape";

constexpr OdsRow kRows[] = {
    {OpKind::StablehloAbs, "operand:SIntFpComplexOrQuantizedIntTensor", "result:SIntFpOrQuantizedIntTensor", "", "", kMapped},
    {OpKind::StablehloAdd, "lhs:TensorOrPerAxisQuantizedTensor rhs:TensorOrPerAxisQuantizedTensor", "result:TensorOrPerAxisQuantizedTensor",
     "", "", kShape},
    {OpKind::StablehloAnd, "lhs:PredOrIntTensor rhs:PredOrIntTensor", "result:Tensor", "", "", kSame},
    {OpKind::StablehloAtan2, "lhs:FpComplexOrQuantizedIntTensor rhs:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "", "", kSame},
    {OpKind::StablehloCbrt, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloCeil, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloConvert, "operand:NonQuantizedTensor", "result:NonQuantizedTensor", "", "", kShape},
    {OpKind::StablehloCosine, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloCountLeadingZeros, "operand:IntTensor", "result:IntTensor", "", "", kSame},
    {OpKind::StablehloDivide, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloExponential, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloExponentialMinusOne, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloFloor, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloImag, "operand:FpOrComplexTensor", "result:FpTensor", "", "", kMapped},
    {OpKind::StablehloIsFinite, "x:FpOrQuantizedIntTensor", "y:PredTensor", "", "", kMapped},
    {OpKind::StablehloLog, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloLogPlusOne, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloLogistic, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloMaximum, "lhs:Tensor rhs:Tensor", "result:Tensor", "", "", kSame},
    {OpKind::StablehloMinimum, "lhs:Tensor rhs:Tensor", "result:Tensor", "", "", kSame},
    {OpKind::StablehloMultiply, "lhs:Tensor rhs:Tensor", "result:Tensor", "", "", kSame},
    {OpKind::StablehloNegate, "operand:IntFpOrComplexOrQuantizedIntTensor", "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloNot, "operand:PredOrIntTensor", "result:PredOrIntTensor", "", "", kSame},
    {OpKind::StablehloOr, "lhs:PredOrIntTensor rhs:PredOrIntTensor", "result:Tensor", "", "", kSame},
    {OpKind::StablehloPopcnt, "operand:IntTensor", "result:IntTensor", "", "", kSame},
    {OpKind::StablehloPower, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloReal, "operand:FpOrComplexTensor", "result:FpTensor", "", "", kMapped},
    {OpKind::StablehloRemainder, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloRoundNearestAfz, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloRoundNearestEven, "operand:FpOrQuantizedIntTensor", "result:FpOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloRsqrt, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloShiftLeft, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", kSame},
    {OpKind::StablehloShiftRightArithmetic, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", kSame},
    {OpKind::StablehloShiftRightLogical, "lhs:IntTensor rhs:IntTensor", "result:IntTensor", "", "", kSame},
    {OpKind::StablehloSign, "operand:SIntFpComplexOrQuantizedIntTensor", "result:SIntFpComplexOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloSine, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloSqrt, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloSubtract, "lhs:IntFpOrComplexOrQuantizedIntTensor rhs:IntFpOrComplexOrQuantizedIntTensor",
     "result:IntFpOrComplexOrQuantizedIntTensor", "", "", kSame},
    {OpKind::StablehloTan, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloTanh, "operand:FpComplexOrQuantizedIntTensor", "result:FpComplexOrQuantizedIntTensor",
     "result_accuracy?:ResultAccuracy", "", kSame},
    {OpKind::StablehloXor, "lhs:PredOrIntTensor rhs:PredOrIntTensor", "result:Tensor", "", "", kSame},
};

}  // namespace

std::span<const OdsRow> elementwiseOdsRows() { return kRows; }

}  // namespace shardlens
