#include "engine/plan/axis_piece.h"

#include <algorithm>

namespace shardlens {

AxisPiece pieceOf(const AxisRef& axis, const Mesh& mesh) {
  if (axis.isFull()) return {axis.name, 1, mesh.axisSize(axis.name)};
  return {axis.name, axis.preSize, axis.preSize * axis.size};
}

AxisRef axisOf(const AxisPiece& piece, const Mesh& mesh) {
  bool whole = piece.from == 1 && piece.to == mesh.axisSize(piece.axis);
  return whole ? AxisRef{piece.axis} : AxisRef{piece.axis, piece.from, piece.to / std::max<std::int64_t>(piece.from, 1)};
}

std::optional<AxisPiece> common(const AxisPiece& a, const AxisPiece& b) {
  AxisPiece both{a.axis, std::max(a.from, b.from), std::min(a.to, b.to)};
  // An axis of one chip has no more than itself.
  if (a.axis != b.axis || both.from > both.to || (both.from == both.to && a != b)) return std::nullopt;
  return both;
}

std::vector<AxisPiece> missingFrom(const std::vector<AxisRef>& axes, const AxisPiece& piece, const Mesh& mesh) {
  std::vector<AxisPiece> left{piece};
  for (const AxisRef& axis : axes) {
    std::vector<AxisPiece> next;
    for (const AxisPiece& part : left) {
      std::optional<AxisPiece> taken = common(part, pieceOf(axis, mesh));
      if (!taken) {
        next.push_back(part);
        continue;
      }
      if (part.from < taken->from) next.push_back({part.axis, part.from, taken->from});
      if (taken->to < part.to) next.push_back({part.axis, taken->to, part.to});
    }
    left = std::move(next);
  }
  return left;
}

std::vector<AxisPiece> presentIn(const std::vector<AxisRef>& axes, const AxisPiece& piece, const Mesh& mesh) {
  std::vector<AxisPiece> all;
  for (const AxisRef& axis : axes)
    if (std::optional<AxisPiece> part = common(piece, pieceOf(axis, mesh))) all.push_back(*part);
  return all;
}

}  // namespace shardlens
