#include <algorithm>
#include <array>

#include "engine/passes/pass.h"
#include "engine/passes/passes.h"

namespace shardlens {

std::span<const Pass> allPasses() {
  static const std::array all = [] {
    // One a line, so that two who add one each do not meet.
    std::array made{
        // clang-format off
        addDataFlowEdgesPass(),
        addFuncDataFlowEdgesPass(),
        aggressivePropagatePass(),
        applyShardingConstraintsPass(),
        basicPropagatePass(),
        canonicalizePass(),
        closeShardingsPass(),
        constantOrScalarMergerPass(),
        constantOrScalarSplitterPass(),
        dropShardingAndMeshPass(),
        dropShardingRulesPass(),
        explicitGatherScatterBatchingPass(),
        exportNamedComputationsPass(),
        exportPipeline(),
        flattenCallGraphPass(),
        importFuncCallsPass(),
        importPipeline(),
        inlineMeshesPass(),
        insertExplicitReshardsPass(),
        insertFuncCallReshardsPass(),
        liftInlinedMeshesPass(),
        manualAxesCleanupPass(),
        opPriorityPropagatePass(),
        populateOpShardingRulesPass(),
        preOrderFuncsPass(),
        propagateShardingFromFuncToCallPass(),
        propagateToFuncResultsPass(),
        propagationPipeline(),
        removePropagationDebugInfoPass(),
        removeShardingGroupsPass(),
        removeSizeOneAxesPass(),
        removeSubAxesInInputOutputShardingsPass(),
        saveModulePass(),
        shardingConstraintToReshardPass(),
        shardingGroupImportPass(),
        sinkDataFlowEdgesPass(),
        sinkFuncDataFlowEdgesPass(),
        symbolDcePass(),
        unflattenCallGraphPass(),
        updateNonDivisibleInputOutputShardingsPass(),
        userPriorityPropagatePass(),
        verifyUnreducedAxesPass(),
        // clang-format on
    };
    std::ranges::sort(made, {}, &Pass::name);
    return made;
  }();
  return all;
}

const Pass* findPass(std::string_view name) {
  auto passes = allPasses();
  auto found = std::ranges::find(passes, name, &Pass::name);
  return found == passes.end() ? nullptr : &*found;
}

}  // namespace shardlens
