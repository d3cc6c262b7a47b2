#include "engine/passes/passes.h"
#include "engine/passes/pipeline_steps.h"

namespace shardlens {

namespace {

/// Reshards stand where operations need them, at last as collectives where that is asked for.
void addPartitioning(PipelineSteps& steps, const PipelineChoices& choices) {
  steps.add("sdy-verify-unreduced-axes");
  steps.add("sdy-insert-explicit-reshards", {{"enable-full-version", flagText(choices.insertCollectives)}});
  if (choices.insertCollectives) {
    steps.dump("after_explicit_reshards");
    steps.add("canonicalize", {{"enable-patterns", "sdy-reshard"}, {"region-simplify", "aggressive"}, {"top-down", "false"}});
    steps.add("sdy-reshard-to-collectives");
  }
  steps.add("canonicalize", {{"enable-patterns", "sdy-collective"}, {"region-simplify", "aggressive"}, {"top-down", "false"}});
  if (choices.insertCollectives && choices.removeGatherAndScatterForCmv1) steps.add("sdy-remove-all-gather-reduce-scatter-for-cmv1");
  steps.dump(choices.insertCollectives ? "after_partitioner_with_global_shapes" : "after_minimal_partitioner_with_global_shapes");
}

}  // namespace

void addExportSteps(PipelineSteps& steps, const PipelineChoices& choices) {
  if (choices.insertCollectives && !findPass("sdy-reshard-to-collectives")) {
    steps.refuse("enable-insert-explicit-collectives", "needs the pass sdy-reshard-to-collectives, which this version does not have");
    return;
  }
  steps.add("sdy-constant-or-scalar-merger");
  steps.add("sdy-sink-data-flow-edges", {{"sink-debug-sharding-origins", flagText(choices.origins)},
                                         {"sink-debug-propagation-edge-sharding", flagText(choices.edges)}});
  if (!choices.avoidExportForPartitioning) {
    steps.add("sdy-remove-sharding-groups");
    steps.add("sdy-sharding-constraint-to-reshard");
  }
  if (choices.updateNonDivisible) {
    steps.add("sdy-update-non-divisible-input-output-shardings");
    steps.add("sdy-remove-sub-axes-in-input-output-shardings");
  }
  steps.add("sdy-close-shardings");
  steps.dump("after_propagation");
  if (!choices.avoidExportForPartitioning) addPartitioning(steps, choices);
  if (choices.origins || choices.edges) steps.add("sdy-remove-propagation-debug-info");
  if (!choices.keepRules) steps.add("sdy-drop-sharding-rules");
  if (!choices.avoidExportForPartitioning && choices.inlineMeshes) steps.add("sdy-inline-meshes");
}

namespace {

constexpr PassOption kExportPipelineOptions[] = {
    {"dump-directory", OptionType::Text, "", "where to write the module between passes"},
    {"avoid-export-for-partitioning", OptionType::Flag, "false", "whether to leave the module so that it can be propagated again"},
    {"enable-insert-explicit-collectives", OptionType::Flag, "false", "whether to insert collectives"},
    {"remove-all-gather-reduce-scatter-for-cmv1", OptionType::Flag, "false",
     "whether to remove all-gathers before and reduce-scatters after dots, for collective matmul V1"},
    {"keep-sharding-rules", OptionType::Flag, "false", "whether to keep sdy.sharding_rule attributes"},
    {"dump-sharding-origins", OptionType::Flag, "false", "whether data-flow edges hand their sdy.sharding_origins on"},
    {"dump-propagation-edges", OptionType::Flag, "false", "whether data-flow edges hand their sdy.propagation_edges on"},
    {"avoid-reshards-on-calls", OptionType::Flag, "false", "accepted and without effect, as in the reference"},
    {"update-non-divisible-input-output-shardings", OptionType::Flag, "true",
     "whether to shorten shardings of inputs and outputs until they divide"},
    {"inline-meshes", OptionType::Flag, "true", "whether to write meshes into the shardings that name them"},
};

void expandExportPipeline(const PassOptions& options, Pipeline& target) {
  PipelineChoices choices;
  choices.keepRules = options.flag("keep-sharding-rules");
  choices.origins = options.flag("dump-sharding-origins");
  choices.edges = options.flag("dump-propagation-edges");
  choices.avoidExportForPartitioning = options.flag("avoid-export-for-partitioning");
  choices.insertCollectives = options.flag("enable-insert-explicit-collectives");
  choices.removeGatherAndScatterForCmv1 = options.flag("remove-all-gather-reduce-scatter-for-cmv1");
  choices.updateNonDivisible = options.flag("update-non-divisible-input-output-shardings");
  choices.inlineMeshes = options.flag("inline-meshes");
  PipelineSteps steps(target, options.text("dump-directory"), 0);
  addExportSteps(steps, choices);
}

}  // namespace

Pass exportPipeline() {
  return {
      "sdy-export-pipeline", "Runs the passes that finish a program after propagation", PassLevel::Module, kExportPipelineOptions, nullptr,
      expandExportPipeline};
}

}  // namespace shardlens
