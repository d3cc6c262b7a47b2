#pragma once

#include "engine/ir/context.h"

namespace shardlens {

/// True where propagation may add axes to no dimension of `sharding`.
bool isFullyClosed(const Context& c, AttrId sharding);

}  // namespace shardlens
