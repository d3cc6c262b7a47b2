#pragma once

#include <span>

#include "engine/verify/infer.h"

namespace shardlens {

/// What operations of `kind` demand beyond their row in the table of constraints; of any dialect.
const OpChecks& checksOf(OpKind kind);
/// Of all kinds, by kind, for those who look up many.
std::span<const OpChecks> allChecks();
OpChecks builtinChecks(OpKind kind);
OpChecks interpreterChecks(OpKind kind);
OpChecks arithChecks(OpKind kind);  ///< arith, tensor and shape

}  // namespace shardlens
