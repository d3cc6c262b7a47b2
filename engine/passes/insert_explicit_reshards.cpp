#include "engine/coercion/explicit_reshards.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr PassOption kInsertExplicitReshardsOptions[] = {
    {"enable-full-version", OptionType::Flag, "false", "whether to make the layouts of all operations agree"},
};

bool runInsertExplicitReshards(const PassRun& run) {
  // Whatever it changes, it makes an operation for.
  std::size_t operations = run.module.opCount();
  bool done = insertExplicitReshards(run.module, run.roots, run.options.flag("enable-full-version"), run.diagnostics);
  run.setChanged(run.module.opCount() != operations);
  return done;
}

}  // namespace

Pass insertExplicitReshardsPass() {
  return {"sdy-insert-explicit-reshards", "Inserts reshards and collectives where the layouts around an operation do not agree",
          PassLevel::Function, kInsertExplicitReshardsOptions, runInsertExplicitReshards};
}

}  // namespace shardlens
