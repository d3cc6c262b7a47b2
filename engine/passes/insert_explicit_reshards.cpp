#include "engine/coercion/explicit_reshards.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr PassOption kOptions[] = {
    {"enable-full-version", OptionType::Flag, "false", "whether to make the layouts of all operations agree"},
};

bool run(const PassRun& run) {
  return insertExplicitReshards(run.module, run.roots, run.options.flag("enable-full-version"), run.diagnostics);
}

}  // namespace

Pass insertExplicitReshardsPass() {
  return {"sdy-insert-explicit-reshards", "Inserts reshards and collectives where the layouts around an operation do not agree",
          PassLevel::Function, kOptions, run};
}

}  // namespace shardlens
