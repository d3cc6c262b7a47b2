#include <algorithm>

#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

// Operands of a scan are its inputs, then its initial values; results its outputs, then the values carried out of it.
struct ScanShape {
  std::uint32_t inputs = 0, inits = 0, outputs = 0, carries = 0;
  std::int64_t dim = 0;
};

ScanShape shapeOfScan(const RuleView& v) {
  ScanShape s;
  auto operands = v.list("operandSegmentSizes"), results = v.list("resultSegmentSizes");
  if (operands.size() == 2) s.inputs = static_cast<std::uint32_t>(operands[0]), s.inits = static_cast<std::uint32_t>(operands[1]);
  if (results.size() == 2) s.outputs = static_cast<std::uint32_t>(results[0]), s.carries = static_cast<std::uint32_t>(results[1]);
  s.dim = v.integer("dimension");
  return s;
}

bool equal(std::span<const std::int64_t> a, std::span<const std::int64_t> b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

bool equalWithout(std::span<const std::int64_t> input, std::int64_t dim, std::span<const std::int64_t> init) {
  Dims rest(input.begin(), input.end());
  if (dim < 0 || dim >= static_cast<std::int64_t>(rest.size())) return false;
  rest.erase(rest.begin() + dim);
  return equal(rest, init);
}

// As JAX makes them: every output has its input's shape, every carried value that of one slice.
bool keepsShapes(const RuleView& v, const ScanShape& s) {
  if (s.inputs == 0 || s.inputs != s.outputs || s.inputs != s.inits || s.carries != s.inits) return false;
  for (std::uint32_t i = 0; i < s.inputs; ++i) {
    if (v.in(i).size() != v.in(0).size() || !equal(v.in(i), v.out(i)) || !equalWithout(v.in(i), s.dim, v.in(s.inputs + i))) return false;
  }
  return true;
}

}  // namespace

// The dimension scanned over can be split by parts only where the body is associative. Where shapes change nothing else is known to agree.
MaybeRule scanRule(const RuleView& v) {
  ScanShape s = shapeOfScan(v);
  if (s.inputs + s.inits != v.operands() || s.outputs + s.carries != v.results() || s.inputs + s.outputs == 0) return std::nullopt;
  auto shape = s.inputs ? v.in(0) : v.out(0);
  if (s.dim < 0 || s.dim >= static_cast<std::int64_t>(shape.size())) return std::nullopt;
  FactorKind scanned = v.integer("is_associative") ? FactorKind::Permutation : FactorKind::NeedReplication;
  bool all = keepsShapes(v, s);
  RuleBuilder builder(v);
  for (std::int64_t dim = 0, sliceDim = 0; dim < static_cast<std::int64_t>(shape.size()); ++dim) {
    bool here = dim == s.dim;
    if (!here && !all) continue;
    Dims operandDims(s.inputs, dim), resultDims(s.outputs, dim);
    std::int64_t carried = here ? kNoDim : sliceDim++;
    operandDims.resize(v.operands(), carried);
    resultDims.resize(v.results(), carried);
    builder.factor(operandDims, resultDims, shape[static_cast<std::size_t>(dim)], here ? scanned : FactorKind::PassThrough);
  }
  return builder.build();
}

}  // namespace shardlens
