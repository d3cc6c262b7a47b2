#include "engine/passes/passes.h"
#include "engine/passes/pipeline_steps.h"

namespace shardlens {

void addImportSteps(PipelineSteps& steps, const PipelineChoices& choices) {
  steps.add("symbol-dce");
  steps.add("sdy-lift-inlined-meshes");
  steps.add("sdy-remove-size-one-axes");
  steps.add("sdy-propagate-sharding-from-func-to-call");
  steps.add("sdy-constant-or-scalar-splitter");
  if (choices.gatherScatterBatching) steps.add("sdy-explicit-gather-scatter-batching");
  steps.add("symbol-dce");
  steps.add("sdy-manual-axes-cleanup");
  steps.dump("before_propagation");
  steps.add("sdy-add-data-flow-edges");
  if (!choices.dedupFunctionsFully) return;
  // Groups come after constraints, so that members with different shardings of their own are seen.
  steps.add("sdy-apply-sharding-constraints",
            {{"debug-sharding-origins", flagText(choices.origins)}, {"debug-propagation-edge-sharding", flagText(choices.edges)}});
  steps.add("sdy-sharding-group-import");
}

namespace {

constexpr PassOption kImportPipelineOptions[] = {
    {"dedup-functions-fully", OptionType::Flag, "false", "whether one function stays one, however its calls are sharded"},
};

void expandImportPipeline(const PassOptions& options, Pipeline& target) {
  PipelineSteps steps(target, {}, 0);
  addImportSteps(steps, {.dedupFunctionsFully = options.flag("dedup-functions-fully")});
}

}  // namespace

Pass importPipeline() {
  return {
      "sdy-import-pipeline", "Runs the passes that prepare a program for propagation", PassLevel::Module, kImportPipelineOptions, nullptr,
      expandImportPipeline};
}

}  // namespace shardlens
