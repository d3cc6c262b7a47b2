#include <array>

#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr std::array<std::string_view, 6> kDebugAttributes{"sdy.propagation_edges",          "sdy.block_arg_propagation_edges",
                                                           "sdy.result_propagation_edges",   "sdy.sharding_origins",
                                                           "sdy.block_arg_sharding_origins", "sdy.result_sharding_origins"};

bool runRemovePropagationDebugInfo(const PassRun& run) {
  Context& c = run.module.context();
  AttributeRewrite rewrite(run.module, [&c](AttrId dictionary, ShardingPlace place) {
    auto clean = [&c](AttrId entry) { return without(c, entry, kDebugAttributes); };
    return place == ShardingPlace::Function ? changeFunctionValues(c, dictionary, clean) : clean(dictionary);
  });
  bool changed = false;
  for (OpId root : run.roots) changed |= rewrite.run(root);
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass removePropagationDebugInfoPass() {
  return {"sdy-remove-propagation-debug-info",
          "Removes what the debug options of propagation wrote: origins of shardings and edges",
          PassLevel::Module,
          {},
          runRemovePropagationDebugInfo,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
