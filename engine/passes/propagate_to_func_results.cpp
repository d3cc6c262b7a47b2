#include <algorithm>

#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

bool runPropagateToFuncResults(const PassRun& run) {
  Module& m = run.module;
  run.setChanged(false);
  std::vector<OpId> functions = functionsOf(m);
  if (functions.size() <= 1) return true;
  std::vector<OpId> mains = mainFunctions(m);
  for (OpId func : functions) {
    OpId end = returnOf(m, func);
    if (!end || std::ranges::find(mains, func) != mains.end()) continue;
    FuncAttrs results(m, func, FuncAttrs::Of::Results);
    for (std::uint32_t i = 0; i < m.op(end).operandCount; ++i) results.set(i, "sdy.sharding", shardingOf(m, m.operand(end, i)));
    results.store(m);
    run.setChanged(true);
  }
  return true;
}

}  // namespace

Pass propagateToFuncResultsPass() {
  return {"sdy-propagate-to-func-results",
          "Gives the results of all functions but the main one the shardings of what they return",
          PassLevel::Module,
          {},
          runPropagateToFuncResults,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
