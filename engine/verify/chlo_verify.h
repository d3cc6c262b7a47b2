#pragma once

#include "engine/verify/infer.h"

namespace shardlens::chlo_verify {

bool inferBroadcast(const OpCheck& o);  ///< broadcast_*: element of the left operand
bool inferBroadcastComplex(const OpCheck& o);
bool inferBroadcastCompare(const OpCheck& o);
bool inferBroadcastSelect(const OpCheck& o);
bool verifyRaggedDot(const OpCheck& o);
bool verifyScan(const OpCheck& o);
bool inferScan(const OpCheck& o);

/// As checkInferred, for operations that compare shapes alone.
bool checkInferredShapes(const OpCheck& o, std::span<const TypeId> inferred);

}  // namespace shardlens::chlo_verify
