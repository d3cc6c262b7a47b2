// Operations whose region combines elements or compares them.
#include <algorithm>

#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

using Dims = std::span<const std::int64_t>;

/// Inputs and initial values of a reduction: the two equal halves of its operands.
struct Halves {
  std::vector<TypeId> inputs, initValues;
};

Halves halves(const OpCheck& o) {
  std::uint32_t n = o.operands() / 2;
  return {o.operandTypes(0, n), o.operandTypes(n, n)};
}

/// The dimensions that stay, and the encoding that carries their bounds.
struct ReducedShape {
  std::vector<std::int64_t> dims;
  AttrId encoding;
};

bool checkReduceDims(const OpCheck& o, Dims reduced, std::int64_t rank) {
  for (std::size_t i = 0; i < reduced.size(); ++i) {
    std::int64_t dim = reduced[i];
    if (dim < 0 || dim >= rank) return o.fail("Out-of-bounds dimension ", dim, ", expected to be in range [0, ", rank, ")");
    if (!isUnique(reduced.first(i + 1))) return o.fail("Duplicate reduction dimension: ", dim);
  }
  return true;
}

bool reduceShape(const OpCheck& o, std::span<const TypeId> inputs, ReducedShape& out) {
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    if (compatibleShapes(o.c, inputs[0], inputs[i])) continue;
    return o.fail("expects all inputs to have compatible shapes. Shape at input-index ", i,
                  " is not compatible with shape at input-index 0");
  }
  Dims reduced = o.list("dimensions"), dims = o.dims(inputs[0]), bounds = o.bounds(inputs[0]);
  if (!checkReduceDims(o, reduced, static_cast<std::int64_t>(dims.size()))) return false;
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (std::ranges::find(reduced, static_cast<std::int64_t>(i)) != reduced.end()) continue;
    out.dims.push_back(dims[i]);
    if (!bounds.empty()) kept.push_back(bounds[i]);
  }
  out.encoding = kept.empty() ? AttrId() : encodingOf(o.c, {}, kept);
  return true;
}

bool checkScatteredSizes(const OpCheck& o, std::int64_t dim) {
  Dims from = o.dims(o.operand(0)), to = o.dims(o.result());
  std::int64_t operandSize = from[static_cast<std::size_t>(dim)], resultSize = to[static_cast<std::size_t>(dim)];
  if (operandSize == kDynamic || resultSize == kDynamic) return true;
  if (resultSize == 0) return o.fail("result dimension size at scatter_dimension cannot be zero");
  if (operandSize == 0) return o.fail("operand dimension size at scatter_dimension cannot be zero");
  if (operandSize % resultSize != 0) {
    return o.fail("operand scatter dimension has size ", operandSize, ", expected to be a multiple of result scatter dimension size ",
                  resultSize);
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (static_cast<std::int64_t>(i) == dim || compatibleDims(from[i], to[i])) continue;
    return o.fail("non scatter dimensions should be same for operand (", from[i], ") and result (", to[i], ")");
  }
  TypeId wanted = o.element(accumulatorTypes(o, o.body(0), {})[0]), got = o.element(o.result());
  return wanted == got || o.fail("result element-type is expected to be ", o.text(wanted), ", but got ", o.text(got));
}

bool checkMapArguments(const OpCheck& o, BlockId body) {
  std::vector<TypeId> arguments = o.argumentTypes(body);
  if (arguments.size() != o.operands()) {
    return o.fail("expects number of operands to match the arity of map computation, but got: ", o.operands(), " and ", arguments.size());
  }
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    TypeId wanted = o.element(o.operand(i)), got = o.element(arguments[i]);
    if (o.rank(arguments[i]) != 0) {
      return o.fail("computation arguments must be 0-rank tensor, but got: arg #", i, " of type ", o.text(arguments[i]));
    }
    if (wanted != got)
      return o.fail("element type of operands and computation arguments must match, but got: ", o.text(wanted), " and ", o.text(got));
  }
  return true;
}

