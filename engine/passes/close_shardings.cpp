#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/passes.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

AttrId closed(Context& c, AttrId attr) {
  TensorSharding sharding = decodeSharding(c, attr);
  for (DimSharding& dim : sharding.dims) dim.closed = true;
  sharding.replicated.clear();
  return encodeSharding(c, sharding);
}

bool runCloseShardings(const PassRun& run) {
  Context& c = run.module.context();
  bool changed = false;
  for (OpId root : run.roots) changed |= changeShardings(run.module, root, [&c](AttrId sharding) { return closed(c, sharding); });
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass closeShardingsPass() {
  return {"sdy-close-shardings", "Closes every dimension sharding and drops what is said to be replicated: nothing is left to propagate",
          PassLevel::Module,     {},
          runCloseShardings,     nullptr,
          Verified::Later};
}

}  // namespace shardlens
