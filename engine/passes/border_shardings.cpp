#include "engine/passes/border_shardings.h"

#include <algorithm>
#include <numeric>

namespace shardlens {

namespace {

/// Axes are taken from major to minor while they divide what is left; of the first that does not, the part that does. Its priority goes.
DimSharding shortened(const DimSharding& dim, std::int64_t size, const Mesh& mesh) {
  DimSharding made{{}, dim.closed, std::nullopt};
  for (const AxisRef& axis : dim.axes) {
    std::int64_t whole = mesh.sizeOf(axis), part = std::gcd(whole, size);
    if (part == 1) break;
    if (part != whole) {
      made.axes.push_back({axis.name, axis.isFull() ? 1 : axis.preSize, part});
      break;
    }
    made.axes.push_back(axis);
    size /= part;
  }
  return made;
}

}  // namespace

AttrId BorderShardings::even(AttrId sharding, TypeId type) {
  if (!sharding || !hasStaticShape(c_, type)) return sharding;
  std::uint64_t key = static_cast<std::uint64_t>(sharding.value) << 32 | type.value;
  auto [known, isNew] = even_.try_emplace(key);
  if (isNew) known->second = makeEven(sharding, type);
  return known->second;
}

AttrId BorderShardings::makeEven(AttrId attr, TypeId type) {
  TensorSharding sharding = decodeSharding(c_, attr);
  const Mesh* mesh = meshes_.find(sharding.mesh);
  auto shape = shapeOf(c_, type);
  if (!mesh || shape.size() != sharding.dims.size()) return attr;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] % shardedSize(sharding.dims[d].axes, *mesh) != 0) sharding.dims[d] = shortened(sharding.dims[d], shape[d], *mesh);
  }
  return encodeSharding(c_, sharding);
}

AttrId BorderShardings::wholeAxes(AttrId sharding) {
  if (!sharding) return sharding;
  auto [known, isNew] = whole_.try_emplace(sharding);
  if (isNew) known->second = makeWhole(sharding);
  return known->second;
}

AttrId BorderShardings::makeWhole(AttrId attr) {
  TensorSharding sharding = decodeSharding(c_, attr);
  for (DimSharding& dim : sharding.dims) {
    auto firstSubAxis = std::ranges::find_if(dim.axes, [](const AxisRef& axis) { return !axis.isFull(); });
    if (!dim.closed) dim.axes.erase(firstSubAxis, dim.axes.end());
  }
  return encodeSharding(c_, sharding);
}

}  // namespace shardlens
