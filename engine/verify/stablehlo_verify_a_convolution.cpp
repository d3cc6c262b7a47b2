// Convolutions: dimension numbers, groups, windows, quantisation; padding as an attribute or as an operand.
#include <algorithm>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

/// Which dimension of a tensor is what; batch stands for the kernel's input feature, feature for its output feature.
struct Part {
  std::int64_t batch = 0, feature = 0;
  Dims spatial;
};
struct ConvDims {
  Part input, kernel, output;
};

Part takePart(Dims& rest) {
  Part part;
  part.batch = rest[0];
  part.feature = rest[1];
  rest = rest.subspan(2);
  part.spatial = takeList(rest);
  return part;
}

ConvDims convDims(const OpCheck& o) {
  Dims rest = o.c.attr(o.attr("dimension_numbers")).ints;
  ConvDims dims;
  dims.input = takePart(rest);
  dims.kernel = takePart(rest);
  dims.output = takePart(rest);
  return dims;
}

std::vector<std::int64_t> allOf(const Part& part) {
  std::vector<std::int64_t> all{part.batch, part.feature};
  all.insert(all.end(), part.spatial.begin(), part.spatial.end());
  return all;
}

std::int64_t sizeAt(Dims shape, std::int64_t dim) { return shape[static_cast<std::size_t>(dim)]; }

bool checkDimensionNumbers(const OpCheck& o, const ConvDims& d) {
  std::size_t n = d.input.spatial.size();
  if (n != d.kernel.spatial.size() || n != d.output.spatial.size()) {
    return o.fail("expects the same size for input, kernel and output spatial-dimensions, but got ", n, ", ", d.kernel.spatial.size(),
                  ", and ", d.output.spatial.size(), " resp.");
  }
  std::int64_t rank = o.rank(o.operand(0));
  std::vector<std::int64_t> input = allOf(d.input), kernel = allOf(d.kernel), output = allOf(d.output);
  for (const auto* list : {&input, &kernel, &output}) {
    bool inRange = std::ranges::all_of(*list, [&](std::int64_t dim) { return dim >= 0 && dim < rank; });
    if (!inRange) return o.fail("expects input, kernel, and output dimension-numbers to be in-range [0, ", rank, ").");
  }
  auto unique = [&](std::string_view name, const std::vector<std::int64_t>& list) {
    return isUnique(list) || o.fail("expects ", name, " dimension-numbers to be unique, got {", Dims(list), "}.");
  };
  return unique("input", input) && unique("kernel", kernel) && unique("output", output);
}

struct Groups {
  std::int64_t feature, batch;
};

Groups groupsOf(const OpCheck& o) { return {o.integer("feature_group_count"), o.integer("batch_group_count")}; }

bool checkInputFeatures(const OpCheck& o, std::int64_t input, std::int64_t kernel, Groups groups) {
  if (input == kDynamic) return true;
  if (input % groups.feature != 0) {
    return o.fail("expects input feature dimension (", input,
                  ") to be a multiple of feature_group_count. Got feature_group_count = ", groups.feature, ".");
  }
  if (kernel == kDynamic || input / groups.feature == kernel) return true;
  return o.fail("expects input feature dimension (", input, ") / feature_group_count = kernel input feature dimension (", kernel,
                "). Got feature_group_count = ", groups.feature, ".");
}

bool checkOutputFeatures(const OpCheck& o, std::int64_t kernel, Groups groups) {
  if (kernel == kDynamic) return true;
  if (kernel % groups.batch != 0) {
    return o.fail("expects output feature dimension size (", kernel,
                  ") to be a multiple of batch_group_count. Got batch_group_count = ", groups.batch, ".");
  }
  if (kernel % groups.feature == 0) return true;
  return o.fail("expects kernel output feature dimension (", kernel,
                ") to be divisible by feature_group_count. For feature_group_count = ", groups.feature, ".");
}

bool checkGroups(const OpCheck& o, const ConvDims& d, Groups groups) {
  if (groups.batch > 1 && groups.feature > 1) {
    return o.fail("expects batch_group_count and feature_group_count not to be both greater than 1. Got ", groups.batch, " and ",
                  groups.feature, " resp.");
  }
  Dims lhs = o.dims(o.operand(0)), rhs = o.dims(o.operand(1));
  std::int64_t batch = sizeAt(lhs, d.input.batch);
  if (batch != kDynamic && batch % groups.batch != 0) {
    return o.fail("expects input batch dimension (", batch,
                  ") to be divisible by batch_group_count. Got batch_group_count = ", groups.batch, ".");
  }
  return checkInputFeatures(o, sizeAt(lhs, d.input.feature), sizeAt(rhs, d.kernel.batch), groups) &&
         checkOutputFeatures(o, sizeAt(rhs, d.kernel.feature), groups);
}

