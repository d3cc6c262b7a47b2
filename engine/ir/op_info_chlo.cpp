#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;

// Inherent attributes, sorted by name as they are printed.
constexpr Names kBroadcast[] = {"broadcast_dimensions"};
constexpr Names kBroadcastCompare[] = {"broadcast_dimensions", "compare_type", "comparison_direction"};
constexpr Names kRaggedDot[] = {"precision_config", "ragged_dot_dimension_numbers"};
constexpr Names kScan[] = {"dimension", "is_associative", "is_reverse", "operandSegmentSizes", "resultSegmentSizes", "scan_dim_size"};
constexpr Names kTopK[] = {"is_stable", "k"};
constexpr Names kMhloTopk[] = {"k", "largest"};
constexpr Names kValue[] = {"value"};
constexpr Names kAlmostEq[] = {"tolerance"};
constexpr Names kAlmostEqConst[] = {"tolerance", "value"};
constexpr Names kClose[] = {"max_ulp_difference", "min_ulp_difference"};
constexpr Names kSerializedEq[] = {"iteration", "probe_id"};

constexpr std::uint32_t kMath = kPure | kElementwise;
constexpr std::uint32_t kCommutes = kPure | kCommutative;

constexpr OpInfoRow kRows[] = {
    {OpKind::ChloBroadcastAdd, kCommutes, kBroadcast},
    {OpKind::ChloBroadcastAtan2, kPure, kBroadcast},
    {OpKind::ChloBroadcastDivide, kPure, kBroadcast},
    {OpKind::ChloBroadcastMaximum, kCommutes, kBroadcast},
    {OpKind::ChloBroadcastMinimum, kCommutes, kBroadcast},
    {OpKind::ChloBroadcastMultiply, kCommutes, kBroadcast},
    {OpKind::ChloBroadcastNextAfter, kPure, kBroadcast},
    {OpKind::ChloBroadcastPolygamma, kPure, kBroadcast},
    {OpKind::ChloBroadcastPower, kPure, kBroadcast},
    {OpKind::ChloBroadcastRemainder, kPure, kBroadcast},
    {OpKind::ChloBroadcastShiftLeft, kPure, kBroadcast},
    {OpKind::ChloBroadcastShiftRightArithmetic, kPure, kBroadcast},
    {OpKind::ChloBroadcastShiftRightLogical, kPure, kBroadcast},
    {OpKind::ChloBroadcastSubtract, kPure, kBroadcast},
    {OpKind::ChloBroadcastZeta, kPure, kBroadcast},
    {OpKind::ChloBroadcastAnd, kCommutes, kBroadcast},
    {OpKind::ChloBroadcastOr, kCommutes, kBroadcast},
    {OpKind::ChloBroadcastXor, kCommutes, kBroadcast},
    {OpKind::ChloNextAfter, kPure, {}},
    {OpKind::ChloPolygamma, kPure, {}},
    {OpKind::ChloZeta, kPure, {}},
    {OpKind::ChloBroadcastComplex, kPure, kBroadcast},
    {OpKind::ChloAsinAcosKernel, kMath, {}},
    {OpKind::ChloAcos, kMath, {}},
    {OpKind::ChloAcosh, kMath, {}},
    {OpKind::ChloAsin, kMath, {}},
    {OpKind::ChloAsinh, kMath, {}},
    {OpKind::ChloAtan, kMath, {}},
    {OpKind::ChloAtanh, kMath, {}},
    {OpKind::ChloBesselI1e, kMath, {}},
    {OpKind::ChloConj, kMath, {}},
    {OpKind::ChloCosh, kMath, {}},
    {OpKind::ChloSinh, kMath, {}},
    {OpKind::ChloTan, kMath, {}},
    {OpKind::ChloConstant, kPure | kConstantLike, kValue},
    {OpKind::ChloConstantLike, kMath, kValue},
    {OpKind::ChloDigamma, kMath, {}},
    {OpKind::ChloErf, kMath, {}},
    {OpKind::ChloErfInv, kMath, {}},
    {OpKind::ChloErfc, kMath, {}},
    {OpKind::ChloIsInf, kMath, {}},
    {OpKind::ChloIsNegInf, kMath, {}},
    {OpKind::ChloIsPosInf, kMath, {}},
    {OpKind::ChloLgamma, kMath, {}},
    {OpKind::ChloSquare, kMath, {}},
    {OpKind::ChloBroadcastCompare, kPure, kBroadcastCompare},
    {OpKind::ChloBroadcastSelect, kMath, {}},
    {OpKind::ChloRaggedDot, kPure, kRaggedDot},
    {OpKind::ChloTopK, kPure, kTopK},
    {OpKind::ChloScan, kRecursivelyPure | kIsolatedFromAbove, kScan},
    {OpKind::ChloMulhi, kCommutes, {}},
    {OpKind::CheckExpectAlmostEqConst, 0, kAlmostEqConst},
    {OpKind::CheckExpectAlmostEq, 0, kAlmostEq},
    {OpKind::CheckExpectEqConst, 0, kValue},
    {OpKind::CheckExpectEq, 0, {}},
    {OpKind::CheckExpectClose, 0, kClose},
    {OpKind::CheckExpectSerializedEq, 0, kSerializedEq},
    {OpKind::MhloTopk, kPure, kMhloTopk},
};

}  // namespace

std::span<const OpInfoRow> chloOpInfo() { return kRows; }

}  // namespace shardlens
