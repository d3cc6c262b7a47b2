// Gathers: dimension numbers against shapes, and the shape that they imply.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

using Dims = std::span<const std::int64_t>;

struct Gather {
  const OpCheck& o;
  GatherDims d;
  TypeId operand, indices;
  [[nodiscard]] std::int64_t operandRank() const { return o.rank(operand); }
  [[nodiscard]] std::int64_t indicesRank() const { return o.rank(indices); }
};

bool checkSorted(const Gather& g, Dims dims, std::string_view name) {
  return std::ranges::is_sorted(dims) || g.o.fail("expects ", name, " to be sorted, got: [", dims, "]");
}

bool checkNoRepeat(const Gather& g, Dims dims, std::string_view name) {
  return isUnique(dims) || g.o.fail("expects ", name, " to not repeat, got: [", dims, "]");
}

bool checkOperandRank(const Gather& g) {
  std::size_t implied = g.d.offset.size() + g.d.collapsed.size() + g.d.operandBatching.size();
  if (g.operandRank() == static_cast<std::int64_t>(implied)) return true;
  return g.o.fail("offset_dims size (", g.d.offset.size(), ") plus collapse_slice_dims size (", g.d.collapsed.size(),
                  ") plus operand_batching_dims size (", g.d.operandBatching.size(), ") is not equal to operand rank (", g.operandRank(),
                  ")");
}

bool checkIndexVector(const Gather& g) {
  std::int64_t dim = g.d.indexVectorDim, rank = g.indicesRank();
  if (!checkDimInBounds(g.o, dim, rank, "index_vector_dim", "rank-of('start_indices')", true)) return false;
  std::int64_t size = dim == rank ? 1 : g.o.dims(g.indices)[static_cast<std::size_t>(dim)];
  if (compatibleDims(size, static_cast<std::int64_t>(g.d.startIndexMap.size()))) return true;
  return g.o.fail("start_index_map size (", g.d.startIndexMap.size(), ") is not equal to size of index dimension (", dim,
                  ") of start_indices (", size, ")");
}

bool checkOperandDims(const Gather& g) {
  constexpr std::string_view kRank = "rank-of('operand')";
  return checkSorted(g, g.d.offset, "offset_dims") && checkNoRepeat(g, g.d.offset, "offset_dims") &&
         checkDimsDistinct(g.o, g.d.collapsed, g.d.operandBatching, "collapsed_slice_dims", "operand_batching_dims") &&
         checkSorted(g, g.d.collapsed, "collapsed_slice_dims") &&
         checkDimsInBounds(g.o, g.d.collapsed, g.operandRank(), "collapsed_slice_dims", kRank) &&
         checkSorted(g, g.d.operandBatching, "operand_batching_dims") &&
         checkDimsInBounds(g.o, g.d.operandBatching, g.operandRank(), "operand_batching_dims", kRank);
}

bool checkBatchingSizes(const Gather& g) {
  if (g.d.operandBatching.size() != g.d.indicesBatching.size()) {
    return g.o.fail("operand_batching_dims and start_indices_batching_dims should have the same size");
  }
  for (std::size_t i = 0; i < g.d.operandBatching.size(); ++i) {
    std::int64_t a = g.o.dims(g.operand)[static_cast<std::size_t>(g.d.operandBatching[i])];
    std::int64_t b = g.o.dims(g.indices)[static_cast<std::size_t>(g.d.indicesBatching[i])];
    if (compatibleDims(a, b)) continue;
    return g.o.fail("operand_batching_dims[", i, "] and start_indices_batching_dims[", i, "] must have compatible sizes, but got ", a,
                    " and ", b);
  }
  return true;
}

bool checkIndicesDims(const Gather& g) {
  constexpr std::string_view kName = "start_indices_batching_dims";
  if (!checkNoRepeat(g, g.d.indicesBatching, kName) ||
      !checkDimsInBounds(g.o, g.d.indicesBatching, g.indicesRank(), kName, "rank-of('start_indices')")) {
    return false;
  }
  if (std::ranges::find(g.d.indicesBatching, g.d.indexVectorDim) != g.d.indicesBatching.end()) {
    return g.o.fail("expects ", kName, " not to include index_vector_dim ", g.d.indexVectorDim);
  }
  return checkBatchingSizes(g) &&
         checkDimsDistinct(g.o, g.d.startIndexMap, g.d.operandBatching, "start_index_map", "operand_batching_dims") &&
         checkDimsInBounds(g.o, g.d.startIndexMap, g.operandRank(), "start_index_map", "rank-of('operand')");
}

