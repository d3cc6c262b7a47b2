#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;

// Inherent attributes, sorted by name as they are printed.
constexpr Names kBroadcastDimensions[] = {"broadcast_dimensions"};
constexpr Names kBroadcastCompare[] = {"broadcast_dimensions", "compare_type", "comparison_direction"};
constexpr Names kRaggedDot[] = {"precision_config", "ragged_dot_dimension_numbers"};
constexpr Names kScan[] = {"dimension", "is_associative", "is_reverse", "operandSegmentSizes", "resultSegmentSizes", "scan_dim_size"};
constexpr Names kTopK[] = {"is_stable", "k"};
constexpr Names kMhloTopk[] = {"k", "largest"};
constexpr Names kChloValue[] = {"value"};
constexpr Names kAlmostEq[] = {"tolerance"};
constexpr Names kAlmostEqConst[] = {"tolerance", "value"};
constexpr Names kClose[] = {"max_ulp_difference", "min_ulp_difference"};
constexpr Names kSerializedEq[] = {"iteration", "probe_id"};
constexpr Names kProbe[] = {"probe_id"};
constexpr Names kRunParallel[] = {"infeed", "programs"};

constexpr std::uint32_t kChloMath = kPure | kElementwise;
constexpr std::uint32_t kCommutes = kPure | kCommutative;

constexpr OpInfoRow kChloRows[] = {
    {OpKind::ChloBroadcastAdd, kCommutes, kBroadcastDimensions},
    {OpKind::ChloBroadcastAtan2, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastDivide, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastMaximum, kCommutes, kBroadcastDimensions},
    {OpKind::ChloBroadcastMinimum, kCommutes, kBroadcastDimensions},
    {OpKind::ChloBroadcastMultiply, kCommutes, kBroadcastDimensions},
    {OpKind::ChloBroadcastNextAfter, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastPolygamma, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastPower, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastRemainder, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastShiftLeft, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastShiftRightArithmetic, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastShiftRightLogical, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastSubtract, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastZeta, kPure, kBroadcastDimensions},
    {OpKind::ChloBroadcastAnd, kCommutes, kBroadcastDimensions},
    {OpKind::ChloBroadcastOr, kCommutes, kBroadcastDimensions},
    {OpKind::ChloBroadcastXor, kCommutes, kBroadcastDimensions},
    {OpKind::ChloNextAfter, kPure, {}},
    {OpKind::ChloPolygamma, kPure, {}},
    {OpKind::ChloZeta, kPure, {}},
    {OpKind::ChloBroadcastComplex, kPure, kBroadcastDimensions},
    {OpKind::ChloAsinAcosKernel, kChloMath, {}},
    {OpKind::ChloAcos, kChloMath, {}},
    {OpKind::ChloAcosh, kChloMath, {}},
    {OpKind::ChloAsin, kChloMath, {}},
    {OpKind::ChloAsinh, kChloMath, {}},
    {OpKind::ChloAtan, kChloMath, {}},
    {OpKind::ChloAtanh, kChloMath, {}},
    {OpKind::ChloBesselI1e, kChloMath, {}},
    {OpKind::ChloConj, kChloMath, {}},
    {OpKind::ChloCosh, kChloMath, {}},
    {OpKind::ChloSinh, kChloMath, {}},
    {OpKind::ChloTan, kChloMath, {}},
    {OpKind::ChloConstant, kPure | kConstantLike, kChloValue},
    {OpKind::ChloConstantLike, kChloMath, kChloValue},
    {OpKind::ChloDigamma, kChloMath, {}},
    {OpKind::ChloErf, kChloMath, {}},
    {OpKind::ChloErfInv, kChloMath, {}},
    {OpKind::ChloErfc, kChloMath, {}},
    {OpKind::ChloIsInf, kChloMath, {}},
    {OpKind::ChloIsNegInf, kChloMath, {}},
    {OpKind::ChloIsPosInf, kChloMath, {}},
    {OpKind::ChloLgamma, kChloMath, {}},
    {OpKind::ChloSquare, kChloMath, {}},
    {OpKind::ChloBroadcastCompare, kPure, kBroadcastCompare},
    {OpKind::ChloBroadcastSelect, kChloMath, {}},
    {OpKind::ChloRaggedDot, kPure, kRaggedDot},
    {OpKind::ChloTopK, kPure, kTopK},
    {OpKind::ChloScan, kRecursivelyPure | kIsolatedFromAbove, kScan},
    {OpKind::ChloMulhi, kCommutes, {}},
    {OpKind::CheckExpectAlmostEqConst, 0, kAlmostEqConst},
    {OpKind::CheckExpectAlmostEq, 0, kAlmostEq},
    {OpKind::CheckExpectEqConst, 0, kChloValue},
    {OpKind::CheckExpectEq, 0, {}},
    {OpKind::CheckExpectClose, 0, kClose},
    {OpKind::CheckExpectSerializedEq, 0, kSerializedEq},
    {OpKind::InterpreterPrint, 0, {}},
    {OpKind::InterpreterProbe, kSameOperandsAndResultType, kProbe},
    {OpKind::InterpreterRunParallel, 0, kRunParallel},
    {OpKind::MhloTopk, kPure, kMhloTopk},
};

}  // namespace

std::span<const OpInfoRow> chloOpInfo() { return kChloRows; }

}  // namespace shardlens
