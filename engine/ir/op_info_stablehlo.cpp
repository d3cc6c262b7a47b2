#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;

// Inherent attributes, sorted by name as they are printed.
constexpr Names kAccuracy[] = {"result_accuracy"};
constexpr Names kAllGather[] = {"all_gather_dim", "channel_handle", "replica_groups", "use_global_device_ids"};
constexpr Names kAllReduce[] = {"channel_handle", "replica_groups", "use_global_device_ids"};
constexpr Names kAllToAll[] = {"channel_handle", "concat_dimension", "replica_groups", "split_count", "split_dimension"};
constexpr Names kBatchNorm[] = {"epsilon", "feature_index"};
constexpr Names kBroadcast[] = {"broadcast_sizes"};
constexpr Names kBroadcastInDim[] = {"broadcast_dimensions"};
constexpr Names kCholesky[] = {"lower"};
constexpr Names kCollectiveBroadcast[] = {"channel_handle", "has_dynamic_root", "replica_groups"};
constexpr Names kCollectivePermute[] = {"channel_handle", "source_target_pairs"};
constexpr Names kCollectiveReduce[] = {"channel_handle", "has_dynamic_root", "replica_groups", "use_global_device_ids"};
constexpr Names kCompare[] = {"compare_type", "comparison_direction"};
constexpr Names kComposite[] = {"composite_attributes", "decomposition", "name", "version"};
constexpr Names kConvolution[] = {"batch_group_count", "dimension_numbers", "feature_group_count", "lhs_dilation",  "padding",
                                  "precision_config",  "rhs_dilation",      "window_reversal",     "window_strides"};
constexpr Names kCrossReplicaSum[] = {"replica_groups"};
constexpr Names kCustomCall[] = {"api_version",     "backend_config",         "call_target_name", "called_computations", "has_side_effect",
                                 "operand_layouts", "output_operand_aliases", "result_layouts",   "result_tilings"};
constexpr Names kDimension[] = {"dimension"};
constexpr Names kDimensions[] = {"dimensions"};
constexpr Names kDot[] = {"precision_config"};
constexpr Names kDotGeneral[] = {"algorithm", "dot_dimension_numbers", "precision_config"};
constexpr Names kDynamicBroadcastInDim[] = {"broadcast_dimensions", "known_expanding_dimensions", "known_nonexpanding_dimensions"};
constexpr Names kDynamicConv[] = {"batch_group_count", "dimension_numbers", "feature_group_count", "lhs_dilation",
                                  "precision_config",  "rhs_dilation",      "window_reversal",     "window_strides"};
constexpr Names kDynamicGather[] = {"dimension_numbers", "indices_are_sorted"};
constexpr Names kEinsum[] = {"einsum_config"};
constexpr Names kFft[] = {"fft_length", "fft_type"};
constexpr Names kGather[] = {"dimension_numbers", "indices_are_sorted", "slice_sizes"};
constexpr Names kInfeed[] = {"infeed_config", "layout"};
constexpr Names kIndex[] = {"index"};
constexpr Names kIota[] = {"iota_dimension"};
constexpr Names kOutfeed[] = {"outfeed_config"};
constexpr Names kPad[] = {"edge_padding_high", "edge_padding_low", "interior_padding"};
constexpr Names kReducePrecision[] = {"exponent_bits", "mantissa_bits"};
constexpr Names kReduceScatter[] = {"channel_handle", "replica_groups", "scatter_dimension", "use_global_device_ids"};
constexpr Names kReduceWindow[] = {"base_dilations", "padding", "window_dilations", "window_dimensions", "window_strides"};
constexpr Names kRng[] = {"rng_distribution"};
constexpr Names kRngBitGenerator[] = {"rng_algorithm"};
constexpr Names kScatter[] = {"indices_are_sorted", "scatter_dimension_numbers", "unique_indices"};
constexpr Names kSelectAndScatter[] = {"padding", "window_dimensions", "window_strides"};
constexpr Names kSend[] = {"channel_handle", "is_host_transfer", "source_target_pairs"};
constexpr Names kSlice[] = {"limit_indices", "start_indices", "strides"};
constexpr Names kSliceSizes[] = {"slice_sizes"};
constexpr Names kSort[] = {"dimension", "is_stable"};
constexpr Names kTorchIndexSelect[] = {"batch_dims", "dim"};
constexpr Names kTranspose[] = {"permutation"};
constexpr Names kTriangularSolve[] = {"left_side", "lower", "transpose_a", "unit_diagonal"};
constexpr Names kValue[] = {"value"};

