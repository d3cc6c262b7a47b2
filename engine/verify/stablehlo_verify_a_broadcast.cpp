// Broadcasts, static and with a shape known at run time.
#include <algorithm>
#include <cstdio>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

/// A number as the reference's messages write it.
std::string scaleText(double scale) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%e", scale);
  return buffer;
}

/// The one scale of an operand of size 1 goes to all elements of the result.
bool checkSpreadScale(const OpCheck& o, const QuantView& from, const QuantView& to, std::int64_t size) {
  for (std::size_t i = 0; i < to.scaleBits.size() && static_cast<std::int64_t>(i) < size; ++i) {
    if (to.scale(i) != from.scale(0)) {
      return o.fail("mismatch result scale ", i, " (", scaleText(to.scale(i)), ") and operand scale 0 (", scaleText(from.scale(0)), ")");
    }
    if (to.zeroPoints[i] != from.zeroPoints[0]) {
      return o.fail("mismatch result zero_point ", i, " (", to.zeroPoints[i], ") and operand zero_point 0 (", from.zeroPoints[0], ")");
    }
  }
  return true;
}

bool checkBroadcastAxis(const OpCheck& o, Dims broadcast) {
  auto from = quantView(o.c, o.element(o.operand(0))), to = quantView(o.c, o.element(o.result()));
  if (!to || to->kind != QuantKind::UniformPerAxis || !from || from->kind != QuantKind::UniformPerAxis) return true;
  std::int64_t target = broadcast[static_cast<std::size_t>(from->axis)];
  if (to->axis != target) {
    return o.fail("result quantization_dimension ", to->axis, " not same as broadcast_dimensions[", from->axis, "] = ", target);
  }
  bool spreads = o.dims(o.operand(0))[static_cast<std::size_t>(from->axis)] == 1;
  return !spreads || checkSpreadScale(o, *from, *to, o.dims(o.result())[static_cast<std::size_t>(to->axis)]);
}

bool checkBroadcastSize(const OpCheck& o, Dims broadcast) {
  if (static_cast<std::int64_t>(broadcast.size()) == o.rank(o.operand(0))) return true;
  return o.fail("broadcast_dimensions size (", broadcast.size(), ") does not match operand rank (", o.rank(o.operand(0)), ")");
}

bool checkBroadcastDim(const OpCheck& o, std::int64_t dim) {
  std::int64_t rank = o.rank(o.result());
  return (dim >= 0 && dim < rank) || o.fail("broadcast_dimensions contains invalid value ", dim, " for result with rank ", rank);
}

bool checkNoDuplicates(const OpCheck& o, Dims broadcast) {
  return isUnique(broadcast) || o.fail("broadcast_dimensions should not have duplicates");
}

// With a shape known at run time --------------------------------------------------------------------------------------------------

bool checkDynamicSizes(const OpCheck& o, Dims broadcast) {
  Dims from = o.dims(o.operand(0)), to = o.dims(o.result());
  for (std::size_t i = 0; i < broadcast.size(); ++i) {
    if (!checkBroadcastDim(o, broadcast[i])) return false;
    std::int64_t target = to[static_cast<std::size_t>(broadcast[i])];
    if (from[i] == 1 || compatibleDims(from[i], target)) continue;
    return o.fail("size of operand dimension ", i, " (", from[i], ") is not compatible with size of result dimension ", broadcast[i], " (",
                  target, ")");
  }
  return true;
}

/// Dimensions said to expand, and those said not to, are dimensions of the operand, each said once.
bool checkHints(const OpCheck& o) {
  Dims expanding = o.list("known_expanding_dimensions"), others = o.list("known_nonexpanding_dimensions");
  std::vector<std::int64_t> all(expanding.begin(), expanding.end());
  all.insert(all.end(), others.begin(), others.end());
  if (!isUnique(all)) return o.fail("duplicate expansion hint for at least one operand dimension");
  for (std::int64_t dim : all) {
    if (dim >= 0 && dim < o.rank(o.operand(0))) continue;
    return o.fail("hint for expanding dimension ", dim, " does not refer to a valid operand dimension");
  }
  return true;
}

bool checkConstantShape(const OpCheck& o, Dims broadcast) {
  Dims from = o.dims(o.operand(0));
  std::vector<std::int64_t> shape;
  if (!hasStaticShape(o.c, o.operand(0)) || !constantInts(o.m, o.m.operand(o.op, 1), shape)) return true;
  for (std::size_t i = 0; i < broadcast.size(); ++i) {
    std::int64_t size = shape[static_cast<std::size_t>(broadcast[i])];
    if (from[i] == 1 || from[i] == size) continue;
    return o.fail("size of operand dimension ", i, " (", from[i], ") is not equal to 1 or value of shape at index ", broadcast[i], " (",
                  size, ")");
  }
  return true;
}

}  // namespace

bool checkElements(const OpCheck& o) {
  TypeId from = o.operand(0), to = o.result();
  if (isQuantized(o.c, o.element(from)) || isQuantized(o.c, o.element(to)) || compatibleElements(o.c, from, to)) return true;
  return o.fail("expects operand and result to have compatible element type. Got: ", o.text(from), " and ", o.text(to));
}

bool inferBroadcast(const OpCheck& o) {
  Dims sizes = o.list("broadcast_sizes"), dims = o.dims(o.operand(0));
  for (std::int64_t size : sizes) {
    if (size < 0) return o.fail("Broadcast with negative dimension size ", size);
  }
  std::vector<std::int64_t> shape(sizes.begin(), sizes.end());
  shape.insert(shape.end(), dims.begin(), dims.end());
  return checkInferred(o, o.c.tensor(shape, o.element(o.operand(0))));
}

bool verifyBroadcastInDim(const OpCheck& o) {
  Dims broadcast = o.list("broadcast_dimensions"), from = o.dims(o.operand(0)), to = o.dims(o.result());
  bool perTensor = isQuantized(o.c, o.element(o.operand(0)), QuantKind::Uniform);
  if (perTensor && !checkSameScaleAndZeroPoint(o, o.operand(0), o.result())) return false;
  if (!checkBroadcastSize(o, broadcast) || !checkNoDuplicates(o, broadcast)) return false;
  for (std::size_t i = 0; i < broadcast.size(); ++i) {
    if (!checkBroadcastDim(o, broadcast[i])) return false;
    std::int64_t target = to[static_cast<std::size_t>(broadcast[i])];
    if (from[i] == kDynamic || from[i] == 1 || from[i] == target) continue;
    return o.fail("size of operand dimension ", i, " (", from[i], ") is not equal to 1 or size of result dimension ", broadcast[i], " (",
                  target, ")");
  }
  return checkBroadcastAxis(o, broadcast);
}

bool verifyDynamicBroadcastInDim(const OpCheck& o) {
  Dims broadcast = o.list("broadcast_dimensions");
  if (!checkElements(o) || !checkBroadcastSize(o, broadcast)) return false;
  std::int64_t operandRank = o.rank(o.operand(0)), resultRank = o.rank(o.result());
  if (resultRank < operandRank) return o.fail("result rank (", resultRank, ") is less than operand rank (", operandRank, ")");
  return checkNoDuplicates(o, broadcast) && checkDynamicSizes(o, broadcast) && checkShapeOperand(o, o.m.operand(o.op, 1), o.result()) &&
         checkHints(o) && checkConstantShape(o, broadcast) && checkBroadcastAxis(o, broadcast);
}

}  // namespace shardlens::verify_a
