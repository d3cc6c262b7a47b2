#pragma once

#include <memory>
#include <optional>

#include "engine/plan/handed_on.h"

namespace shardlens {

/// What the import passes make of a program, found from what they made of another one.
struct Restructured {
  std::shared_ptr<const Module> imported;
  std::vector<ValueId> seen;  ///< operands and results of the constraints that came or went, in `imported`
};

/// What the import makes of `after`, which differs from `before` in that constraints were left out, or put in behind all other operations,
/// each behind a value of its own; `handedOn` and `imported` are those of `before`. Empty where the passes do more with one of them than to
/// hand it on, or where something else came or went.
std::optional<Restructured> restructure(const Module& before, const HandedOn& handedOn, const Module& imported, const Module& after);

}  // namespace shardlens