constexpr std::uint32_t kMath = kPure | kElementwise;
constexpr std::uint32_t kMathCommutes = kMath | kCommutative;

constexpr OpInfoRow kStablehloRows[] = {
    {OpKind::StablehloConstant, kPure | kConstantLike, kValue},
    {OpKind::StablehloIota, kPure, kIota},
    {OpKind::StablehloDynamicIota, kPure, kIota},
    {OpKind::StablehloCreateToken, kPure, {}},
    {OpKind::StablehloAbs, kMath, {}},
    {OpKind::StablehloCbrt, kMath, kAccuracy},
    {OpKind::StablehloCeil, kMath, {}},
    {OpKind::StablehloConvert, kMath, {}},
    {OpKind::StablehloCountLeadingZeros, kMath, {}},
    {OpKind::StablehloCosine, kMath, kAccuracy},
    {OpKind::StablehloExponential, kMath, kAccuracy},
    {OpKind::StablehloExponentialMinusOne, kMath, kAccuracy},
    {OpKind::StablehloFloor, kMath, {}},
    {OpKind::StablehloImag, kMath, {}},
    {OpKind::StablehloIsFinite, kMath, {}},
    {OpKind::StablehloLog, kMath, kAccuracy},
    {OpKind::StablehloLogPlusOne, kMath, kAccuracy},
    {OpKind::StablehloLogistic, kMath, kAccuracy},
    {OpKind::StablehloNot, kMath, {}},
    {OpKind::StablehloNegate, kMath, {}},
    {OpKind::StablehloPopcnt, kMath, {}},
    {OpKind::StablehloReal, kMath, {}},
    {OpKind::StablehloRoundNearestAfz, kMath, {}},
    {OpKind::StablehloRoundNearestEven, kMath, {}},
    {OpKind::StablehloRsqrt, kMath, kAccuracy},
    {OpKind::StablehloSign, kMath, {}},
    {OpKind::StablehloSine, kMath, kAccuracy},
    {OpKind::StablehloSqrt, kMath, kAccuracy},
    {OpKind::StablehloTan, kMath, kAccuracy},
    {OpKind::StablehloTanh, kMath, kAccuracy},
    {OpKind::StablehloAdd, kMathCommutes, {}},
    {OpKind::StablehloAtan2, kMath, {}},
    {OpKind::StablehloComplex, kMath, {}},
    {OpKind::StablehloDivide, kMath, {}},
    {OpKind::StablehloMaximum, kMathCommutes, {}},
    {OpKind::StablehloMinimum, kMathCommutes, {}},
    {OpKind::StablehloMultiply, kMathCommutes, {}},
    {OpKind::StablehloPower, kMath, {}},
    {OpKind::StablehloRemainder, kMath, {}},
    {OpKind::StablehloShiftLeft, kMath, {}},
    {OpKind::StablehloShiftRightArithmetic, kMath, {}},
    {OpKind::StablehloShiftRightLogical, kMath, {}},
    {OpKind::StablehloSubtract, kMath, {}},
    {OpKind::StablehloAnd, kMathCommutes, {}},
    {OpKind::StablehloOr, kMathCommutes, {}},
    {OpKind::StablehloXor, kMathCommutes, {}},
    {OpKind::StablehloInfeed, kAllocates, kInfeed},
    {OpKind::StablehloOutfeed, kAllocates, kOutfeed},
    {OpKind::StablehloSend, kAllocates, kSend},
    {OpKind::StablehloRecv, kAllocates, kSend},
    {OpKind::StablehloReplicaId, kPure, {}},
    {OpKind::StablehloPartitionId, kPure, {}},
    {OpKind::StablehloAfterAll, kPure, {}},
    {OpKind::StablehloIf, kRecursivelyPure | kSingleBlock, {}},
    {OpKind::StablehloCase, kRecursivelyPure | kSingleBlock, {}},
    {OpKind::StablehloWhile, kRecursivelyPure | kSingleBlock, {}},
    {OpKind::StablehloAllGather, 0, kAllGather},
    {OpKind::StablehloAllReduce, kSingleBlock, kAllReduce},
    {OpKind::StablehloReduceScatter, 0, kReduceScatter},
    {OpKind::StablehloAllToAll, 0, kAllToAll},
    {OpKind::StablehloReduce, kRecursivelyPure | kSingleBlock, kDimensions},
    {OpKind::StablehloAsyncStart, kSingleBlock | kIsolatedFromAbove, {}},
    {OpKind::StablehloAsyncDone, 0, {}},
    {OpKind::StablehloGetTupleElement, kPure, kIndex},
    {OpKind::StablehloTuple, kPure, {}},
    {OpKind::StablehloCompare, kMath, kCompare},
    {OpKind::StablehloSlice, kPure, kSlice},
    {OpKind::StablehloDynamicSlice, kPure, kSliceSizes},
    {OpKind::StablehloDynamicUpdateSlice, kPure, {}},
    {OpKind::StablehloBatchNormGrad, kPure, kBatchNorm},
    {OpKind::StablehloBatchNormInference, kPure, kBatchNorm},
    {OpKind::StablehloBatchNormTraining, kPure, kBatchNorm},
    {OpKind::StablehloBitcastConvert, kPure, {}},
    {OpKind::StablehloBroadcast, kPure, kBroadcast},
    {OpKind::StablehloBroadcastInDim, kPure, kBroadcastInDim},
    {OpKind::StablehloDynamicBroadcastInDim, kPure, kDynamicBroadcastInDim},
    {OpKind::StablehloCholesky, kPure, kCholesky},
    {OpKind::StablehloClamp, kMath, {}},
    {OpKind::StablehloConcatenate, kPure, kDimension},
    {OpKind::StablehloCollectiveBroadcast, 0, kCollectiveBroadcast},
    {OpKind::StablehloCollectiveReduce, kSingleBlock, kCollectiveReduce},
    {OpKind::StablehloCollectivePermute, 0, kCollectivePermute},
    {OpKind::StablehloComposite, 0, kComposite},
    {OpKind::StablehloConvolution, kPure, kConvolution},
    {OpKind::StablehloCustomCall, kPureUnlessMarked, kCustomCall},
    {OpKind::StablehloDot, kPure, kDot},
    {OpKind::StablehloDotGeneral, kPure, kDotGeneral},
    {OpKind::StablehloEinsum, kPure, kEinsum},
    {OpKind::StablehloUnaryEinsum, kPure, kEinsum},
    {OpKind::StablehloFft, kPure, kFft},
    {OpKind::StablehloGather, kPure, kGather},
    {OpKind::StablehloGetDimensionSize, kPure, kDimension},
    {OpKind::StablehloMap, kRecursivelyPure | kSingleBlock, kDimensions},
    {OpKind::StablehloReshape, kPure, {}},
    {OpKind::StablehloDynamicReshape, kPure, {}},
    {OpKind::StablehloScatter, kRecursivelyPure, kScatter},
    {OpKind::StablehloSelect, kMath, {}},
    {OpKind::StablehloSelectAndScatter, kRecursivelyPure, kSelectAndScatter},
    {OpKind::StablehloSetDimensionSize, kPure, kDimension},
    {OpKind::StablehloSort, kRecursivelyPure, kSort},
    {OpKind::StablehloReverse, kPure, kDimensions},
    {OpKind::StablehloPad, kPure, kPad},
    {OpKind::StablehloTranspose, kPure, kTranspose},
    {OpKind::StablehloTriangularSolve, kPure, kTriangularSolve},
    {OpKind::StablehloReduceWindow, kRecursivelyPure | kSingleBlock, kReduceWindow},
    {OpKind::StablehloCrossReplicaSum, kPure, kCrossReplicaSum},
    {OpKind::StablehloReturn, kPure | kTerminator, {}},
    {OpKind::StablehloTorchIndexSelect, kPure, kTorchIndexSelect},
    {OpKind::StablehloOptimizationBarrier, kPure, {}},
    {OpKind::StablehloRng, 0, kRng},
    {OpKind::StablehloRngBitGenerator, kPure, kRngBitGenerator},
    {OpKind::StablehloUniformQuantize, kMath, {}},
    {OpKind::StablehloUniformDequantize, kMath, {}},
    {OpKind::StablehloReducePrecision, kMath, kReducePrecision},
    {OpKind::StablehloRealDynamicSlice, kPure, {}},
    {OpKind::StablehloDynamicPad, kPure, {}},
    {OpKind::StablehloDynamicGather, kPure, kDynamicGather},
    {OpKind::StablehloDynamicConv, kPure, kDynamicConv},
};

}  // namespace

std::span<const OpInfoRow> stablehloOpInfo() { return kStablehloRows; }

}  // namespace shardlens
