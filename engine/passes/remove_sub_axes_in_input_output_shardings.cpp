#include "engine/passes/border_shardings.h"
#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

void cleanSide(Module& m, OpId func, FuncAttrs::Of of, BorderShardings& border) {
  Context& c = m.context();
  FuncAttrs attrs(m, func, of);
  for (std::uint32_t i = 0; i < attrs.size(); ++i) {
    AttrId sharding = attrs.get(i, "sdy.sharding");
    if (!sharding || c.kind(sharding) != AttrKind::SdyTensorSharding) continue;
    AttrId clean = border.wholeAxes(sharding);
    if (clean != sharding) attrs.set(i, "sdy.sharding", clean);
  }
  attrs.store(m);
}

bool runRemoveSubAxes(const PassRun& run) {
  Module& m = run.module;
  bool changed = false;
  BorderShardings border(m);
  for (OpId func : mainFunctions(m)) {
    AttrId before = m.op(func).attrs;
    cleanSide(m, func, FuncAttrs::Of::Arguments, border);
    cleanSide(m, func, FuncAttrs::Of::Results, border);
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
