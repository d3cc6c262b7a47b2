#include "engine/ir/quant.h"

namespace shardlens {

namespace {

void readScales(QuantView& view, std::span<const std::int64_t> counted) {
  auto n = static_cast<std::size_t>(counted[0]);
  view.scaleBits = counted.subspan(1, n);
  view.zeroPoints = counted.subspan(1 + n, n);
}

}  // namespace

std::optional<QuantView> quantView(const Context& c, TypeId t) {
  const TypeData& d = c.type(t);
  if (d.kind != TypeKind::Quantized) return std::nullopt;
  QuantView view;
  view.kind = static_cast<QuantKind>(d.sub);
  if (view.kind == QuantKind::Calibrated) {
    view.expressed = d.types[0];
    return view;
  }
  view.isSigned = d.ints[0] != 0;
  view.storage = d.types[0];
  if (d.types.size() > 1) view.expressed = d.types[1];
  view.storageMin = d.ints[1];
  view.storageMax = d.ints[2];
  auto rest = d.ints.subspan(3);
  if (view.kind == QuantKind::Uniform) {
    view.scaleBits = rest.subspan(0, 1);
    view.zeroPoints = rest.subspan(1, 1);
  } else if (view.kind == QuantKind::UniformPerAxis) {
    view.axis = rest[0];
    readScales(view, rest.subspan(1));
  } else if (view.kind == QuantKind::UniformSubChannel) {
    rest = rest.subspan(1 + 2 * static_cast<std::size_t>(rest[0]));
    readScales(view, rest.subspan(1 + static_cast<std::size_t>(rest[0])));
  }
  return view;
}

}  // namespace shardlens
