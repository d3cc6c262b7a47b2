#include <unordered_set>

#include "engine/passes/call_graph.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

bool runFlattenCallGraph(const PassRun& run) {
  Module& m = run.module;
  run.setChanged(false);
  CallGraph graph(m);
  if (!graph.hasCalls()) return true;
  SymbolNames symbols(m);
  std::unordered_set<std::string_view> called;
  for (OpId func : graph.postOrder()) {
    for (OpId call : graph.callsIn(func)) {
      OpId callee = symbols.function(calleeName(m, call));
      if (!callee || called.insert(symbols.nameOf(callee)).second || !symbols.hasRoom()) continue;
      run.setChanged(true);
      setCallee(m, call, symbols.insert(cloneFunction(m, callee, symbols)));
    }
  }
  return true;
}

}  // namespace

Pass flattenCallGraphPass() {
  return {"sdy-flatten-call-graph", "Copies functions until none is called twice", PassLevel::Module, {}, runFlattenCallGraph, nullptr,
          Verified::Later};
}

}  // namespace shardlens
