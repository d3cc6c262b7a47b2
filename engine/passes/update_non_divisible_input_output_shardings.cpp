#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/ir/each_op.h"
#include "engine/passes/edge_shardings.h"
#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

/// Shortens shardings until every dimension divides evenly, each dimension for itself.
class EvenShardings {
 public:
  explicit EvenShardings(Module& module) : c_(module.context()), meshes_(module) {}

  /// The largest prefix of `sharding` that divides a tensor of `type`; itself for what is no static tensor.
  AttrId of(AttrId sharding, TypeId type) {
    if (!sharding || !hasStaticShape(c_, type)) return sharding;
    std::uint64_t key = static_cast<std::uint64_t>(sharding.value) << 32 | type.value;
    auto [known, isNew] = known_.try_emplace(key);
    if (isNew) known->second = make(sharding, type);
    return known->second;
  }

 private:
  AttrId make(AttrId attr, TypeId type) {
    TensorSharding sharding = decodeSharding(c_, attr);
    const Mesh* mesh = meshes_.find(sharding.mesh);
    auto shape = shapeOf(c_, type);
    if (!mesh || shape.size() != sharding.dims.size()) return attr;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] % shardedSize(sharding.dims[d].axes, *mesh) != 0) sharding.dims[d] = shortened(sharding.dims[d], shape[d], *mesh);
    }
    return encodeSharding(c_, sharding);
  }

  /// Axes are taken from major to minor while they divide what is left; of the first that does not, the part that does. Its priority goes.
  static DimSharding shortened(const DimSharding& dim, std::int64_t size, const Mesh& mesh) {
    DimSharding made{{}, dim.closed, std::nullopt};
    for (const AxisRef& axis : dim.axes) {
      std::int64_t whole = mesh.sizeOf(axis), part = std::gcd(whole, size);
      if (part == 1) break;
      if (part != whole) {
        made.axes.push_back({axis.name, axis.isFull() ? 1 : axis.preSize, part});
        break;
      }
      made.axes.push_back(axis);
      size /= part;
    }
    return made;
  }

  Context& c_;
  MeshTable meshes_;
  std::unordered_map<std::uint64_t, AttrId> known_;
};

class InputOutputShardings {
 public:
  explicit InputOutputShardings(Module& module) : module_(module), c_(module.context()), even_(module) {}

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
      if (sharding && c_.kind(sharding) == AttrKind::SdyTensorSharding) attrs.set(i, "sdy.sharding", even_.of(sharding, types[i]));
    }
    attrs.store(module_);
  }

  std::vector<AttrId> evenList(AttrId list, const std::vector<ValueId>& values) {
    if (!list || c_.kind(list) != AttrKind::SdyShardingPerValue || c_.attr(list).subs.size() != values.size()) return {};
    std::vector<AttrId> shardings(c_.attr(list).subs.begin(), c_.attr(list).subs.end());
    for (std::size_t i = 0; i < values.size(); ++i) shardings[i] = even_.of(shardings[i], module_.type(values[i]));
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
    for (ValueId argument : arguments) inside.push_back(even_.of(insideSharding(op, module_.indexOf(argument)), module_.type(argument)));
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
  EvenShardings even_;
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
