#pragma once

#include "engine/verify/infer.h"

namespace shardlens::verify_a {

// Elementwise functions, norms and what they are made of (stablehlo_verify_a_math.cpp).
bool inferAbs(const OpCheck& o);
bool verifyAdd(const OpCheck& o);
bool inferBatchNormGrad(const OpCheck& o);
bool inferBatchNormInference(const OpCheck& o);
bool inferBatchNormTraining(const OpCheck& o);
bool verifyBitcastConvert(const OpCheck& o);
bool inferCholesky(const OpCheck& o);
bool inferClamp(const OpCheck& o);
bool inferCompare(const OpCheck& o);
bool inferComplex(const OpCheck& o);
bool inferConcatenate(const OpCheck& o);
bool inferConstant(const OpCheck& o);
bool inferToken(const OpCheck& o);  ///< after_all, create_token

// Broadcasts and shapes known at run time (stablehlo_verify_a_broadcast.cpp, _dynamic.cpp).
bool inferBroadcast(const OpCheck& o);
bool verifyBroadcastInDim(const OpCheck& o);
bool verifyDynamicBroadcastInDim(const OpCheck& o);
/// Operand and result of operations with a shape known at run time have the same element type, quantisation aside.
bool checkElements(const OpCheck& o);
bool verifyDynamicIota(const OpCheck& o);
bool verifyDynamicPad(const OpCheck& o);
bool verifyDynamicReshape(const OpCheck& o);
bool inferDynamicSlice(const OpCheck& o);
bool inferDynamicUpdateSlice(const OpCheck& o);

// Communication between devices (stablehlo_verify_a_collective.cpp, _async.cpp).
bool verifyAllGather(const OpCheck& o);
bool verifyAllReduce(const OpCheck& o);
bool inferAllReduce(const OpCheck& o);
bool inferAllToAll(const OpCheck& o);
bool verifyCollectiveBroadcast(const OpCheck& o);
bool inferCollectiveBroadcast(const OpCheck& o);
bool verifyCollectiveReduce(const OpCheck& o);
bool inferCollectiveReduce(const OpCheck& o);
bool verifyCollectivePermute(const OpCheck& o);
bool inferCollectivePermute(const OpCheck& o);
bool inferAsyncStart(const OpCheck& o);
bool inferAsyncDone(const OpCheck& o);

// Contractions (stablehlo_verify_a_dot.cpp, _convolution.cpp).
bool verifyDot(const OpCheck& o);
bool verifyDotGeneral(const OpCheck& o);
bool verifyConvolution(const OpCheck& o);
bool verifyDynamicConv(const OpCheck& o);
/// Quantisation of lhs, rhs and result that dots and convolutions share.
bool checkContractionQuantization(const OpCheck& o);

// Calls (stablehlo_verify_a_custom_call.cpp, _calls.cpp).
bool verifyCustomCall(const OpCheck& o);
bool checkKnownCustomCall(const OpCheck& o);
bool verifyCompositeUses(const OpCheck& o);
bool inferCase(const OpCheck& o);

/// `[1, ?]`
std::string sizesText(std::span<const std::int64_t> sizes);

}  // namespace shardlens::verify_a
