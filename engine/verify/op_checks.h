#pragma once

#include "engine/verify/infer.h"

namespace shardlens {

/// What operations of `kind` demand beyond their row in the table of constraints; of any dialect.
const OpChecks& checksOf(OpKind kind);
OpChecks builtinChecks(OpKind kind);

}  // namespace shardlens
