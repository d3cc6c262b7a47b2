#pragma once

#include <vector>

#include "engine/ir/context.h"

namespace shardlens {

/// The elements of a dense array or of dense elements of integers, each splat repeated; false for anything else.
bool denseIntegers(const Context& c, AttrId attr, std::vector<std::int64_t>& out);

}  // namespace shardlens
