// Reductions over moving windows, and scattering to the element that a window selects.
#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

WindowLists reduceWindowLists(const OpCheck& o, std::span<const std::int64_t> padding) {
  WindowLists lists;
  lists.sizes = o.list("window_dimensions");
  lists.strides = o.list("window_strides");
  lists.padding = padding;
  lists.baseDilations = o.list("base_dilations");
  lists.windowDilations = o.list("window_dilations");
  return lists;
}

bool reduceWindow(const OpCheck& o, std::span<const TypeId> inputs, std::vector<WindowDim>& window) {
  if (inputs.empty()) return o.fail("requires at least 1 input value");
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    if (compatibleShapes(o.c, inputs[0], inputs[i])) continue;
    return o.fail("expects all inputs to have compatible shapes. Shape at input-index ", i,
                  " is not compatible with shape at input-index 0");
  }
  std::vector<std::int64_t> padding;
  if (!readPadding(o, o.attr("padding"), padding)) return false;
  WindowLists lists = reduceWindowLists(o, padding);
  for (TypeId input : inputs) {
    if (o.dims(input).size() == lists.sizes.size()) continue;
    return o.fail("expects window-dimensions size == input rank, but got window-dimensions size: ", lists.sizes.size(),
                  " and input: ", o.text(input), " with rank = ", o.rank(input), ".");
  }
  return readWindow(o, lists, window);
}

bool checkSelectRegion(const OpCheck& o, BlockId select, TypeId element) {
  std::vector<TypeId> arguments = o.argumentTypes(select), returned = o.returnTypes(select);
  if (arguments.size() != 2) return o.fail("expects the select-region to take 2 parameters, but takes ", arguments.size());
  TypeId wanted = o.c.tensor({}, element);
  for (std::size_t i = 0; i < 2; ++i) {
    if (compatibleShapeAndElement(o.c, wanted, arguments[i], true)) continue;
    return o.fail("expects the type of select-region's parameter at index ", i, " to be ", o.text(wanted), ", but got ",
                  o.text(arguments[i]));
  }
  if (returned.size() != 1) return o.fail("expects select-region to return single value, but got: ", returned.size());
  if (isRankedTensor(o.c, returned[0]) && o.rank(returned[0]) == 0 && isInteger(o.c, o.element(returned[0]), 1)) return true;
  return o.fail("expects the return-type of select-region to be tensor<i1>, but got: ", o.text(returned[0]));
}

bool checkSelectWindow(const OpCheck& o, TypeId operand, TypeId source) {
  WindowLists lists;
  lists.sizes = o.list("window_dimensions");
  lists.strides = o.list("window_strides");
  if (o.dims(operand).size() != lists.sizes.size()) {
    return o.fail("expects window-dimensions size == operand rank, but got window-dimensions size: ", lists.sizes.size(),
                  " and operand-type: ", o.text(operand), " with rank = ", o.rank(operand), ".");
  }
  std::vector<std::int64_t> padding;
  std::vector<WindowDim> window;
  if (!readPadding(o, o.attr("padding"), padding)) return false;
  lists.padding = padding;
  if (!readWindow(o, lists, window)) return false;
  TypeId wanted = o.c.tensor(windowOutput(o.dims(operand), window), o.element(operand));
  return compatibleShapeAndElement(o.c, wanted, source, true) ||
         o.fail("expects source-type to be ", o.text(wanted), ", but got", o.text(source));
}

}  // namespace

bool verifyReduceWindow(const OpCheck& o) {
  std::uint32_t n = o.operands() / 2;
  std::vector<TypeId> inputs = o.operandTypes(0, n);
  std::vector<WindowDim> window;
  return reduceWindow(o, inputs, window) && checkReducer(o, o.body(0), inputs, o.operandTypes(n, n), o.list("window_dimensions"));
}

bool inferReduceWindow(const OpCheck& o) {
  std::vector<TypeId> inputs = o.operandTypes(0, o.operands() / 2);
  std::vector<WindowDim> window;
  if (!reduceWindow(o, inputs, window)) return false;
  std::vector<TypeId> accumulators = accumulatorTypes(o, o.body(0), inputs), inferred;
  for (std::size_t i = 0; i < inputs.size() && i < accumulators.size(); ++i) {
    auto bounds = o.bounds(inputs[i]);
    AttrId encoding = bounds.empty() ? AttrId() : encodingOf(o.c, o.c.type(inputs[i]).attr, windowOutput(bounds, window));
    inferred.push_back(o.c.tensor(windowOutput(o.dims(inputs[i]), window), o.element(accumulators[i]), encoding));
  }
  return checkInferred(o, inferred);
}

bool verifySelectAndScatter(const OpCheck& o) {
  TypeId operand = o.operand(0), source = o.operand(1), initValue = o.operand(2);
  TypeId scalar = o.c.tensor({}, o.element(source));
  return checkSelectRegion(o, o.body(0), o.element(operand)) &&
         checkReducer(o, o.body(1), std::span(&scalar, 1), std::span(&initValue, 1), {}) && checkSelectWindow(o, operand, source);
}

bool inferSelectAndScatter(const OpCheck& o) {
  TypeId operand = o.operand(0);
  TypeId accumulator = accumulatorTypes(o, o.body(1), std::span(&operand, 1))[0];
  return checkInferred(o, o.c.tensor(o.dims(operand), o.element(accumulator), o.c.type(operand).attr));
}

}  // namespace shardlens::verify_b
