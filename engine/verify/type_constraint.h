#pragma once

#include <string>
#include <string_view>

#include "engine/ir/context.h"

namespace shardlens {

/// What an operand or result must be; by the name that tables of operations use, shared by all who ask for it.
struct TypeConstraint;
/// The constraint called `name`; null where there is none.
const TypeConstraint* typeConstraint(std::string_view name);
bool satisfies(const Context& c, TypeId type, const TypeConstraint& constraint);
/// Its words in messages: `ranked tensor of bool values`.
std::string_view summaryOf(const TypeConstraint& constraint);

}  // namespace shardlens
