#include "engine/passes/pipeline_steps.h"

namespace shardlens {

void PipelineSteps::dump(std::string_view name) {
  if (!dumpDirectory_.empty()) {
    add("sdy-save-module", {{"directory", dumpDirectory_}, {"name", std::string(name)}, {"index", std::to_string(nextDump_)}});
  }
  ++nextDump_;
}

void PipelineSteps::refuse(std::string_view option, std::string_view why) {
  target_.refuse("for the --" + std::string(option) + " option: " + std::string(why));
}

}  // namespace shardlens
