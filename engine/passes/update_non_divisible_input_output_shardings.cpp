#include <algorithm>

#include "engine/ir/each_op.h"
#include "engine/passes/border_shardings.h"
#include "engine/passes/edge_shardings.h"
#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

class InputOutputShardings {
 public:
  explicit InputOutputShardings(Module& module) : module_(module), c_(module.context()), border_(module) {}

  /// True where anything changed.
  bool run() {
    bool changed = false;
    eachOp(module_, module_.root(), [&](OpId op) {
      OpKind kind = module_.op(op).kind;
      if (kind != OpKind::FuncFunc && kind != OpKind::FuncCall && kind != OpKind::SdyManualComputation) return;
      AttrId before = module_.op(op).attrs;
      if (kind == OpKind::FuncFunc && module_.parentOp(op) == module_.root()) updateFunction(op);
      if (kind == OpKind::FuncCall) updateCall(op);
      if (kind == OpKind::SdyManualComputation) updateManual(op);
      changed |= module_.op(op).attrs != before;
    });
    return changed;
  }

 private:
  void updateFunction(OpId func) {
    AttrId attr = module_.attribute(func, "function_type");
    const TypeData& type = c_.type(c_.attr(attr).type);
    auto inputs = type.types.first(static_cast<std::size_t>(type.ints[0]));
    update(func, FuncAttrs::Of::Arguments, inputs);
    update(func, FuncAttrs::Of::Results, type.types.subspan(inputs.size()));
  }

  void update(OpId func, FuncAttrs::Of of, std::span<const TypeId> types) {
    FuncAttrs attrs(module_, func, of);
    for (std::uint32_t i = 0; i < types.size(); ++i) {
      AttrId sharding = attrs.get(i, "sdy.sharding");
      if (sharding && c_.kind(sharding) == AttrKind::SdyTensorSharding) attrs.set(i, "sdy.sharding", border_.even(sharding, types[i]));
    }
    attrs.store(module_);
  }

  std::vector<AttrId> evenList(AttrId list, const std::vector<ValueId>& values) {
    if (!list || c_.kind(list) != AttrKind::SdyShardingPerValue || c_.attr(list).subs.size() != values.size()) return {};
    std::vector<AttrId> shardings(c_.attr(list).subs.begin(), c_.attr(list).subs.end());
    for (std::size_t i = 0; i < values.size(); ++i) shardings[i] = border_.even(shardings[i], module_.type(values[i]));
    return shardings;
  }

  void updateCall(OpId call) {
    auto shardings = evenList(module_.attribute(call, "sdy.sharding"), resultEdgeOwners(module_, call));
    if (!shardings.empty()) module_.setAttribute(call, "sdy.sharding", encodePerValue(c_, shardings));
  }

  /// Arguments are local to the manual axes; results stand with them on whole tensors.
  void updateManual(OpId op) {
    auto arguments = argumentEdgeOwners(module_, op);
    std::vector<AttrId> inside;
    inside.reserve(arguments.size());
    for (ValueId argument : arguments)
      inside.push_back(border_.even(insideSharding(op, module_.indexOf(argument)), module_.type(argument)));
    bool complete = !inside.empty() && std::ranges::all_of(inside, [](AttrId sharding) { return sharding.valid(); });
    if (complete) setArgumentEdgeShardings(module_, op, inside);
    auto outside = evenList(module_.attribute(op, "out_shardings"), resultEdgeOwners(module_, op));
    if (!outside.empty()) setResultEdgeShardings(module_, op, outside);
  }

  AttrId insideSharding(OpId op, std::uint32_t index) {
    AttrId list = module_.attribute(op, "in_shardings");
    if (!list || index >= c_.attr(list).subs.size()) return {};
    return encodeSharding(c_, withoutManualAxes(decodeSharding(c_, c_.attr(list).subs[index]), manualAxesOf(module_, op)));
  }

  Module& module_;
  Context& c_;
  BorderShardings border_;
};

bool runUpdateNonDivisible(const PassRun& run) {
  run.setChanged(InputOutputShardings(run.module).run());
  return true;
}

}  // namespace

Pass updateNonDivisibleInputOutputShardingsPass() {
  return {"sdy-update-non-divisible-input-output-shardings",
          "Shortens the shardings of functions, calls and manual computations at their borders until they divide the tensors evenly",
          PassLevel::Module,
          {},
          runUpdateNonDivisible,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
