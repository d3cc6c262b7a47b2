#include <array>

#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

constexpr OpKind kPointwise[] = {
    OpKind::SdyShardingConstraint,
    OpKind::StablehloAbs,
    OpKind::StablehloAdd,
    OpKind::StablehloAllReduce,
    OpKind::StablehloAnd,
    OpKind::StablehloAtan2,
    OpKind::StablehloCbrt,
    OpKind::StablehloCeil,
    OpKind::StablehloCountLeadingZeros,
    OpKind::StablehloCollectiveBroadcast,
    OpKind::StablehloCollectivePermute,
    OpKind::StablehloCompare,
    OpKind::StablehloComplex,
    OpKind::StablehloConvert,
    OpKind::StablehloCosine,
    OpKind::StablehloCrossReplicaSum,
    OpKind::StablehloDivide,
    OpKind::StablehloExponential,
    OpKind::StablehloExponentialMinusOne,
    OpKind::StablehloFloor,
    OpKind::StablehloImag,
    OpKind::StablehloIsFinite,
    OpKind::StablehloLogPlusOne,
    OpKind::StablehloLog,
    OpKind::StablehloLogistic,
    OpKind::StablehloMaximum,
    OpKind::StablehloMinimum,
    OpKind::StablehloMultiply,
    OpKind::StablehloNegate,
    OpKind::StablehloNot,
    OpKind::StablehloOr,
    OpKind::StablehloPopcnt,
    OpKind::StablehloPower,
    OpKind::StablehloReal,
    OpKind::StablehloReducePrecision,
    OpKind::StablehloRemainder,
    OpKind::StablehloRoundNearestEven,
    OpKind::StablehloRoundNearestAfz,
    OpKind::StablehloRsqrt,
    OpKind::StablehloShiftLeft,
    OpKind::StablehloShiftRightArithmetic,
    OpKind::StablehloShiftRightLogical,
    OpKind::StablehloSign,
    OpKind::StablehloSine,
    OpKind::StablehloSqrt,
    OpKind::StablehloSubtract,
    OpKind::StablehloTan,
    OpKind::StablehloTanh,
    OpKind::StablehloXor,
};

// CHLO has the rules of what XLA turns it into.
constexpr OpKind kChloUnary[] = {
    OpKind::ChloAsinAcosKernel, OpKind::ChloAcos,      OpKind::ChloAcosh,     OpKind::ChloAsin,     OpKind::ChloAsinh,
    OpKind::ChloAtan,           OpKind::ChloAtanh,     OpKind::ChloBesselI1e, OpKind::ChloConj,     OpKind::ChloCosh,
    OpKind::ChloSinh,           OpKind::ChloTan,       OpKind::ChloDigamma,   OpKind::ChloErf,      OpKind::ChloErfInv,
    OpKind::ChloErfc,           OpKind::ChloIsInf,     OpKind::ChloIsNegInf,  OpKind::ChloIsPosInf, OpKind::ChloLgamma,
    OpKind::ChloSquare,         OpKind::ChloNextAfter, OpKind::ChloPolygamma, OpKind::ChloZeta,     OpKind::ChloMulhi,
};

constexpr OpKind kChloBroadcasting[] = {
    OpKind::ChloBroadcastAdd,
    OpKind::ChloBroadcastAtan2,
    OpKind::ChloBroadcastDivide,
    OpKind::ChloBroadcastMaximum,
    OpKind::ChloBroadcastMinimum,
    OpKind::ChloBroadcastMultiply,
    OpKind::ChloBroadcastNextAfter,
    OpKind::ChloBroadcastPolygamma,
    OpKind::ChloBroadcastPower,
    OpKind::ChloBroadcastRemainder,
    OpKind::ChloBroadcastShiftLeft,
    OpKind::ChloBroadcastShiftRightArithmetic,
    OpKind::ChloBroadcastShiftRightLogical,
    OpKind::ChloBroadcastSubtract,
    OpKind::ChloBroadcastZeta,
    OpKind::ChloBroadcastAnd,
    OpKind::ChloBroadcastOr,
    OpKind::ChloBroadcastXor,
    OpKind::ChloBroadcastComplex,
    OpKind::ChloBroadcastCompare,
    OpKind::ChloBroadcastSelect,
};

struct Row {
  OpKind kind;
  RuleFn rule;
};