bool checkMapDimensions(const OpCheck& o) {
  Dims dimensions = o.list("dimensions");
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] != static_cast<std::int64_t>(i))
      return o.fail("requires monotonically increasing dimension numbers, but got: ", dimensions);
  }
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    std::size_t rank = o.dims(o.operand(i)).size();
    if (rank == dimensions.size()) continue;
    return o.fail("applied to a subset of dimensions currently not supported: operand dimensions = ", rank,
                  ", requested map dimensions size = ", dimensions.size());
  }
  return true;
}

bool checkComparator(const OpCheck& o, BlockId body) {
  std::vector<TypeId> arguments = o.argumentTypes(body), returned = o.returnTypes(body);
  if (arguments.size() != 2 * o.operands()) return o.fail("comparator block should have ", 2 * o.operands(), " arguments");
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    TypeId wanted = o.c.tensor({}, o.element(o.operand(i / 2)));
    if (arguments[i] == wanted) continue;
    return o.fail("comparator block argument #", i, " should be of type ", o.text(wanted), " but got ", o.text(arguments[i]));
  }
  if (returned.size() != 1) return o.fail("comparator must return single output but got ", returned.size());
  if (o.rank(returned[0]) == 0 && isInteger(o.c, o.element(returned[0]), 1)) return true;
  return o.fail("comparator must return tensor<i1> but got ", o.text(returned[0]));
}

}  // namespace

bool verifyReduce(const OpCheck& o) {
  Halves h = halves(o);
  ReducedShape reduced;
  return reduceShape(o, h.inputs, reduced) && checkReducer(o, o.body(0), h.inputs, h.initValues, reduced.dims);
}

bool inferReduce(const OpCheck& o) {
  Halves h = halves(o);
  ReducedShape reduced;
  if (!reduceShape(o, h.inputs, reduced)) return false;
  std::vector<TypeId> inferred = accumulatorTypes(o, o.body(0), h.inputs);
  inferred.resize(std::min(inferred.size(), h.inputs.size()));
  for (TypeId& t : inferred) t = o.c.tensor(reduced.dims, o.element(t), reduced.encoding);
  return checkInferred(o, inferred);
}

bool verifyReduceScatter(const OpCheck& o) {
  bool globalIds = o.flag("use_global_device_ids");
  if (!checkReplicaGroups(o, o.attr("replica_groups"), true, globalIds)) return false;
  TypeId operand = o.operand(0), scalar = o.c.tensor({}, o.element(operand));
  if (!checkReducer(o, o.body(0), std::span(&operand, 1), std::span(&scalar, 1), {})) return false;
  std::int64_t rank = o.rank(operand), dim = o.integer("scatter_dimension"), channel = o.integer("channel_handle");
  if (rank != o.rank(o.result())) return o.fail("operand and result should have same rank");
  if (dim >= rank) return o.fail("scatter dim should be less than operand/result rank");
  if (globalIds && channel <= 0) return o.fail("channel_id must be positive when useGlobalDeviceIds is set but got: ", channel);
  return checkScatteredSizes(o, dim);
}

bool inferMap(const OpCheck& o) {
  BlockId body = o.body(0);
  if (!body) return o.fail("expect non-empty region");
  if (!checkMapArguments(o, body)) return false;
  std::vector<TypeId> returned = o.returnTypes(body);
  if (returned.size() != 1) return o.fail("computation must return single output, but got: ", returned.size());
  if (o.rank(returned[0]) != 0) return o.fail("computation must return 0-rank tensor, but got: ", o.text(returned[0]));
  if (!checkMapDimensions(o)) return false;
  Dims shape = o.operands() > 0 ? o.dims(o.operand(o.operands() - 1)) : Dims();
  return checkInferred(o, o.c.tensor(shape, o.element(returned[0])));
}

bool verifySort(const OpCheck& o) {
  if (o.operands() > 0) {
    std::int64_t rank = o.rank(o.operand(0)), dim = o.integer("dimension", -1);
    if (dim < -rank || dim >= rank) {
      return o.fail("dimension attribute value must be in range [-", rank, ", ", rank, "), but found ", dim);
    }
  }
  return checkComparator(o, o.body(0));
}

bool inferSameAsOperands(const OpCheck& o) { return checkInferred(o, o.operandTypes()); }

}  // namespace shardlens::verify_b
