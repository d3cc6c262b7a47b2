#include "engine/passes/passes.h"
#include "engine/passes/pipeline_steps.h"
#include "engine/passes/propagate_options.h"

namespace shardlens {

namespace {

constexpr std::string_view kDedup = "dedup-functions-fully";

constexpr PassOption kPropagationPipelineOptions[] = {
    {kDedup, OptionType::Flag, "false", "whether one function stays one, however its calls are sharded"},
    kKeepRulesOption,
    {kDumpOption.name, OptionType::Text, "", "where to write the module before, during and after propagation"},
    kConservativeOption,
    kOriginsOption,
    kEdgesOption,
    kStrategyOption,
    kOpPriorityOption,
    {"avoid-export-for-partitioning", OptionType::Flag, "false", "whether to leave the module so that it can be propagated again"},
    {"enable-insert-explicit-collectives", OptionType::Flag, "false", "whether to insert collectives"},
    {"remove-all-gather-reduce-scatter-for-cmv1", OptionType::Flag, "false",
     "whether to remove all-gathers before and reduce-scatters after dots, for collective matmul V1"},
    {"update-non-divisible-input-output-shardings", OptionType::Flag, "true",
     "whether to shorten shardings of inputs and outputs until they divide"},
    {"enable-explicit-gather-scatter-batching", OptionType::Flag, "false",
     "whether to make implicit batch dimensions of gathers and scatters explicit"},
    {"inline-meshes", OptionType::Flag, "false", "whether to write meshes into the shardings that name them"},
};

PipelineChoices choicesOf(const PassOptions& options) {
  PipelineChoices choices;
  choices.dedupFunctionsFully = options.flag(kDedup);
  choices.gatherScatterBatching = options.flag("enable-explicit-gather-scatter-batching");
  choices.keepRules = options.flag(kKeepRulesOption.name);
  choices.origins = options.flag(kOriginsOption.name);
  choices.edges = options.flag(kEdgesOption.name);
  choices.avoidExportForPartitioning = options.flag("avoid-export-for-partitioning");
  choices.insertCollectives = options.flag("enable-insert-explicit-collectives");
  choices.removeGatherAndScatterForCmv1 = options.flag("remove-all-gather-reduce-scatter-for-cmv1");
  choices.updateNonDivisible = options.flag("update-non-divisible-input-output-shardings");
  choices.inlineMeshes = options.flag("inline-meshes");
  return choices;
}

/// Makes the callees of a program its own parts: a function per call, then named computations in the place of calls.
void addFlattening(PipelineSteps& steps, const PipelineChoices& choices) {
  steps.add("sdy-flatten-call-graph");
  steps.add("symbol-dce");
  steps.add("sdy-import-func-calls");
  steps.add("symbol-dce");
  steps.add("sdy-apply-sharding-constraints",
            {{kOriginsOption.name, flagText(choices.origins)}, {kEdgesOption.name, flagText(choices.edges)}});
  steps.add("sdy-sharding-group-import");
}

void addPropagation(PipelineSteps& steps, const PassOptions& options) {
  steps.add("sdy-pre-order-funcs");
  // Rules are kept for the passes that follow; the last one drops them.
  steps.add("sdy-user-priority-propagate", {{kKeepRulesOption.name, "true"},
                                            {kDumpOption.name, steps.dumpDirectory()},
                                            {kDumpIndexOption.name, std::to_string(steps.nextDump())},
                                            {kConservativeOption.name, options.text(kConservativeOption.name)},
                                            {kOriginsOption.name, options.text(kOriginsOption.name)},
                                            {kEdgesOption.name, options.text(kEdgesOption.name)},
                                            {kStrategyOption.name, options.text(kStrategyOption.name)},
                                            {kOpPriorityOption.name, options.text(kOpPriorityOption.name)}});
}

void expandPropagationPipeline(const PassOptions& options, Pipeline& target) {
  PipelineChoices choices = choicesOf(options);
  PipelineSteps steps(target, options.text(kDumpOption.name), 1);
  addImportSteps(steps, choices);
  if (choices.dedupFunctionsFully) {
    steps.add("sdy-add-func-data-flow-edges");
  } else {
    addFlattening(steps, choices);
  }
  addPropagation(steps, options);
  if (!choices.dedupFunctionsFully) steps.add("sdy-export-named-computations");
  steps.add("sdy-propagate-to-func-results");
  if (choices.dedupFunctionsFully) steps.add("sdy-sink-func-data-flow-edges");
  steps.add("sdy-unflatten-call-graph");
  steps.add("symbol-dce");
  steps.add("sdy-insert-func-call-reshards");
  addExportSteps(steps, choices);
}

}  // namespace

Pass propagationPipeline() {
  return {"sdy-propagation-pipeline",
          "Runs propagation between the passes that prepare a program for it and those that finish it",
          PassLevel::Module,
          kPropagationPipelineOptions,
          nullptr,
          expandPropagationPipeline};
}

}  // namespace shardlens
