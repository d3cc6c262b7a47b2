#include "engine/verify/stablehlo_verify_b.h"

#include "engine/verify/stablehlo_check_rows.h"

namespace shardlens {

namespace {

constexpr OpChecks accuracy() { return {checked<checkResultAccuracy>}; }

}  // namespace

OpChecks stablehloChecksB(OpKind kind) {
  using namespace verify_b;
  switch (kind) {
    case OpKind::StablehloExponential:
    case OpKind::StablehloExponentialMinusOne:
    case OpKind::StablehloLog:
    case OpKind::StablehloLogPlusOne:
    case OpKind::StablehloLogistic:
    case OpKind::StablehloRsqrt:
    case OpKind::StablehloSine:
    case OpKind::StablehloSqrt:
    case OpKind::StablehloTan:
    case OpKind::StablehloTanh: return accuracy();
    case OpKind::StablehloDynamicGather: return withConstants(infers<inferDynamicGather>());
    case OpKind::StablehloFft: return infers<inferFft>();
    case OpKind::StablehloGather: return infers<inferGatherOp>();
    case OpKind::StablehloGetDimensionSize: return infers<inferGetDimensionSize>();
    case OpKind::StablehloGetTupleElement: return infers<inferGetTupleElement>();
    case OpKind::StablehloIf: return infers<inferIf>();
    case OpKind::StablehloImag:
    case OpKind::StablehloReal: return infers<inferRealPart>();
    case OpKind::StablehloInfeed: return verifies<verifyInfeed>();
    case OpKind::StablehloIota: return verifies<verifyIota>();
    case OpKind::StablehloIsFinite: return infers<inferPredicate>();
    case OpKind::StablehloMap: return infers<inferMap>();
    case OpKind::StablehloOptimizationBarrier: return infers<inferSameAsOperands>();
    case OpKind::StablehloOutfeed: return infers<inferOutfeed>();
    case OpKind::StablehloPad: return infers<inferPad>();
    case OpKind::StablehloPartitionId:
    case OpKind::StablehloReplicaId: return infers<inferDeviceNumber>();
    case OpKind::StablehloRealDynamicSlice: return verifies<verifyRealDynamicSlice>();
    case OpKind::StablehloRecv: return verifies<verifyRecv>();
    case OpKind::StablehloReduce: return both<verifyReduce, inferReduce>();
    case OpKind::StablehloReduceScatter: return withGroups(verifies<verifyReduceScatter>());
    case OpKind::StablehloReduceWindow: return both<verifyReduceWindow, inferReduceWindow>();
    case OpKind::StablehloReshape: return verifies<verifyReshape>();
    case OpKind::StablehloReverse: return both<verifyReverse, inferReverse>();
    case OpKind::StablehloRng: return withConstants(infers<inferRng>());
    case OpKind::StablehloRngBitGenerator: return verifies<verifyRngBitGenerator>();
    case OpKind::StablehloScatter: return both<verifyScatter, inferScatter>();
    case OpKind::StablehloSelect: return infers<inferSelect>();
    case OpKind::StablehloSelectAndScatter: return both<verifySelectAndScatter, inferSelectAndScatter>();
    case OpKind::StablehloSend: return infers<inferSend>();
    case OpKind::StablehloSetDimensionSize: return withConstants(infers<inferSetDimensionSize>());
    case OpKind::StablehloSlice: return infers<inferSlice>();
    case OpKind::StablehloSort: return both<verifySort, inferSameAsOperands>();
    case OpKind::StablehloTranspose: return both<verifyTranspose, inferTranspose>();
    case OpKind::StablehloTriangularSolve: return infers<inferTriangularSolve>();
    case OpKind::StablehloTuple: return infers<inferTuple>();
    case OpKind::StablehloUniformDequantize: return infers<inferUniformDequantize>();
    case OpKind::StablehloUniformQuantize: return verifies<verifyUniformQuantize>();
    case OpKind::StablehloWhile: return both<verifyWhile, inferSameAsOperands>();
    default: return {};
  }
}

}  // namespace shardlens
