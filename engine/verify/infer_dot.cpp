// Dimension numbers and precision of dots, and the accuracy asked of elementwise functions.
#include <bit>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

using Dims = std::span<const std::int64_t>;

bool checkInRange(const OpCheck& o, Dims dims, std::int64_t rank, std::string_view name) {
  for (std::int64_t dim : dims) {
    if (dim < 0 || dim >= rank) return o.fail(name, " value: ", dim, " is out of range: [0, ", rank, ")");
  }
  return true;
}

bool checkSameSizes(const OpCheck& o, Dims lhs, Dims rhs, std::string_view what) {
  Dims lhsShape = o.dims(o.operand(0)), rhsShape = o.dims(o.operand(1));
  for (std::size_t i = 0; i < lhs.size(); ++i) {
    if (compatibleDims(lhsShape[static_cast<std::size_t>(lhs[i])], rhsShape[static_cast<std::size_t>(rhs[i])])) continue;
    return o.fail(what, " dimension sizes must match for lhs/rhs");
  }
  return true;
}

enum class AccuracyMode : std::uint8_t { Default, Highest, Tolerance };

}  // namespace

bool checkPrecisionConfig(const OpCheck& o) {
  AttrId config = o.attr("precision_config");
  if (!config || o.c.kind(config) != AttrKind::Array || o.c.attr(config).subs.size() <= 2) return true;
  return o.fail("expects precision config to be empty or have <= 2 elements, got ", o.c.attr(config).subs.size());
}

bool checkDotDims(const OpCheck& o, const DotDims& d) {
  if (!checkPrecisionConfig(o)) return false;
  if (d.lhsBatching.size() != d.rhsBatching.size()) return o.fail("lhs and rhs should have the same number of batching dimensions");
  if (d.lhsContracting.size() != d.rhsContracting.size())
    return o.fail("lhs and rhs should have the same number of contracting dimensions");
  std::int64_t lhsRank = o.rank(o.operand(0)), rhsRank = o.rank(o.operand(1));
  return checkDimsDistinct(o, d.lhsBatching, d.lhsContracting, "lhs_batching_dimensions", "lhs_contracting_dimensions") &&
         checkDimsDistinct(o, d.rhsBatching, d.rhsContracting, "rhs_batching_dimensions", "rhs_contracting_dimensions") &&
         checkInRange(o, d.lhsBatching, lhsRank, "lhs_batching_dimensions") &&
         checkInRange(o, d.lhsContracting, lhsRank, "lhs_contracting_dimensions") &&
         checkInRange(o, d.rhsBatching, rhsRank, "rhs_batching_dimensions") &&
         checkInRange(o, d.rhsContracting, rhsRank, "rhs_contracting_dimensions") &&
         checkSameSizes(o, d.lhsBatching, d.rhsBatching, "batching") &&
         checkSameSizes(o, d.lhsContracting, d.rhsContracting, "contracting");
}

bool checkResultAccuracy(const OpCheck& o) {
  AttrId accuracy = o.attr("result_accuracy");
  if (!accuracy || o.c.kind(accuracy) != AttrKind::StablehloResultAccuracy) return true;
  Dims ints = o.c.attr(accuracy).ints;
  auto atol = std::bit_cast<double>(ints[0]), rtol = std::bit_cast<double>(ints[1]);
  if (ints[0] < 0 || ints[1] < 0 || ints[2] < 0) return o.fail("Negative tolerance");
  auto mode = static_cast<AccuracyMode>(ints[3]);
  if (mode == AccuracyMode::Tolerance || (atol == 0 && rtol == 0 && ints[2] == 0)) return true;
  return o.fail("Invalid tolerances for ResultAccuracyAttr with mode ", mode == AccuracyMode::Default ? "DEFAULT" : "HIGHEST",
                ", must be all zero.");
}

}  // namespace shardlens