constexpr Row kRows[] = {
    {OpKind::StablehloAllGather, allGatherRule},
    {OpKind::StablehloAllToAll, allToAllRule},
    {OpKind::StablehloBatchNormInference, batchNormInferenceRule},
    {OpKind::StablehloBitcastConvert, bitcastConvertRule},
    {OpKind::StablehloBroadcastInDim, broadcastInDimRule},
    {OpKind::StablehloCholesky, choleskyRule},
    {OpKind::StablehloClamp, shapedPointwiseRule},
    {OpKind::StablehloConcatenate, concatenateRule},
    {OpKind::StablehloConvolution, convolutionRule},
    {OpKind::StablehloCustomCall, customCallRule},
    {OpKind::StablehloDot, dotRule},
    {OpKind::StablehloDotGeneral, dotGeneralRule},
    {OpKind::StablehloDynamicSlice, dynamicSliceRule},
    {OpKind::StablehloDynamicUpdateSlice, dynamicUpdateSliceRule},
    {OpKind::StablehloFft, fftRule},
    {OpKind::StablehloGather, gatherRule},
    {OpKind::StablehloPad, padRule},
    {OpKind::StablehloReduce, reduceRule},
    {OpKind::StablehloReduceScatter, reduceScatterRule},
    {OpKind::StablehloReduceWindow, reduceWindowRule},
    {OpKind::StablehloReshape, reshapeRule},
    {OpKind::StablehloReverse, reverseRule},
    {OpKind::StablehloRngBitGenerator, rngBitGeneratorRule},
    {OpKind::StablehloScatter, scatterRule},
    {OpKind::StablehloSelect, shapedPointwiseRule},
    {OpKind::StablehloSelectAndScatter, selectAndScatterRule},
    {OpKind::StablehloSlice, sliceRule},
    {OpKind::StablehloSort, sortRule},
    {OpKind::StablehloTranspose, transposeRule},
    {OpKind::StablehloTriangularSolve, triangularSolveRule},
    {OpKind::ChloRaggedDot, raggedDotRule},
    {OpKind::ChloScan, scanRule},
    {OpKind::ChloTopK, topKRule},
    {OpKind::MhloTopk, topKRule},
};

constexpr OpKind kWithout[] = {
    OpKind::BuiltinModule,
    OpKind::FuncFunc,
    OpKind::FuncCall,
    OpKind::SdyConstant,
    OpKind::SdyDataFlowEdge,
    OpKind::SdyFuncDataFlowEdge,
    OpKind::SdyManualComputation,
    OpKind::SdyNamedComputation,
    OpKind::SdyMesh,
    OpKind::SdyPropagationBarrier,
    OpKind::SdyShardingGroup,
    OpKind::SdyReshard,
    OpKind::StablehloAfterAll,
    OpKind::StablehloCase,
    OpKind::StablehloConstant,
    OpKind::StablehloCreateToken,
    OpKind::StablehloGetTupleElement,
    OpKind::StablehloIf,
    OpKind::StablehloInfeed,
    OpKind::StablehloIota,
    OpKind::StablehloOutfeed,
    OpKind::StablehloOptimizationBarrier,
    OpKind::StablehloPartitionId,
    OpKind::StablehloRecv,
    OpKind::StablehloSend,
    OpKind::StablehloWhile,
    OpKind::ChloConstant,
    OpKind::ChloConstantLike,
};

using Table = std::array<RuleFn, kOpKinds>;
using Flags = std::array<bool, kOpKinds>;

constexpr std::size_t slot(OpKind kind) { return static_cast<std::size_t>(kind); }

constexpr Table makeTable() {
  Table table{};
  for (OpKind kind : kPointwise) table[slot(kind)] = pointwiseRule;
  for (OpKind kind : kChloUnary) table[slot(kind)] = pointwiseRule;
  for (OpKind kind : kChloBroadcasting) table[slot(kind)] = broadcastingRule;
  for (const Row& row : kRows) table[slot(row.kind)] = row.rule;
  return table;
}

constexpr Flags makeFlags() {
  Flags flags{};
  for (OpKind kind : kWithout) flags[slot(kind)] = true;
  return flags;
}

constexpr Table kTable = makeTable();
constexpr Flags kFlags = makeFlags();

}  // namespace

std::uint32_t neighbourhoodOf(const RuleView& v) {
  switch (v.kind()) {
    case OpKind::StablehloConcatenate: return joinsSlices(v);
    case OpKind::StablehloDynamicUpdateSlice: return allStartsConstant(v);
    case OpKind::StablehloScatter: return v.operands() >= 3 && reducesUpdates(v);
    case OpKind::StablehloCustomCall: return feedsRandomBits(v);
    default: return 0;
  }
}

RuleFn ruleFnOf(OpKind kind) { return kind == OpKind::Unknown ? nullptr : kTable[slot(kind)]; }

bool knownWithoutRule(OpKind kind) { return kind != OpKind::Unknown && (kFlags[slot(kind)] || hasTrait(kind, kTerminator)); }

}  // namespace shardlens
