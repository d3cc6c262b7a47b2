// Ragged dots. By the kind of the one ragged dimension of the left operand there are three modes:
//   non-contracting: [b,m,k] x [g,b,k,n] -> [b,m,n], contracting: [b,m,k] x [b,k,n] -> [g,b,m,n], batch: [b,m,k] x [b,k,n] -> [b,m,n].
// The group sizes are [g], or have before g what lies outside of the ragged dimension: batch dimensions, then those of its own kind.
#include <algorithm>

#include "engine/verify/chlo_verify.h"

namespace shardlens::chlo_verify {

namespace {

using Dims = std::span<const std::int64_t>;

enum class Mode : std::uint8_t { NonContracting, Contracting, Batch };

bool contains(Dims dims, std::int64_t dim) { return std::ranges::find(dims, dim) != dims.end(); }

struct RaggedDot {
  const OpCheck& o;
  DotDims dot;
  Dims ragged, group;
  [[nodiscard]] Dims lhs() const { return o.dims(o.operand(0)); }
  [[nodiscard]] Dims rhs() const { return o.dims(o.operand(1)); }
  [[nodiscard]] Dims groupSizes() const { return o.dims(o.operand(2)); }
  [[nodiscard]] std::int64_t groups() const { return groupSizes().back(); }
  [[nodiscard]] Mode mode() const {
    if (contains(dot.lhsBatching, ragged[0])) return Mode::Batch;
    return contains(dot.lhsContracting, ragged[0]) ? Mode::Contracting : Mode::NonContracting;
  }
};

RaggedDot raggedDot(const OpCheck& o) {
  RaggedDot r{o, {}, {}, {}};
  Dims rest = o.c.attr(o.attr("ragged_dot_dimension_numbers")).ints;
  for (Dims* list : {&r.dot.lhsBatching, &r.dot.rhsBatching, &r.dot.lhsContracting, &r.dot.rhsContracting, &r.ragged, &r.group}) {
    *list = takeList(rest);
  }
  return r;
}

Dims before(Dims dims, std::int64_t dim) { return dims.first(static_cast<std::size_t>(std::ranges::find(dims, dim) - dims.begin())); }

/// Sizes that the group sizes have before the number of groups.
std::vector<std::int64_t> outerSizes(const RaggedDot& r) {
  std::vector<std::int64_t> sizes;
  auto add = [&](Dims dims) {
    for (std::int64_t dim : dims) sizes.push_back(r.lhs()[static_cast<std::size_t>(dim)]);
  };
  add(before(r.dot.lhsBatching, r.ragged[0]));
  if (r.mode() == Mode::Contracting) add(before(r.dot.lhsContracting, r.ragged[0]));
  for (std::int64_t dim = 0; r.mode() == Mode::NonContracting && dim < r.ragged[0]; ++dim) {
    if (!contains(r.dot.lhsBatching, dim) && !contains(r.dot.lhsContracting, dim)) add(Dims(&dim, 1));
  }
  return sizes;
}

bool checkGroupSizes(const RaggedDot& r) {
  std::vector<std::int64_t> wanted = outerSizes(r);
  Dims got = r.groupSizes();
  if (got.size() == 1) return true;
  if (got.size() != wanted.size() + 1) return r.o.fail("expected group_sizes to have rank ", wanted.size() + 1, ", got ", got.size());
  if (std::ranges::equal(wanted, got.first(wanted.size()))) return true;
  wanted.push_back(got.back());
  return r.o.fail("group_sizes is expected to have shape [", Dims(wanted), "], got [", got, "]");
}

bool checkGroupDims(const RaggedDot& r) {
  for (std::int64_t dim : r.group) {
    if (!checkDimInBounds(r.o, dim, r.o.rank(r.o.operand(1)), "rhs_group_dim", "rhs_rank")) return false;
  }
  return checkDimsDistinct(r.o, r.group, r.dot.rhsBatching, "rhs_group_dimensions", "rhs_batching_dimensions") &&
         checkDimsDistinct(r.o, r.group, r.dot.rhsContracting, "rhs_group_dimensions", "rhs_contracting_dimensions");
}

bool checkGroupCount(const RaggedDot& r) {
  if (r.mode() != Mode::NonContracting) {
    return r.group.empty() || r.o.fail("There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.");
  }
  if (r.group.size() != 1) {
    return r.o.fail("There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.");
  }
  std::int64_t size = r.rhs()[static_cast<std::size_t>(r.group[0])];
  return compatibleDims(r.groups(), size) || r.o.fail("rhs group dimension is expected to have size=", r.groups(), ", got ", size);
}

bool checkRagged(const RaggedDot& r) {
  if (r.ragged.size() != 1) return r.o.fail("There must be exactly one ragged dimension in the lhs.");
  return checkDimInBounds(r.o, r.ragged[0], r.o.rank(r.o.operand(0)), "lhs_ragged_dim", "lhs_rank") && checkGroupSizes(r) &&
         checkGroupDims(r) && checkGroupCount(r);
}

std::vector<std::int64_t> resultShape(const RaggedDot& r) {
  std::vector<std::int64_t> shape;
  if (r.mode() == Mode::Contracting) shape.push_back(r.groups());
  for (std::int64_t dim : r.dot.lhsBatching) shape.push_back(r.lhs()[static_cast<std::size_t>(dim)]);
  auto addRest = [&](Dims from, Dims batching, Dims contracting, Dims group) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      auto dim = static_cast<std::int64_t>(i);
      if (!contains(batching, dim) && !contains(contracting, dim) && !contains(group, dim)) shape.push_back(from[i]);
    }
  };
  addRest(r.lhs(), r.dot.lhsBatching, r.dot.lhsContracting, {});
  addRest(r.rhs(), r.dot.rhsBatching, r.dot.rhsContracting, r.group);
  return shape;
}

std::string sizesText(Dims shape) {
  std::string out = "[";
  for (std::int64_t size : shape) {
    if (out.size() > 1) out += ", ";
    out += size == kDynamic ? "?" : std::to_string(size);
  }
  return out + "]";
}

}  // namespace

bool verifyRaggedDot(const OpCheck& o) {
  RaggedDot r = raggedDot(o);
  if (!checkPrecisionConfig(o)) return false;
  if (!isRankedTensor(o.c, o.operand(0)) || !isRankedTensor(o.c, o.operand(1))) return true;  // no dimensions to number
  if (!checkDotDims(o, r.dot) || !checkRagged(r)) return false;
  std::vector<std::int64_t> shape = resultShape(r);
  if (!isRankedTensor(o.c, o.result()) || compatibleShapes(shape, o.dims(o.result()))) return true;
  return o.fail("inferred shape '", sizesText(shape), "' is incompatible with return type of operation ", o.text(o.result()));
}

}  // namespace shardlens::chlo_verify
