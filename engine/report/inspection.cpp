#include "engine/report/inspection.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "engine/mlir/mlir.h"

namespace shardlens {

namespace {

/// Bytes of all elements of a static ranked tensor, to the byte; -1 where they cannot be counted.
std::int64_t countedBytes(const Context& context, TypeId type) {
  if (!hasStaticShape(context, type)) return -1;
  std::int64_t bits = storageBits(context, elementOf(context, type));
  if (bits == 0) return -1;
  std::int64_t total = bits;
  for (std::int64_t d : shapeOf(context, type)) {
    if (__builtin_mul_overflow(total, d, &total)) return -1;
  }
  return (total + 7) / 8;
}

class Inspector {
 public:
  Inspector(const Module& module, const Outline& outline) : module_(module), outline_(outline), c_(module.context()) {}

  Inspection run(std::size_t largest) {
    meshes();
    walk(module_, module_.root(), [this](OpId op) { visit(op); });
    for (auto& [name, count] : counts_) out_.operations.push_back({std::string(name), count});
    std::ranges::stable_sort(out_.operations, [](const auto& a, const auto& b) { return a.count > b.count; });
    for (auto& f : out_.functions) f.calls = calls_[f.name];
    takeLargest(largest);
    return std::move(out_);
  }

 private:
  void meshes() {
    MeshTable table(module_);
    for (const auto& entry : table.entries()) {
      Inspection::MeshInfo mesh;
      mesh.name = entry.name;
      for (const MeshAxis& axis : entry.mesh.axes) mesh.axes.emplace_back(c_.str(axis.name), axis.size);
      constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
      mesh.devices = 1;
      for (const MeshAxis& axis : entry.mesh.axes)
        mesh.devices = axis.size > 0 && mesh.devices > kMost / axis.size ? kMost : mesh.devices * axis.size;
      out_.meshes.push_back(std::move(mesh));
    }
  }

  void visit(OpId op) {
    ++out_.ops;
    ++counts_[module_.name(op)];
    const Operation& o = module_.op(op);
    if (o.kind == OpKind::FuncFunc) function(op);
    if (o.kind == OpKind::FuncCall) ++calls_[std::string(c_.attr(module_.attribute(op, "callee")).text)];
    bool constraint = o.kind == OpKind::SdyShardingConstraint;
    bool computation = o.kind == OpKind::SdyManualComputation || o.kind == OpKind::SdyNamedComputation;
    for (std::uint32_t r = 0; r < o.resultCount; ++r) {
      ValueId v = module_.result(op, r);
      value(v);
      AttrId sharding = constraint ? module_.attribute(op, "sharding") : shardingOf(module_, v);
      if (sharding) annotate(v, constraint ? "constraint" : computation ? "out_shardings" : "operation", sharding);
    }
    if (computation) borders(op);
  }

  // As they stand in the text, with the axes that are manual inside.
  void borders(OpId op) {
    AttrId list = module_.attribute(op, "in_shardings");
    BlockId body = module_.entry(module_.regionOf(op));
    if (!list || !body) return;
    std::span<const AttrId> shardings = c_.attr(list).subs;
    for (std::uint32_t a = 0; a < module_.block(body).argCount && a < shardings.size(); ++a)
      annotate(module_.arg(body, a), "in_shardings", shardings[a]);
  }

  void function(OpId op) {
    Inspection::FunctionInfo f;
    f.name = c_.attr(module_.attribute(op, "sym_name")).text;
    AttrId visibility = module_.attribute(op, "sym_visibility");
    f.isPublic = !visibility || c_.attr(visibility).text == "public";
    walk(module_, op, [&](OpId) { ++f.ops; });
    --f.ops;
    BlockId body = module_.entry(module_.regionOf(op));
    if (body) {
      f.arguments = module_.block(body).argCount;
      for (std::uint32_t a = 0; a < f.arguments; ++a) {
        ValueId v = module_.arg(body, a);
        value(v);
        if (AttrId sharding = shardingOf(module_, v)) annotate(v, "argument", sharding);
      }
      results(op, f, module_.terminator(body));
    }
    out_.functions.push_back(std::move(f));
  }

  void results(OpId op, Inspection::FunctionInfo& f, OpId terminator) {
    f.results = terminator ? module_.op(terminator).operandCount : 0;
    for (std::uint32_t r = 0; r < f.results; ++r) {
      AttrId sharding = funcResultSharding(module_, op, r);
      if (!sharding) continue;
      out_.annotations.push_back({f.name + "/result " + std::to_string(r), "result",
                                  printType(c_, module_.type(module_.operand(terminator, r))), printAttribute(c_, sharding),
                                  place(module_.op(op).source)});
    }
  }

  [[nodiscard]] LineColumn place(Offset at) const {
    return module_.source() && at != kNoOffset ? module_.source()->position(at) : LineColumn{};
  }

  void annotate(ValueId v, const char* kind, AttrId sharding) {
    OpId def = module_.definingOp(v);
    LineColumn at = place(def ? module_.start(def) : module_.value(v).source);
    out_.annotations.push_back({valuePath(module_, outline_, v), kind, printType(c_, module_.type(v)), printAttribute(c_, sharding), at});
  }

  void value(ValueId v) {
    ++out_.values;
    std::int64_t bytes = countedBytes(c_, module_.type(v));
    if (bytes > 0) sized_.emplace_back(bytes, v);
  }

  void takeLargest(std::size_t count) {
    count = std::min(count, sized_.size());
    std::partial_sort(sized_.begin(), sized_.begin() + static_cast<std::ptrdiff_t>(count), sized_.end(),
                      [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    for (std::size_t i = 0; i < count; ++i) {
      ValueId v = sized_[i].second;
      AttrId sharding = shardingOf(module_, v);
      out_.largest.push_back(
          {valuePath(module_, outline_, v), printType(c_, module_.type(v)), sized_[i].first, sharding ? printAttribute(c_, sharding) : ""});
    }
  }

  const Module& module_;
  const Outline& outline_;
  Context& c_;
  std::map<std::string_view, std::uint32_t> counts_;
  std::unordered_map<std::string, std::uint32_t> calls_;
  std::vector<std::pair<std::int64_t, ValueId>> sized_;
  Inspection out_;
};

}  // namespace

Inspection inspect(const Module& module, const Outline& outline, std::size_t largest) { return Inspector(module, outline).run(largest); }

}  // namespace shardlens
