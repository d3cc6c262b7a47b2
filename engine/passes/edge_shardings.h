#pragma once

#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// The data-flow edge on `owner`, its only user; invalid where there is none.
OpId dataFlowEdgeOn(const Module& module, ValueId owner);

/// Results of a data-flow operation, or the arguments that own edges of its region (manual and named computations only).
std::vector<ValueId> resultEdgeOwners(const Module& module, OpId op);
std::vector<ValueId> argumentEdgeOwners(const Module& module, OpId op);

/// Shardings that the edges on `owners` have, open where an edge has none; empty where none has one.
std::vector<AttrId> edgeShardings(Module& module, const std::vector<ValueId>& owners);

/// Writes `shardings` for the owners of a data-flow operation's edges; those of a manual computation's arguments, which are seen without
/// its manual axes, become its free axes.
void setArgumentEdgeShardings(Module& module, OpId op, const std::vector<AttrId>& shardings);
void setResultEdgeShardings(Module& module, OpId op, const std::vector<AttrId>& shardings);

/// Replaces the edge by what flows into it and erases it.
void dissolveEdge(Module& module, OpId edge);

}  // namespace shardlens