bool checkRanks(const OpCheck& o) {
  TypeId lhs = o.operand(0), rhs = o.operand(1);
  if (o.rank(lhs) < 2) {
    return o.fail("expects convolution arguments to have >= 2 dimensions. Got: ", o.text(lhs), " and ", o.text(rhs), ".");
  }
  if (o.rank(lhs) != o.rank(rhs)) {
    return o.fail("expects convolution arguments to have same number of dimensions. Got: ", o.text(lhs), " and ", o.text(rhs), ".");
  }
  bool quantized = isQuantized(o.c, o.element(lhs)) || isQuantized(o.c, o.element(rhs));
  if (quantized || compatibleElements(o.c, lhs, rhs)) return true;
  return o.fail("expects lhs and rhs to have compatible element type. Got: ", o.text(o.element(lhs)), " and ", o.text(o.element(rhs)));
}

/// All that does not depend on the padding.
bool checkOperands(const OpCheck& o, const ConvDims& d) {
  if (!checkRanks(o) || !checkDimensionNumbers(o, d) || !checkGroups(o, d, groupsOf(o)) || !checkPrecisionConfig(o)) return false;
  std::size_t expected = d.input.spatial.size() + 2;
  if (o.dims(o.operand(0)).size() == expected) return true;
  return o.fail("expects convolution arguments to have ", expected, " dimensions. Got: ", o.rank(o.operand(0)));
}

bool inferShape(const OpCheck& o, const ConvDims& d, Dims padding, std::vector<std::int64_t>& shape) {
  Dims lhs = o.dims(o.operand(0)), rhs = o.dims(o.operand(1));
  std::vector<std::int64_t> sizes, base;
  for (std::int64_t dim : d.kernel.spatial) sizes.push_back(sizeAt(rhs, dim));
  for (std::int64_t dim : d.input.spatial) base.push_back(sizeAt(lhs, dim));
  std::vector<WindowDim> window;
  WindowLists lists{
      sizes, o.list("window_strides"), padding, o.list("lhs_dilation"), o.list("rhs_dilation"), o.list("window_reversal").size()};
  if (!readWindow(o, lists, window)) return false;
  std::vector<std::int64_t> spatial = windowOutput(base, window);
  shape.assign(lhs.size(), kDynamic);
  for (std::size_t i = 0; i < spatial.size(); ++i) shape[static_cast<std::size_t>(d.output.spatial[i])] = spatial[i];
  std::int64_t batch = sizeAt(lhs, d.input.batch);
  shape[static_cast<std::size_t>(d.output.batch)] = batch == kDynamic ? kDynamic : batch / groupsOf(o).batch;
  shape[static_cast<std::size_t>(d.output.feature)] = sizeAt(rhs, d.kernel.feature);
  return true;
}

bool checkQuantization(const OpCheck& o, const ConvDims& d) {
  TypeId rhs = o.element(o.operand(1)), result = o.element(o.result());
  auto r = quantView(o.c, rhs), q = quantView(o.c, result);
  if (!r && !q && !isQuantized(o.c, o.element(o.operand(0)))) return true;
  if (r && r->kind == QuantKind::UniformPerAxis && r->axis != d.kernel.feature) {
    return o.fail("quantization dimension of rhs should be same with kernel_output_feature_dimension");
  }
  if (q && q->kind == QuantKind::UniformPerAxis && q->axis != d.output.feature) {
    return o.fail("quantization dimension of result should be same with output_feature_dimension");
  }
  return checkContractionQuantization(o);
}

bool checkPaddingOperand(const OpCheck& o) {
  Dims shape = o.dims(o.operand(2));
  if (shape.size() != 2) return o.fail("expects padding to be of rank 2 but got ", shape.size());
  std::int64_t spatial = o.rank(o.operand(0)) - 2;
  if (shape[0] == spatial && shape[1] == 2) return true;
  return o.fail("expects padding to be of shape [", spatial, ", 2], but got [", shape[0], ", ", shape[1], "]");
}

}  // namespace

bool verifyConvolution(const OpCheck& o) {
  ConvDims d = convDims(o);
  std::vector<std::int64_t> padding, shape;
  if (!checkOperands(o, d) || !readPadding(o, o.attr("padding"), padding) || !inferShape(o, d, padding, shape)) return false;
  if (!compatibleShapes(shape, o.dims(o.result()))) {
    return o.fail("inferred shape '", sizesText(shape), "' is incompatible with return type of operation ", o.text(o.result()));
  }
  return checkQuantization(o, d);
}

bool verifyDynamicConv(const OpCheck& o) {
  ConvDims d = convDims(o);
  std::vector<std::int64_t> padding, shape;
  if (!checkOperands(o, d) || !checkPaddingOperand(o)) return false;
  if (constantInts(o.m, o.m.operand(o.op, 2), padding) && !inferShape(o, d, padding, shape)) return false;
  return checkQuantization(o, d);
}

}  // namespace shardlens::verify_a
