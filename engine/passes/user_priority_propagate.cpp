#include <fstream>

#include "engine/mlir/mlir.h"
#include "engine/passes/passes.h"
#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

constexpr PassOption kOptions[] = {kKeepRulesOption, kDumpOption,     kConservativeOption, kOriginsOption,
                                   kEdgesOption,     kStrategyOption, kOpPriorityOption};

void writeDump(const std::string& directory, const Module& module, std::string_view name, Diagnostics& diagnostics) {
  std::string path = directory + "/00." + std::string(name) + ".mlir";
  std::ofstream file(path);
  printModule(module, {}, [&](std::string_view text) { file.write(text.data(), static_cast<std::streamsize>(text.size())); });
  if (!file.flush()) diagnostics.add({Severity::Warning, {}, {}, "cannot write " + path, {}});
}

bool run(const PassRun& run) {
  PropagationOptions options;
  options.userPriorities = true;
  if (std::string directory = run.options.text(kDumpOption.name); !directory.empty()) {
    Diagnostics& diagnostics = run.diagnostics;
    options.dump = [directory, &diagnostics](const Module& module, std::string_view name) {
      writeDump(directory, module, name, diagnostics);
    };
  }
  return runPropagation(run, std::move(options));
}

}  // namespace

Pass userPriorityPropagatePass() {
  return {"sdy-user-priority-propagate",
          "Runs sharding propagation in rounds by the priorities that dimension shardings have, the lowest number first", PassLevel::Module,
          kOptions, run};
}

}  // namespace shardlens
