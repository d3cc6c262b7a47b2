#include "engine/outline/loop_trips.h"

#include <cstring>
#include <optional>

namespace shardlens {

namespace {

/// Value of a scalar integer constant; through the loop's own operand where `v` is an argument that the body hands on unchanged.
std::optional<std::int64_t> constantValue(const Module& module, ValueId v) {
  OpId def = module.definingOp(v);
  if (!def || module.op(def).kind != OpKind::StablehloConstant) return std::nullopt;
  AttrId value = module.attribute(def, "value");
  if (!value) return std::nullopt;
  const AttrData& d = module.context().attr(value);
  bool bytes = d.kind == AttrKind::DenseElements &&
               (d.sub == static_cast<std::uint8_t>(DenseForm::Raw) || d.sub == static_cast<std::uint8_t>(DenseForm::Splat));
  if (!bytes || d.text.empty() || d.text.size() > 8 || !isInteger(module.context(), elementOf(module.context(), d.type)))
    return std::nullopt;
  std::int64_t number = d.text.back() < 0 ? -1 : 0;
  std::memcpy(&number, d.text.data(), d.text.size());
  return number;
}

struct Loop {
  const Module& module;
  OpId op;
  BlockId condition, body;

  /// The constant that a value of the condition is in every iteration.
  [[nodiscard]] std::optional<std::int64_t> bound(ValueId v) const {
    if (auto number = constantValue(module, v)) return number;
    if (module.owningBlock(v) != condition) return std::nullopt;
    std::uint32_t i = module.indexOf(v);
    bool unchanged = module.operand(module.terminator(body), i) == module.arg(body, i);
    return unchanged ? constantValue(module, module.operand(op, i)) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::int64_t> step(std::uint32_t counter) const {
    OpId add = module.definingOp(module.operand(module.terminator(body), counter));
    if (!add || module.op(add).kind != OpKind::StablehloAdd) return std::nullopt;
    ValueId self = module.arg(body, counter);
    ValueId a = module.operand(add, 0), b = module.operand(add, 1);
    if (a == self) return constantValue(module, b);
    return b == self ? constantValue(module, a) : std::nullopt;
  }
};

bool isLess(const Module& module, OpId compare) {
  AttrId direction = module.attribute(compare, "comparison_direction");
  return direction && module.context().attr(direction).ints.size() == 1 && module.context().attr(direction).ints[0] == 5;
}

}  // namespace

std::int64_t loopTrips(const Module& module, OpId op) {
  if (module.op(op).regionCount != 2) return -1;
  Loop loop{module, op, module.entry(module.regionOf(op, 0)), module.entry(module.regionOf(op, 1))};
  if (!loop.condition || !loop.body) return -1;
  OpId end = module.terminator(loop.condition);
  if (!end || module.op(end).operandCount != 1) return -1;
  OpId compare = module.definingOp(module.operand(end, 0));
  if (!compare || module.op(compare).kind != OpKind::StablehloCompare || !isLess(module, compare)) return -1;
  ValueId counter = module.operand(compare, 0);
  if (module.owningBlock(counter) != loop.condition) return -1;
  std::uint32_t index = module.indexOf(counter);
  auto limit = loop.bound(module.operand(compare, 1));
  auto from = constantValue(module, module.operand(op, index));
  auto by = loop.step(index);
  if (!limit || !from || !by || *by <= 0) return -1;
  return *limit > *from ? (*limit - *from + *by - 1) / *by : 0;
}

}  // namespace shardlens
