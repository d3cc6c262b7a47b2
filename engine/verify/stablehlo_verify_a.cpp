#include "engine/verify/stablehlo_verify_a.h"

#include "engine/verify/stablehlo_check_rows.h"

namespace shardlens {

OpChecks stablehloChecksA(OpKind kind) {
  using namespace verify_a;
  switch (kind) {
    case OpKind::StablehloAbs: return infers<inferAbs>();
    case OpKind::StablehloAdd: return both<verifyAdd, checkInferredFromOperands>();
    case OpKind::StablehloAfterAll:
    case OpKind::StablehloCreateToken: return infers<inferToken>();
    case OpKind::StablehloAllGather: return withGroups(verifies<verifyAllGather>());
    case OpKind::StablehloAllReduce: return withGroups(both<verifyAllReduce, inferAllReduce>());
    case OpKind::StablehloAllToAll: return withGroups(infers<inferAllToAll>());
    case OpKind::StablehloAsyncDone: return infers<inferAsyncDone>();
    case OpKind::StablehloAsyncStart: return infers<inferAsyncStart>();
    case OpKind::StablehloBatchNormGrad: return infers<inferBatchNormGrad>();
    case OpKind::StablehloBatchNormInference: return infers<inferBatchNormInference>();
    case OpKind::StablehloBatchNormTraining: return infers<inferBatchNormTraining>();
    case OpKind::StablehloBitcastConvert: return verifies<verifyBitcastConvert>();
    case OpKind::StablehloBroadcast: return infers<inferBroadcast>();
    case OpKind::StablehloBroadcastInDim: return verifies<verifyBroadcastInDim>();
    case OpKind::StablehloCase: return infers<inferCase>();
    case OpKind::StablehloCbrt:
    case OpKind::StablehloCosine: return verifies<checkResultAccuracy>();
    case OpKind::StablehloCholesky: return infers<inferCholesky>();
    case OpKind::StablehloClamp: return infers<inferClamp>();
    case OpKind::StablehloCollectiveBroadcast: return withGroups(both<verifyCollectiveBroadcast, inferCollectiveBroadcast>());
    case OpKind::StablehloCollectivePermute: return both<verifyCollectivePermute, inferCollectivePermute>();
    case OpKind::StablehloCollectiveReduce: return withGroups(both<verifyCollectiveReduce, inferCollectiveReduce>());
    case OpKind::StablehloCompare: return infers<inferCompare>();
    case OpKind::StablehloComplex: return infers<inferComplex>();
    case OpKind::StablehloComposite: return {nullptr, nullptr, checked<verifyCompositeUses>};
    case OpKind::StablehloConcatenate: return infers<inferConcatenate>();
    case OpKind::StablehloConstant: return infers<inferConstant>();
    case OpKind::StablehloConvolution: return verifies<verifyConvolution>();
    case OpKind::StablehloCustomCall: return verifies<verifyCustomCall>();
    case OpKind::StablehloDot: return verifies<verifyDot>();
    case OpKind::StablehloDotGeneral: return verifies<verifyDotGeneral>();
    case OpKind::StablehloDynamicBroadcastInDim: return withConstants(verifies<verifyDynamicBroadcastInDim>());
    case OpKind::StablehloDynamicConv: return withConstants(verifies<verifyDynamicConv>());
    case OpKind::StablehloDynamicIota: return withConstants(verifies<verifyDynamicIota>());
    case OpKind::StablehloDynamicPad: return withConstants(verifies<verifyDynamicPad>());
    case OpKind::StablehloDynamicReshape: return withConstants(verifies<verifyDynamicReshape>());
    case OpKind::StablehloDynamicSlice: return infers<inferDynamicSlice>();
    case OpKind::StablehloDynamicUpdateSlice: return infers<inferDynamicUpdateSlice>();
    default: return {};
  }
}

}  // namespace shardlens
