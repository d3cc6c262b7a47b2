// Operations about sizes of dimensions and numbers of devices.
#include <algorithm>

#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

bool checkDimension(const OpCheck& o, std::int64_t dim) {
  std::int64_t rank = o.rank(o.operand(0));
  if (dim < 0) return o.fail("requires non-negative dimension attribute; found (", dim, ")");
  return dim < rank || o.fail("requires dimension attribute in range [0, ", rank, "); found (", dim, ")");
}

}  // namespace

bool verifyIota(const OpCheck& o) {
  std::int64_t rank = o.rank(o.result());
  if (rank == 0) return o.fail("does not support scalars.");
  return o.integer("iota_dimension") < rank || o.fail("iota dimension cannot go beyond the output rank.");
}

bool inferGetDimensionSize(const OpCheck& o) {
  return checkDimension(o, o.integer("dimension")) && checkInferred(o, o.c.tensor({}, o.c.integer(32)));
}

bool inferSetDimensionSize(const OpCheck& o) {
  if (o.rank(o.operand(1)) != 0) return o.fail("size operand should be of rank-0");
  std::int64_t dimension = o.integer("dimension");
  if (!checkDimension(o, dimension)) return false;
  auto dim = static_cast<std::size_t>(dimension);
  TypeId input = o.operand(0);
  auto dims = o.dims(input), known = o.bounds(input);
  std::vector<std::int64_t> shape(dims.begin(), dims.end()), bounds(dims.size(), kDynamic), size;
  std::ranges::copy(known, bounds.begin());
  if (shape[dim] != kDynamic) bounds[dim] = shape[dim];
  shape[dim] = kDynamic;
  // A size that is set to the bound itself makes the dimension static again.
  if (constantInts(o.m, o.m.operand(o.op, 1), size) && !size.empty() && size[0] == bounds[dim]) {
    shape[dim] = size[0];
    bounds[dim] = kDynamic;
  }
  return checkInferred(o, o.c.tensor(shape, o.element(input), bounds.empty() ? AttrId() : encodingOf(o.c, {}, bounds)));
}

bool inferDeviceNumber(const OpCheck& o) { return checkInferred(o, o.c.tensor({}, o.c.integer(32, Signedness::Unsigned))); }

}  // namespace shardlens::verify_b
