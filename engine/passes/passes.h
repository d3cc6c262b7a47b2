#pragma once

#include "engine/passes/pass.h"

namespace shardlens {

// One function a pass, each in a file of its own; the registry lists them.
Pass addDataFlowEdgesPass();                        ///< -sdy-add-data-flow-edges
Pass addFuncDataFlowEdgesPass();                    ///< -sdy-add-func-data-flow-edges
Pass aggressivePropagatePass();                     ///< -sdy-aggressive-propagate
Pass applyShardingConstraintsPass();                ///< -sdy-apply-sharding-constraints
Pass basicPropagatePass();                          ///< -sdy-basic-propagate
Pass canonicalizePass();                            ///< -canonicalize
Pass closeShardingsPass();                          ///< -sdy-close-shardings
Pass constantOrScalarMergerPass();                  ///< -sdy-constant-or-scalar-merger
Pass constantOrScalarSplitterPass();                ///< -sdy-constant-or-scalar-splitter
Pass dropShardingAndMeshPass();                     ///< -sdy-drop-sharding-and-mesh
Pass dropShardingRulesPass();                       ///< -sdy-drop-sharding-rules
Pass explicitGatherScatterBatchingPass();           ///< -sdy-explicit-gather-scatter-batching
Pass exportNamedComputationsPass();                 ///< -sdy-export-named-computations
Pass flattenCallGraphPass();                        ///< -sdy-flatten-call-graph
Pass importFuncCallsPass();                         ///< -sdy-import-func-calls
Pass inlineMeshesPass();                            ///< -sdy-inline-meshes
Pass insertExplicitReshardsPass();                  ///< -sdy-insert-explicit-reshards
Pass insertFuncCallReshardsPass();                  ///< -sdy-insert-func-call-reshards
Pass liftInlinedMeshesPass();                       ///< -sdy-lift-inlined-meshes
Pass manualAxesCleanupPass();                       ///< -sdy-manual-axes-cleanup
Pass opPriorityPropagatePass();                     ///< -sdy-op-priority-propagate
Pass populateOpShardingRulesPass();                 ///< -sdy-populate-op-sharding-rules
Pass preOrderFuncsPass();                           ///< -sdy-pre-order-funcs
Pass propagateShardingFromFuncToCallPass();         ///< -sdy-propagate-sharding-from-func-to-call
Pass propagateToFuncResultsPass();                  ///< -sdy-propagate-to-func-results
Pass removePropagationDebugInfoPass();              ///< -sdy-remove-propagation-debug-info
Pass removeShardingGroupsPass();                    ///< -sdy-remove-sharding-groups
Pass removeSizeOneAxesPass();                       ///< -sdy-remove-size-one-axes
Pass removeSubAxesInInputOutputShardingsPass();     ///< -sdy-remove-sub-axes-in-input-output-shardings
Pass saveModulePass();                              ///< -sdy-save-module
Pass shardingConstraintToReshardPass();             ///< -sdy-sharding-constraint-to-reshard
Pass shardingGroupImportPass();                     ///< -sdy-sharding-group-import
Pass sinkDataFlowEdgesPass();                       ///< -sdy-sink-data-flow-edges
Pass sinkFuncDataFlowEdgesPass();                   ///< -sdy-sink-func-data-flow-edges
Pass symbolDcePass();                               ///< -symbol-dce
Pass unflattenCallGraphPass();                      ///< -sdy-unflatten-call-graph
Pass updateNonDivisibleInputOutputShardingsPass();  ///< -sdy-update-non-divisible-input-output-shardings
Pass userPriorityPropagatePass();                   ///< -sdy-user-priority-propagate
Pass verifyUnreducedAxesPass();                     ///< -sdy-verify-unreduced-axes

// Sequences of passes, each in a file of its own too.
Pass exportPipeline();       ///< -sdy-export-pipeline
Pass importPipeline();       ///< -sdy-import-pipeline
Pass propagationPipeline();  ///< -sdy-propagation-pipeline

}  // namespace shardlens
