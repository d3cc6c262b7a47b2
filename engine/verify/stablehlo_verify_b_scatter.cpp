// Scatters: dimension numbers against inputs, indices and updates.
#include <algorithm>

#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

using Dims = std::span<const std::int64_t>;

constexpr std::string_view kRankOfOperand = "rank-of('operand')";
constexpr std::string_view kIndicesBatching = "scatter_indices_batching_dims";

struct Scatter {
  const OpCheck& o;
  std::vector<TypeId> inputs, updates;
  TypeId indices;
  Dims updateWindow, insertedWindow, inputBatching, indicesBatching, toOperand;
  std::int64_t indexVectorDim = 0;
  std::vector<std::int64_t> indexShape;  ///< with a trailing 1 where the index vector is implicit
};

Scatter scatterOf(const OpCheck& o) {
  std::uint32_t n = (o.operands() - 1) / 2;
  Scatter s{o, o.operandTypes(0, n), o.operandTypes(n + 1, n), o.operand(n), {}, {}, {}, {}, {}, 0, {}};
  Dims rest = o.c.attr(o.attr("scatter_dimension_numbers")).ints;
  for (Dims* list : {&s.updateWindow, &s.insertedWindow, &s.inputBatching, &s.indicesBatching, &s.toOperand}) *list = takeList(rest);
  s.indexVectorDim = rest[0];
  Dims shape = o.dims(s.indices);
  s.indexShape.assign(shape.begin(), shape.end());
  if (s.indexVectorDim == static_cast<std::int64_t>(shape.size())) s.indexShape.push_back(1);
  return s;
}

bool checkCompatible(const Scatter& s, std::span<const TypeId> types, std::string_view name) {
  bool hold = std::ranges::all_of(types, [&](TypeId t) { return compatibleShapes(s.o.c, types[0], t); });
  return hold || s.o.fail("Not all ", name, " have compatible shapes.");
}

bool checkUpdateComputation(const Scatter& s) {
  std::vector<TypeId> initValues;
  for (TypeId update : s.updates) initValues.push_back(s.o.c.tensor({}, s.o.element(update)));
  return checkReducer(s.o, s.o.body(0), s.inputs, initValues, {});
}

bool checkUpdateRank(const Scatter& s, TypeId update) {
  std::size_t wanted = s.indexShape.size() - 1 + s.updateWindow.size(), got = s.o.dims(update).size();
  if (wanted == got) return true;
  return s.o.fail(
      "expects updates tensor must be of rank ", wanted,
      " ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 "
      "dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got ",
      got, ".");
}

bool checkSorted(const Scatter& s, Dims dims, std::string_view name) {
  return std::ranges::is_sorted(dims) || s.o.fail("Expects ", name, " to be sorted; got: [", dims, "].");
}

bool checkNoRepeat(const Scatter& s, Dims dims, std::string_view name) {
  return isUnique(dims) || s.o.fail("Expects ", name, " to not repeat; got: [", dims, "].");
}

bool checkWindowDims(const Scatter& s, TypeId input, TypeId update) {
  std::int64_t rank = s.o.rank(input);
  std::size_t wanted = s.updateWindow.size() + s.insertedWindow.size() + s.inputBatching.size();
  if (rank != static_cast<std::int64_t>(wanted)) {
    return s.o.fail(
        "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + "
        "size-of('input_batching_dims') i.e. ",
        wanted, " but got ", rank, ".");
  }
  return checkSorted(s, s.updateWindow, "update_window_dims") && checkNoRepeat(s, s.updateWindow, "update_window_dims") &&
         checkDimsInBounds(s.o, s.updateWindow, s.o.rank(update), "update_window_dims", "rank-of('updates')") &&
         checkDimsDistinct(s.o, s.insertedWindow, s.inputBatching, "inserted_window_dims", "input_batching_dims") &&
         checkSorted(s, s.insertedWindow, "inserted_window_dims") &&
         checkDimsInBounds(s.o, s.insertedWindow, rank, "inserted_window_dims", kRankOfOperand) &&
         checkSorted(s, s.inputBatching, "input_batching_dims") &&
         checkDimsInBounds(s.o, s.inputBatching, rank, "input_batching_dims", kRankOfOperand);
}

bool checkIndicesBatching(const Scatter& s, TypeId input) {
  auto rank = static_cast<std::int64_t>(s.indexShape.size());
  if (!checkNoRepeat(s, s.indicesBatching, kIndicesBatching) ||
      !checkDimsInBounds(s.o, s.indicesBatching, rank, kIndicesBatching, "rank-of('scatter_indices')")) {
    return false;
  }
  if (std::ranges::find(s.indicesBatching, s.indexVectorDim) != s.indicesBatching.end()) {
    return s.o.fail("expects ", kIndicesBatching, " not to include index_vector_dim ", s.indexVectorDim, ".");
  }
  if (s.inputBatching.size() != s.indicesBatching.size()) {
    return s.o.fail("input_batching_dims and ", kIndicesBatching, " should have the same size.");
  }
  for (std::size_t i = 0; i < s.inputBatching.size(); ++i) {
    std::int64_t a = s.o.dims(input)[static_cast<std::size_t>(s.inputBatching[i])];
    std::int64_t b = s.indexShape[static_cast<std::size_t>(s.indicesBatching[i])];
    if (compatibleDims(a, b)) continue;
    return s.o.fail("input_batching_dims[", i, "] and ", kIndicesBatching, "[", i, "] must have compatible sizes, but got ", a, " and ", b,
                    ".");
  }
  return true;
}

