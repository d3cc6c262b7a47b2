#pragma once

#include "engine/ir/module.h"

namespace shardlens {

/// An operation of `kind` with `value` as operand and one result of its type, right behind what defines `value` (at the start of the
/// block of an argument). It has the place and the source of `value`; `loc`, where valid, is its location instead.
OpId createBehind(Module& module, OpKind kind, ValueId value, AttrId attrs, AttrId loc = {});

/// Puts `op`, which has `of` as operand, in the place of `of` for all of its other users.
void replaceUsesExcept(Module& module, ValueId of, OpId op);

/// True for a tensor, memref or vector type without unknown sizes: only such values get edges.
bool isStaticShaped(const Context& context, TypeId type);

}  // namespace shardlens