bool checkSliceCount(const Gather& g, std::int64_t count) {
  return count == g.operandRank() || g.o.fail("slice_sizes size (", count, ") not equal to operand rank (", g.operandRank(), ")");
}

bool checkAtMostOne(const Gather& g, Dims sizes, Dims dims, std::string_view name) {
  for (std::int64_t dim : dims) {
    std::int64_t size = sizes[static_cast<std::size_t>(dim)];
    if (size > 1) return g.o.fail("Expects that for each dim in ", name, ", slice_sizes[dim] should be <= 1, but got ", size);
  }
  return true;
}

bool checkSliceSizes(const Gather& g, Dims sizes) {
  if (!checkAtMostOne(g, sizes, g.d.collapsed, "collapsed_slice_dims") ||
      !checkAtMostOne(g, sizes, g.d.operandBatching, "operand_batching_dims")) {
    return false;
  }
  Dims dims = g.o.dims(g.operand);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] >= 0 && (dims[i] == kDynamic || sizes[i] <= dims[i])) continue;
    return g.o.fail("slice size (", sizes[i], ") is out of bounds for operand dimension (", dims[i], ") at index ", i);
  }
  return true;
}

/// Offset dims take the slice sizes that are left over, the other dims those of the indices without the index vector.
TypeId gatherResult(const Gather& g, std::optional<Dims> sizes, std::size_t rank) {
  Dims indices = g.o.dims(g.indices), indexBounds = g.o.bounds(g.indices);
  std::vector<std::int64_t> shape, bounds(rank, kDynamic);
  std::int64_t slice = 0, batch = 0;
  auto dropped = [&](std::int64_t d) {
    return std::ranges::find(g.d.collapsed, d) != g.d.collapsed.end() ||
           std::ranges::find(g.d.operandBatching, d) != g.d.operandBatching.end();
  };
  for (std::size_t i = 0; i < rank; ++i) {
    if (std::ranges::find(g.d.offset, static_cast<std::int64_t>(i)) != g.d.offset.end()) {
      while (dropped(slice)) ++slice;
      shape.push_back(sizes ? (*sizes)[static_cast<std::size_t>(slice)] : kDynamic);
      ++slice;
      continue;
    }
    if (batch == g.d.indexVectorDim) ++batch;
    auto from = static_cast<std::size_t>(batch++);
    shape.push_back(indices[from]);
    if (!indexBounds.empty()) bounds[i] = indexBounds[from];
  }
  return g.o.c.tensor(shape, g.o.element(g.operand), encodingOf(g.o.c, g.o.c.type(g.indices).attr, bounds));
}

}  // namespace

GatherDims gatherDims(const Context& c, AttrId attr) {
  Dims rest = c.attr(attr).ints;
  GatherDims d;
  d.offset = takeList(rest);
  d.collapsed = takeList(rest);
  d.operandBatching = takeList(rest);
  d.indicesBatching = takeList(rest);
  d.startIndexMap = takeList(rest);
  d.indexVectorDim = rest[0];
  return d;
}

bool inferGather(const OpCheck& o, std::optional<Dims> sliceSizes, std::int64_t sliceCount, TypeId* inferred) {
  Gather g{o, gatherDims(o.c, o.attr("dimension_numbers")), o.operand(0), o.operand(1)};
  bool holds = checkOperandRank(g) && checkIndexVector(g) && checkOperandDims(g) && checkIndicesDims(g) && checkSliceCount(g, sliceCount) &&
               (!sliceSizes || checkSliceSizes(g, *sliceSizes));
  if (!holds) return false;
  std::int64_t indicesRank = g.indicesRank() + (g.d.indexVectorDim == g.indicesRank() ? 1 : 0);
  std::int64_t rank = static_cast<std::int64_t>(g.d.offset.size()) + indicesRank - 1;
  if (!checkDimsInBounds(o, g.d.offset, rank, "offset_dims", "implied-result-rank")) return false;
  *inferred = gatherResult(g, sliceSizes, static_cast<std::size_t>(rank));
  return true;
}

}  // namespace shardlens
