#pragma once

#include <QString>

#include <unordered_set>

#include "engine/session/snapshot.h"

namespace shardlens::app {

enum class FlowSide { Producers, Consumers };

/// Leaf boxes of `value` and of all that it is made from, or that is made from it, within `depth` operations.
std::unordered_set<std::uint32_t> neighbourhood(const Snapshot& snapshot, ValueId value, FlowSide side, int depth);

/// The value's name as a search understands it: `%12`, or `helper/%12` where another function has such a name too; empty where it has none.
QString searchName(const Snapshot& snapshot, ValueId value);

}  // namespace shardlens::app
