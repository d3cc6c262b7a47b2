#pragma once

#include "engine/ir/attributes.h"

namespace shardlens {

/// True for the kinds of attributes that are locations.
constexpr bool isLocation(AttrKind kind) { return kind >= AttrKind::LocUnknown && kind <= AttrKind::LocFused; }

}  // namespace shardlens
