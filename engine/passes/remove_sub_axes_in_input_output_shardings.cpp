#include <algorithm>
#include <unordered_map>

#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

/// What a person closed stays; an open dimension loses its first sub-axis and all that is more minor.
AttrId withoutSubAxes(Context& c, AttrId attr) {
  TensorSharding sharding = decodeSharding(c, attr);
  for (DimSharding& dim : sharding.dims) {
    auto firstSubAxis = std::ranges::find_if(dim.axes, [](const AxisRef& axis) { return !axis.isFull(); });
    if (!dim.closed) dim.axes.erase(firstSubAxis, dim.axes.end());
  }
  return encodeSharding(c, sharding);
}

/// Sub-axes are rare, and most of thousands of arguments have few different shardings.
using Known = std::unordered_map<AttrId, AttrId>;

void cleanSide(Module& m, OpId func, FuncAttrs::Of of, Known& known) {
  Context& c = m.context();
  FuncAttrs attrs(m, func, of);
  for (std::uint32_t i = 0; i < attrs.size(); ++i) {
    AttrId sharding = attrs.get(i, "sdy.sharding");
    if (!sharding || c.kind(sharding) != AttrKind::SdyTensorSharding) continue;
    auto [clean, isNew] = known.try_emplace(sharding);
    if (isNew) clean->second = withoutSubAxes(c, sharding);
    if (clean->second != sharding) attrs.set(i, "sdy.sharding", clean->second);
  }
  attrs.store(m);
}

bool runRemoveSubAxes(const PassRun& run) {
  Module& m = run.module;
  bool changed = false;
  Known known;
  for (OpId func : mainFunctions(m)) {
    AttrId before = m.op(func).attrs;
    cleanSide(m, func, FuncAttrs::Of::Arguments, known);
    cleanSide(m, func, FuncAttrs::Of::Results, known);
    changed |= m.op(func).attrs != before;
  }
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass removeSubAxesInInputOutputShardingsPass() {
  return {"sdy-remove-sub-axes-in-input-output-shardings",
          "Leaves whole axes only on open dimensions of the main function's arguments and results",
          PassLevel::Module,
          {},
          runRemoveSubAxes,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
