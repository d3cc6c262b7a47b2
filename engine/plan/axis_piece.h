#pragma once

#include <optional>
#include <vector>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// A part of a mesh axis as the range of its pre-sizes, so that parts can be cut and compared: `x` of size 8 is 1..8, `x:(2)4` is 2..8.
struct AxisPiece {
  StrId axis;
  std::int64_t from = 1, to = 1;
  bool operator==(const AxisPiece&) const = default;
};

AxisPiece pieceOf(const AxisRef& axis, const Mesh& mesh);
AxisRef axisOf(const AxisPiece& piece, const Mesh& mesh);
/// The part of `a` that `b` has too.
std::optional<AxisPiece> common(const AxisPiece& a, const AxisPiece& b);
/// Parts of `piece` that none of `axes` has.
std::vector<AxisPiece> missingFrom(const std::vector<AxisRef>& axes, const AxisPiece& piece, const Mesh& mesh);
/// Parts of `piece` that `axes` have, in the order of `axes`.
std::vector<AxisPiece> presentIn(const std::vector<AxisRef>& axes, const AxisPiece& piece, const Mesh& mesh);

}  // namespace shardlens
