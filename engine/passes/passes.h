#pragma once

#include "engine/passes/pass.h"

namespace shardlens {

// One function a pass, each in a file of its own; the registry lists them.
Pass aggressivePropagatePass();          ///< -sdy-aggressive-propagate
Pass basicPropagatePass();               ///< -sdy-basic-propagate
Pass canonicalizePass();                 ///< -canonicalize
Pass closeShardingsPass();               ///< -sdy-close-shardings
Pass dropShardingAndMeshPass();          ///< -sdy-drop-sharding-and-mesh
Pass dropShardingRulesPass();            ///< -sdy-drop-sharding-rules
Pass inlineMeshesPass();                 ///< -sdy-inline-meshes
Pass insertExplicitReshardsPass();       ///< -sdy-insert-explicit-reshards
Pass opPriorityPropagatePass();          ///< -sdy-op-priority-propagate
Pass populateOpShardingRulesPass();      ///< -sdy-populate-op-sharding-rules
Pass removePropagationDebugInfoPass();   ///< -sdy-remove-propagation-debug-info
Pass removeShardingGroupsPass();         ///< -sdy-remove-sharding-groups
Pass saveModulePass();                   ///< -sdy-save-module
Pass shardingConstraintToReshardPass();  ///< -sdy-sharding-constraint-to-reshard
Pass symbolDcePass();                    ///< -symbol-dce
Pass userPriorityPropagatePass();        ///< -sdy-user-priority-propagate

// Sequences of passes, each in a file of its own too.
Pass exportPipeline();       ///< -sdy-export-pipeline
Pass importPipeline();       ///< -sdy-import-pipeline
Pass propagationPipeline();  ///< -sdy-propagation-pipeline

}  // namespace shardlens
