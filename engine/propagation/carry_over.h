#pragma once

#include "engine/propagation/run_log.h"
#include "engine/propagation/schedule.h"

namespace shardlens {

/// The log of a run over the program of `from` as it reads in that of `to`, in which operations were put in or taken out; all others kept
/// their ids and their order.
///
/// `seen` are the values that other operations look at now: all operands and results of what came or went, before and after. No stretch
/// near them is repeated. Each of these operations has something behind it in its block.
RunLog carriedOver(const RunLog& log, const Schedule& from, const Schedule& to, std::vector<ValueId> seen, std::size_t values);

}  // namespace shardlens
