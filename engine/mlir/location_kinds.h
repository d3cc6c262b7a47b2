#pragma once

#include <string_view>

#include "engine/ir/attributes.h"

namespace shardlens {

/// True for the kinds of attributes that are locations.
constexpr bool isLocation(AttrKind kind) { return kind >= AttrKind::LocUnknown && kind <= AttrKind::LocFused; }

/// A file without a name is the standard input, where a single place in it is meant.
constexpr std::string_view locationFile(std::string_view written) { return written.empty() ? "-" : written; }

}  // namespace shardlens