bool checkIndexVector(const Scatter& s, TypeId input) {
  std::int64_t size = s.indexShape[static_cast<std::size_t>(s.indexVectorDim)];
  if (!compatibleDims(size, static_cast<std::int64_t>(s.toOperand.size()))) {
    return s.o.fail("Scatter op has ", s.toOperand.size(),
                    " elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=", s.indexVectorDim,
                    " of scatter_indices is ", size, ". These two numbers must be equal.");
  }
  return checkDimsDistinct(s.o, s.toOperand, s.inputBatching, "scatter_dims_to_operand_dims", "input_batching_dims") &&
         checkDimsInBounds(s.o, s.toOperand, s.o.rank(input), "scatter_dims_to_operand_dims", kRankOfOperand);
}

/// Sizes of the input's dimensions that a window of the updates covers, in order.
std::vector<std::int64_t> windowSizes(const Scatter& s, TypeId input) {
  std::vector<std::int64_t> sizes;
  Dims dims = s.o.dims(input);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    auto dim = static_cast<std::int64_t>(i);
    bool covered = std::ranges::find(s.insertedWindow, dim) == s.insertedWindow.end() &&
                   std::ranges::find(s.inputBatching, dim) == s.inputBatching.end();
    if (covered) sizes.push_back(dims[i]);
  }
  return sizes;
}

bool checkWindowSizes(const Scatter& s, TypeId input, Dims update) {
  std::vector<std::int64_t> sizes = windowSizes(s, input);
  for (std::size_t i = 0; i < s.updateWindow.size() && i < sizes.size(); ++i) {
    std::int64_t dim = s.updateWindow[i], got = update[static_cast<std::size_t>(dim)];
    if (got == kDynamic || sizes[i] == kDynamic || got <= sizes[i]) continue;
    return s.o.fail(
        "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. "
        "For dimension ",
        dim, ", updates bound is ", got, ", operand bound is ", sizes[i], ".");
  }
  return true;
}

bool checkScatterSizes(const Scatter& s, Dims update) {
  std::int64_t at = 0;
  for (std::size_t i = 0; i < update.size(); ++i) {
    if (std::ranges::binary_search(s.updateWindow, static_cast<std::int64_t>(i))) continue;
    if (at == s.indexVectorDim) ++at;
    std::int64_t wanted = s.indexShape[static_cast<std::size_t>(at++)];
    if (compatibleDims(update[i], wanted)) continue;
    return s.o.fail(
        "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter "
        "indices. For scatter dimension ",
        i, ", updates bound is ", update[i], " , scatter_indices bound is ", wanted, ".");
  }
  return true;
}

template <typename Check>
bool each(const Scatter& s, Check check) {
  for (std::size_t i = 0; i < s.inputs.size(); ++i) {
    if (!check(s.inputs[i], s.updates[i])) return false;
  }
  return true;
}

}  // namespace

bool verifyScatter(const OpCheck& o) {
  Scatter s = scatterOf(o);
  return checkCompatible(s, s.inputs, "inputs") && checkCompatible(s, s.updates, "updates") &&
         checkDimInBounds(o, s.indexVectorDim, o.rank(s.indices), "index_vector_dim", "rank-of('scatter_indices')", true) &&
         checkUpdateComputation(s) && each(s, [&](TypeId, TypeId update) { return checkUpdateRank(s, update); }) &&
         each(s,
              [&](TypeId input, TypeId update) {
                return checkWindowDims(s, input, update) && checkIndicesBatching(s, input) && checkIndexVector(s, input);
              }) &&
         each(s, [&](TypeId input, TypeId update) {
           return checkWindowSizes(s, input, o.dims(update)) && checkScatterSizes(s, o.dims(update));
         });
}

bool inferScatter(const OpCheck& o) {
  std::vector<TypeId> inputs = o.operandTypes(0, (o.operands() - 1) / 2), accumulators = accumulatorTypes(o, o.body(0), inputs), inferred;
  for (std::size_t i = 0; i < inputs.size() && i < accumulators.size(); ++i) {
    inferred.push_back(o.c.tensor(o.dims(inputs[i]), o.element(accumulators[i]), o.c.type(inputs[i]).attr));
  }
  return checkInferred(o, inferred);
}

}  // namespace shardlens::verify_b
