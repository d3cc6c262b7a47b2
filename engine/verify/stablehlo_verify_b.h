#pragma once

#include "engine/verify/infer.h"

namespace shardlens::verify_b {

// Movement of elements (stablehlo_verify_b_moves.cpp).
bool inferGatherOp(const OpCheck& o);
bool inferDynamicGather(const OpCheck& o);
bool inferPad(const OpCheck& o);
bool inferSlice(const OpCheck& o);
bool inferReverse(const OpCheck& o);
bool verifyReverse(const OpCheck& o);
bool inferTranspose(const OpCheck& o);
bool verifyTranspose(const OpCheck& o);
bool verifyReshape(const OpCheck& o);
bool verifyRealDynamicSlice(const OpCheck& o);

// Sizes and counters (stablehlo_verify_b_sizes.cpp).
bool verifyIota(const OpCheck& o);
bool inferGetDimensionSize(const OpCheck& o);
bool inferSetDimensionSize(const OpCheck& o);
bool inferDeviceNumber(const OpCheck& o);  ///< partition_id, replica_id

// Elementwise functions and algebra (stablehlo_verify_b_math.cpp).
bool inferFft(const OpCheck& o);
bool inferRealPart(const OpCheck& o);   ///< imag, real
bool inferPredicate(const OpCheck& o);  ///< is_finite
bool inferSelect(const OpCheck& o);
bool inferTriangularSolve(const OpCheck& o);
bool inferRng(const OpCheck& o);
bool verifyRngBitGenerator(const OpCheck& o);
bool inferUniformDequantize(const OpCheck& o);
bool verifyUniformQuantize(const OpCheck& o);

// Operations with a region that combines elements (stablehlo_verify_b_reduce.cpp, _window.cpp, _scatter.cpp).
bool verifyReduce(const OpCheck& o);
bool inferReduce(const OpCheck& o);
bool verifyReduceScatter(const OpCheck& o);
bool inferMap(const OpCheck& o);
bool verifySort(const OpCheck& o);
bool inferSameAsOperands(const OpCheck& o);  ///< sort, while, optimization_barrier
bool verifyReduceWindow(const OpCheck& o);
bool inferReduceWindow(const OpCheck& o);
bool verifySelectAndScatter(const OpCheck& o);
bool inferSelectAndScatter(const OpCheck& o);
bool verifyScatter(const OpCheck& o);
bool inferScatter(const OpCheck& o);

// Control flow, tuples and communication with the host (stablehlo_verify_b_control.cpp).
bool inferIf(const OpCheck& o);
bool verifyWhile(const OpCheck& o);
bool inferTuple(const OpCheck& o);
bool inferGetTupleElement(const OpCheck& o);
bool verifyInfeed(const OpCheck& o);
bool inferOutfeed(const OpCheck& o);
bool inferSend(const OpCheck& o);
bool verifyRecv(const OpCheck& o);

}  // namespace shardlens::verify_b
