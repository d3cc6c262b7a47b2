// Scans: a body that takes one slice of each input and the carried values, and returns one slice of each output and the carried values.
#include <algorithm>

#include "engine/verify/chlo_verify.h"

namespace shardlens::chlo_verify {

namespace {

std::uint32_t inputCount(const OpCheck& o) {
  auto segments = o.list("operandSegmentSizes");
  return segments.empty() ? o.operands() : static_cast<std::uint32_t>(segments[0]);
}

/// Number of outputs: results before the carried values.
std::uint32_t outputCount(const OpCheck& o) {
  auto segments = o.list("resultSegmentSizes");
  return segments.empty() ? o.results() : static_cast<std::uint32_t>(segments[0]);
}

/// All inputs are equally long along the scanned dimension.
bool checkInputs(const OpCheck& o, std::int64_t dim) {
  std::int64_t known = o.integer("scan_dim_size", kDynamic);
  for (std::uint32_t i = 0; i < inputCount(o); ++i) {
    TypeId input = o.operand(i);
    if (!isRankedTensor(o.c, input)) return o.failOp("operand ", i, " is not ranked");
    if (dim >= o.rank(input)) return o.failOp("scan dimension of operand ", i, " is out of bounds");
    std::int64_t size = o.dims(input)[static_cast<std::size_t>(dim)];
    if (size == kDynamic) continue;
    if (!compatibleDims(known, size)) return o.failOp("invalid scan dimension size of operand ", i);
    known = size;
  }
  return true;
}

TypeId sliceOf(const OpCheck& o, TypeId input, std::int64_t dim) {
  auto dims = o.dims(input);
  std::vector<std::int64_t> shape(dims.begin(), dims.end());
  shape.erase(shape.begin() + dim);
  return o.c.tensor(shape, o.element(input), o.c.type(input).attr);
}

std::optional<std::int64_t> scannedSize(const OpCheck& o, std::int64_t dim) {
  std::int64_t size = o.integer("scan_dim_size", kDynamic);
  for (std::uint32_t i = 0; i < inputCount(o); ++i) {
    TypeId input = o.operand(i);
    if (!isRankedTensor(o.c, input)) {
      o.fail("operand ", i, " is not ranked");
      return std::nullopt;
    }
    if (dim >= o.rank(input)) {
      o.fail("scan dimension of operand ", i, " is out of bounds");
      return std::nullopt;
    }
    if (size == kDynamic) size = o.dims(input)[static_cast<std::size_t>(dim)];
  }
  return size;
}

TypeId stacked(const OpCheck& o, TypeId slice, std::int64_t dim, std::int64_t size) {
  auto dims = o.dims(slice);
  std::vector<std::int64_t> shape(dims.begin(), dims.end());
  shape.insert(shape.begin() + std::min(dim, o.rank(slice)), size);
  return o.c.tensor(shape, o.element(slice));
}

}  // namespace

bool checkInferredShapes(const OpCheck& o, std::span<const TypeId> inferred) {
  std::vector<TypeId> written = o.resultTypes();
  if (std::ranges::equal(inferred, written, [&](TypeId a, TypeId b) { return compatibleShapes(o.c, a, b); })) return true;
  return o.fail("'", o.m.name(o.op), "' op inferred type(s) ", o.text(inferred), " are incompatible with return type(s) of operation ",
                o.text(written));
}

bool verifyScan(const OpCheck& o) {
  if (inputCount(o) == 0 && outputCount(o) == 0) return o.failOp("at least one of inputs or outputs must be present");
  std::int64_t dim = o.integer("dimension");
  if (!checkInputs(o, dim)) return false;
  std::vector<TypeId> arguments = o.argumentTypes(o.body(0));
  if (arguments.size() != o.operands()) return o.failOp("expects ", o.operands(), " arguments in the body, but got ", arguments.size());
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    TypeId operand = o.operand(i);
    if (!isRankedTensor(o.c, operand)) return o.failOp("operand ", i, " is not ranked");
    TypeId wanted = i < inputCount(o) ? sliceOf(o, operand, dim) : operand;
    if (!compatibleTypes(o.c, wanted, arguments[i])) return o.failOp("operand and body argument ", i, " are incompatible");
  }
  return true;
}

bool inferScan(const OpCheck& o) {
  if (!o.body(0)) return o.fail("ScanOp region is empty");
  std::vector<TypeId> returned = o.returnTypes(o.body(0));
  std::size_t carries = o.operands() - inputCount(o);
  if (returned.size() < carries) return o.fail("ScanOp body must return at least ", carries, " values (carries)");
  std::int64_t dim = o.integer("dimension");
  auto size = scannedSize(o, dim);
  if (!size) return false;
  std::vector<TypeId> inferred;
  for (std::size_t i = 0; i < returned.size(); ++i) {
    if (!isRankedTensor(o.c, returned[i])) return o.fail("terminator operand ", i, " is not ranked");
    bool isOutput = i < returned.size() - carries;
    inferred.push_back(isOutput ? stacked(o, returned[i], dim, *size) : o.c.tensor(o.dims(returned[i]), o.element(returned[i])));
  }
  return checkInferredShapes(o, inferred);
}

}  // namespace shardlens::chlo_verify
