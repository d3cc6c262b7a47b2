#include "engine/passes/dump_module.h"
#include "engine/passes/passes.h"
#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

constexpr PassOption kUserPriorityPropagateOptions[] = {kKeepRulesOption, kDumpOption,     kConservativeOption, kOriginsOption,
                                                        kEdgesOption,     kStrategyOption, kOpPriorityOption,   kDumpIndexOption};

bool runUserPriorityPropagate(const PassRun& run) {
  PropagationOptions options;
  options.userPriorities = true;
  if (std::string directory = run.options.text(kDumpOption.name); !directory.empty()) {
    Diagnostics& diagnostics = run.diagnostics;
    std::int64_t index = run.options.integer(kDumpIndexOption.name);
    options.dump = [directory, index, &diagnostics](const Module& module, std::string_view name) {
      dumpModule(module, directory, index, name, diagnostics);
    };
  }
  return runPropagation(run, std::move(options));
}

}  // namespace

Pass userPriorityPropagatePass() {
  return {"sdy-user-priority-propagate",
          "Runs sharding propagation in rounds by the priorities that dimension shardings have, the lowest number first", PassLevel::Module,
          kUserPriorityPropagateOptions, runUserPriorityPropagate};
}

}  // namespace shardlens
