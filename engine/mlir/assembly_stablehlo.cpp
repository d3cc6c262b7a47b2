// Formats of StableHLO operations; operations without a row and without a parser of their own have the generic form only.
#include "engine/mlir/assembly_stablehlo.h"

#include "engine/mlir/op_format.h"

namespace shardlens {

namespace {

constexpr std::string_view kUnary = "% {} : !same";
constexpr std::string_view kBinary = "% , % {} : !same";
constexpr std::string_view kAll = "%* {} : !fn";
constexpr std::string_view kResultOnly = "{} : !results";

constexpr FormatRow kStablehloFormats[] = {
    {OpKind::StablehloIota, "dim = <iota_dimension:i64> {} : !result"},
    {OpKind::StablehloDynamicIota, "% , dim = <iota_dimension:i64> {} : !fn"},
    {OpKind::StablehloCreateToken, kResultOnly},
    {OpKind::StablehloAbs, kUnary},
    {OpKind::StablehloCbrt, kUnary},
    {OpKind::StablehloCeil, kUnary},
    {OpKind::StablehloConvert, kUnary},
    {OpKind::StablehloCountLeadingZeros, kUnary},
    {OpKind::StablehloCosine, kUnary},
    {OpKind::StablehloExponential, kUnary},
    {OpKind::StablehloExponentialMinusOne, kUnary},
    {OpKind::StablehloFloor, kUnary},
    {OpKind::StablehloImag, kUnary},
    {OpKind::StablehloIsFinite, kAll},
    {OpKind::StablehloLog, kUnary},
    {OpKind::StablehloLogPlusOne, kUnary},
    {OpKind::StablehloLogistic, kUnary},
    {OpKind::StablehloNot, kUnary},
    {OpKind::StablehloNegate, kUnary},
    {OpKind::StablehloPopcnt, kUnary},
    {OpKind::StablehloReal, kUnary},
    {OpKind::StablehloRoundNearestAfz, kUnary},
    {OpKind::StablehloRoundNearestEven, kUnary},
    {OpKind::StablehloRsqrt, kUnary},
    {OpKind::StablehloSign, kUnary},
    {OpKind::StablehloSine, kUnary},
    {OpKind::StablehloSqrt, kUnary},
    {OpKind::StablehloTan, kUnary},
    {OpKind::StablehloTanh, kUnary},
    {OpKind::StablehloAdd, kBinary},
    {OpKind::StablehloAtan2, kBinary},
    {OpKind::StablehloComplex, "%* {} : !complex"},
    {OpKind::StablehloDivide, kBinary},
    {OpKind::StablehloMaximum, kBinary},
    {OpKind::StablehloMinimum, kBinary},
    {OpKind::StablehloMultiply, kBinary},
    {OpKind::StablehloPower, kBinary},
    {OpKind::StablehloRemainder, kBinary},
    {OpKind::StablehloShiftLeft, kBinary},
    {OpKind::StablehloShiftRightArithmetic, kBinary},
    {OpKind::StablehloShiftRightLogical, kBinary},
    {OpKind::StablehloSubtract, kBinary},
    {OpKind::StablehloAnd, kBinary},
    {OpKind::StablehloOr, kBinary},
    {OpKind::StablehloXor, kBinary},
    {OpKind::StablehloReplicaId, kResultOnly},
    {OpKind::StablehloPartitionId, kResultOnly},
    {OpKind::StablehloAfterAll, "%... {} : !same"},
    {OpKind::StablehloGetTupleElement, "% [ <index:i32> ] {} : !fn"},
    {OpKind::StablehloTuple, "%... {} : !tuple"},
    {OpKind::StablehloCompare, "<comparison_direction:comparison_direction> , % , % [? , <compare_type:comparison_type> ?] {} : !fn"},
    {OpKind::StablehloSlice, "% <start_indices:ranges> {} : !fn"},
    {OpKind::StablehloDynamicSlice, "% , %, sizes = <slice_sizes:dims> {} : !fn"},
    {OpKind::StablehloDynamicUpdateSlice, kAll},
    {OpKind::StablehloBitcastConvert, kAll},
    {OpKind::StablehloBroadcast, "% , sizes = <broadcast_sizes:dims> {} : !fn"},
    {OpKind::StablehloBroadcastInDim, "% , dims = <broadcast_dimensions:dims> {} : !fn"},
    {OpKind::StablehloDynamicBroadcastInDim, "% , % , dims = <broadcast_dimensions:dims> {} : !fn"},
    {OpKind::StablehloCholesky, "% [? , lower = <lower:bool> ?] {} : !same"},
    {OpKind::StablehloClamp, "% , % , % {} : !same"},
    {OpKind::StablehloConcatenate, "%, dim = <dimension:i64> {} : !fn"},
    {OpKind::StablehloComposite, "<name:text> %* [regions] {} : !fn"},
    {OpKind::StablehloConvolution, "( %* ) dim_numbers = <dimension_numbers:conv> , window = { <window_strides:window> } {} : !fn"},
    {OpKind::StablehloCustomCall, "<call_target_name:symbol> ( %... ) {} : !fn"},
    {OpKind::StablehloDot, "% , % `` <precision_config:precision> {} : !fn"},
    {OpKind::StablehloDotGeneral, "% , % , <dot_dimension_numbers:dot> `` <precision_config:precision_and_algorithm> {} : !fn"},
    {OpKind::StablehloEinsum, "% , % , config = <einsum_config:text> {} : !fn"},
    {OpKind::StablehloUnaryEinsum, "% , config = <einsum_config:text> {} : !fn"},
    {OpKind::StablehloFft, "% , type = <fft_type:fft_type> , length = <fft_length:dims> {} : !fn"},
    {OpKind::StablehloGetDimensionSize, "% , dim = <dimension:i64> {} : !fn"},
    {OpKind::StablehloReshape, kAll},
    {OpKind::StablehloDynamicReshape, kAll},
    {OpKind::StablehloSelect, "%* {} : !select"},
    {OpKind::StablehloSetDimensionSize, "% , % , dim = <dimension:i64> {} : !fn"},
    {OpKind::StablehloReverse, "% , dims = <dimensions:dims> {} : !same"},
    {OpKind::StablehloPad,
     "% , % , low = <edge_padding_low:dims> , high = <edge_padding_high:dims> , interior = <interior_padding:dims> {} : !fn"},
    {OpKind::StablehloTranspose, "% , dims = <permutation:dims> {} : !fn"},
    {OpKind::StablehloReturn, "%... {} [? : !operands ?]"},
    {OpKind::StablehloRng, "% , % , % , distribution = <rng_distribution:rng_distribution> {} : !fn"},
    {OpKind::StablehloRngBitGenerator, "% , algorithm = <rng_algorithm:rng_algorithm> {} : !fn"},
    {OpKind::StablehloUniformQuantize, kUnary},
    {OpKind::StablehloUniformDequantize, kUnary},
    {OpKind::StablehloReducePrecision, "% , format = <exponent_bits:exponent_mantissa> {} : !same"},
    {OpKind::StablehloRealDynamicSlice, kAll},
    {OpKind::StablehloDynamicPad, kAll},
};

}  // namespace

std::span<const FormatRow> stablehloFormats() { return kStablehloFormats; }

OpAssembly stablehloAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::StablehloConstant: return {parseConstant, printConstant};
    case OpKind::StablehloOptimizationBarrier: return {parseBarrier, printBarrier};
    case OpKind::StablehloReduce: return {parseReduce, printReduce};
    case OpKind::StablehloWhile: return {parseWhile, printWhile};
    default: return formatAssembly(kind);
  }
}

}  // namespace shardlens
