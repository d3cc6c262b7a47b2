#pragma once

#include "engine/ir/module.h"

namespace shardlens {

/// The operation that `value` belongs to: the one it is a result of, or the one in whose region it is an argument.
inline OpId ownerOf(const Module& m, ValueId value) {
  return m.isArgument(value) ? m.region(m.block(m.owningBlock(value)).region).op : m.definingOp(value);
}

}  // namespace shardlens
