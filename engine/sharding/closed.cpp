#include "engine/sharding/closed.h"

#include <algorithm>

namespace shardlens {

// As it is interned: the mesh, then the dimensions, then the rest.
bool isFullyClosed(const Context& c, AttrId sharding) {
  const AttrData& data = c.attr(sharding);
  auto dims = data.subs.subspan(1, static_cast<std::size_t>(data.ints[0]));
  return std::ranges::all_of(dims, [&](AttrId dim) { return c.attr(dim).sub == 1; });
}

}  // namespace shardlens
