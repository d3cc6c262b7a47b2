#pragma once

#include <optional>

#include "engine/ir/context.h"

namespace shardlens {

/// Type of a typed attribute (numbers, booleans, strings, elements); nullopt for all others.
inline std::optional<TypeId> typeOfTyped(Context& c, AttrId attr) {
  const AttrData& data = c.attr(attr);
  switch (data.kind) {
    case AttrKind::Bool: return c.integer(1U);
    case AttrKind::String: return data.type ? data.type : c.noneType();
    case AttrKind::Integer:
    case AttrKind::Float:
    case AttrKind::DenseElements:
    case AttrKind::DenseStrings:
    case AttrKind::DenseResource:
    case AttrKind::SparseElements: return data.type;
    default: return std::nullopt;
  }
}

}  // namespace shardlens
