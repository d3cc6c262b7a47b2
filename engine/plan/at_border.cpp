#include "engine/plan/at_border.h"

#include "engine/passes/border_shardings.h"
#include "engine/passes/main_functions.h"

namespace shardlens {

namespace {

AttrId resultAfterAll(const Plan& plan, OpId func, std::uint32_t index) {
  for (const FuncResultSharding& r : plan.result.funcResults)
    if (r.func == func && r.index == index) return plan.asOpened(r.sharding);
  return {};
}

std::vector<AtBorder::Loss> lossesOf(const Module& m, TypeId type, AttrId inside, AttrId even, AttrId outside) {
  TensorSharding before = decodeSharding(m.context(), inside);
  TensorSharding between = decodeSharding(m.context(), even), after = decodeSharding(m.context(), outside);
  MeshTable meshes(m);
  const Mesh* mesh = meshes.find(before.mesh);
  auto shape = shapeOf(m.context(), type);
  std::vector<AtBorder::Loss> losses;
  for (std::size_t d = 0; d < before.dims.size() && d < shape.size(); ++d) {
    if (before.dims[d] == after.dims[d]) continue;
    std::int64_t parts = mesh ? shardedSize(before.dims[d].axes, *mesh) : 1;
    losses.push_back({d, shape[d], parts, before.dims[d] != between.dims[d]});
  }
  return losses;
}

}  // namespace

std::vector<AtBorder> atBorder(const Plan& plan, ValueId opened) {
  const Module& m = *plan.opened;
  BorderShardings border(m);
  std::vector<AtBorder> all;
  auto add = [&](bool result, std::uint32_t index, AttrId inside) {
    AttrId even = border.even(inside, m.type(opened)), outside = border.wholeAxes(even);
    if (inside == outside) return;
    all.push_back({result, index, inside, outside, lossesOf(m, m.type(opened), inside, even, outside)});
  };
  for (OpId func : mainFunctions(m)) {
    BlockId body = bodyOf(m, func);
    if (!body) continue;
    if (m.isArgument(opened) && m.owningBlock(opened) == body) add(false, m.indexOf(opened), plan.shardingOf(opened));
    OpId end = returnOf(m, func);
    for (std::uint32_t i = 0; end && i < m.op(end).operandCount; ++i)
      if (m.operand(end, i) == opened) add(true, i, resultAfterAll(plan, func, i));
  }
  return all;
}

}  // namespace shardlens
