#include "engine/passes/dump_module.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr PassOption kSaveModuleOptions[] = {
    {"directory", OptionType::Text, "", "where to write the file; nothing is written without"},
    {"name", OptionType::Text, "module", "what the file is called after its number"},
    {"index", OptionType::Integer, "0", "number that the file's name begins with"},
};

bool runSaveModule(const PassRun& run) {
  const PassOptions& options = run.options;
  dumpModule(run.module, options.text("directory"), options.integer("index"), options.text("name"), run.diagnostics);
  run.setChanged(false);
  return true;
}

}  // namespace

Pass saveModulePass() {
  return {"sdy-save-module", "Writes the module as it stands at this point to a file",
          PassLevel::Module, kSaveModuleOptions,
          runSaveModule,     nullptr,
          Verified::Later};
}

}  // namespace shardlens
