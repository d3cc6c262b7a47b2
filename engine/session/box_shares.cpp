#include <algorithm>

#include "engine/session/box_bytes.h"
#include "engine/session/pipeline.h"

namespace shardlens {

std::vector<BoxShares> boxShares(const Module& module, const Outline& outline, const std::vector<AttrId>& shardings,
                                 const MeshTable& meshes) {
  std::vector<BoxShares> out(outline.boxes.size());
  std::vector<double> total(outline.boxes.size());
  std::vector<double> typeBytes(module.context().typeCount(), -1);
  AxisLists axes(module.context(), meshes);
  std::uint32_t count = static_cast<std::uint32_t>(std::min(shardings.size(), outline.boxOfValue.size()));
  for (std::uint32_t v = 0; v < count; ++v) {
    BoxId box = outline.boxOfValue[v];
    if (!box) continue;
    TypeId type = module.type(ValueId(v));
    double& known = typeBytes[type.value];
    if (known < 0) known = tensorBytes(module.context(), type);
    total[box.value] += known;
    if (!shardings[v]) continue;
    const std::vector<int>& list = axes.of(shardings[v]);
    for (int axis : list)
      out[box.value].share[static_cast<std::size_t>(axis)] += static_cast<float>(known / static_cast<double>(list.size()));
  }
  // Leaves hold bytes now; a pass from the last box in preorder upwards sums them.
  std::vector<std::uint32_t> order(outline.boxes.size());
  for (std::uint32_t b = 0; b < order.size(); ++b)
    if (outline.boxes[b].first < order.size()) order[outline.boxes[b].first] = b;
  for (std::size_t i = order.size(); i-- > 0;) {
    std::uint32_t b = order[i];
    BoxId parent = outline.boxes[b].parent;
    if (!parent) continue;
    total[parent.value] += total[b];
    for (std::size_t a = 0; a < BoxShares::kAxes; ++a) out[parent.value].share[a] += out[b].share[a];
  }
  for (std::size_t b = 0; b < out.size(); ++b)
    for (float& share : out[b].share) share = total[b] > 0 ? static_cast<float>(share / total[b]) : 0;
  for (std::size_t b = 0; b < out.size(); ++b)
    if (outline.boxes[b].body) out[b] = out[outline.boxes[b].body.value];
  return out;
}

}  // namespace shardlens
