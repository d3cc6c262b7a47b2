#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace shardlens {

/// Shapes and lists of dimensions as operations hold them.
using Span = std::span<const std::int64_t>;

inline bool holds(Span list, std::int64_t item) { return std::find(list.begin(), list.end(), item) != list.end(); }
inline std::int64_t rank(Span shape) { return static_cast<std::int64_t>(shape.size()); }
inline std::int64_t at(Span shape, std::int64_t dim) { return shape[static_cast<std::size_t>(dim)]; }

}  // namespace shardlens
