#pragma once

#include "engine/plan/plan.h"

namespace shardlens {

/// Every sharding that `plan` and its trace speak of and that names a lifted mesh, with that mesh in it; null where none was lifted.
std::shared_ptr<const InlineShardings> inlineShardings(const Plan& plan);

}  // namespace shardlens
