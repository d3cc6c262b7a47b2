#include <algorithm>
#include <array>

#include "engine/canonical/canonicalize.h"
#include "engine/ir/clone.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

/// Dimension numbers of a gather or scatter: for both the same five lists, then the dimension of the index vectors.
struct IndexedDims {
  enum List : std::uint8_t { Window, Collapsed, Batching, IndexBatching, IndexMap };
  std::array<std::vector<std::int64_t>, 5> lists;
  std::int64_t vectorDim = 0;
};

IndexedDims decodeDims(const AttrData& data) {
  IndexedDims dims;
  std::size_t at = 0;
  for (auto& list : dims.lists) {
    auto count = static_cast<std::size_t>(data.ints[at++]);
    auto items = data.ints.subspan(at, count);
    list.assign(items.begin(), items.end());
    at += count;
  }
  dims.vectorDim = data.ints[at];
  return dims;
}

AttrId encodeDims(Context& c, AttrData data, const IndexedDims& dims) {
  std::vector<std::int64_t> ints;
  for (const auto& list : dims.lists) {
    ints.push_back(static_cast<std::int64_t>(list.size()));
    ints.insert(ints.end(), list.begin(), list.end());
  }
  ints.push_back(dims.vectorDim);
  data.ints = ints;
  return c.attr(data);
}

// Rows that are indexed by their own number are batches: where a component of the indices counts the rows (an iota), that component goes
// and dimension 0 becomes a batching dimension of operand and indices.
class RowBatcher {
 public:
  RowBatcher(Module& module, OpId op)
      : m_(module),
        c_(module.context()),
        op_(op),
        isScatter_(module.op(op).kind == OpKind::StablehloScatter),
        dimsName_(isScatter_ ? "scatter_dimension_numbers" : "dimension_numbers"),
        place_(isScatter_ ? (module.op(op).operandCount - 1) / 2 : 1) {}

  bool run() {
    AttrId attr = m_.attribute(op_, dimsName_);
    if (!attr) return false;
    dims_ = decodeDims(c_.attr(attr));
    if (!rowsMatch()) return false;
    auto& map = dims_.lists[IndexedDims::IndexMap];
    auto& collapsed = dims_.lists[IndexedDims::Collapsed];
    auto rows = std::ranges::find(map, 0), dropped = std::ranges::find(collapsed, 0);
    if (rows == map.end() || dropped == collapsed.end()) return false;
    auto component = static_cast<std::uint32_t>(rows - map.begin());
    if (!countsRows(component)) return false;
    map.erase(rows);
    collapsed.erase(dropped);
    dims_.lists[IndexedDims::Batching] = {0};
    dims_.lists[IndexedDims::IndexBatching] = {0};
    replace(withoutComponent(component), encodeDims(c_, c_.attr(attr), dims_));
    return true;
  }

 private:
  [[nodiscard]] ValueId indices() const { return m_.operand(op_, place_); }
  [[nodiscard]] std::span<const std::int64_t> shape(ValueId value) const { return shapeOf(c_, m_.type(value)); }
  [[nodiscard]] OpId defOf(ValueId value, OpKind kind) const {
    OpId def = m_.definingOp(value);
    return def && m_.op(def).kind == kind ? def : OpId();
  }
  [[nodiscard]] std::int64_t number(OpId op, std::string_view name) const {
    AttrId attr = m_.attribute(op, name);
    return attr && !c_.attr(attr).ints.empty() ? c_.attr(attr).ints[0] : -1;
  }

  [[nodiscard]] bool rowsMatch() const {
    auto operand = shape(m_.operand(op_, 0)), index = shape(indices());
    if (!dims_.lists[IndexedDims::Batching].empty() || operand.empty() || index.empty()) return false;
    return dims_.vectorDim < static_cast<std::int64_t>(index.size()) && vectorSize() > 1 && operand[0] == index[0];
  }

  [[nodiscard]] std::int64_t vectorSize() const { return shape(indices())[static_cast<std::size_t>(dims_.vectorDim)]; }

  [[nodiscard]] bool countsRows(std::uint32_t component) const {
    ValueId value = indices();
    if (OpId joined = defOf(value, OpKind::StablehloConcatenate)) {
      if (number(joined, "dimension") != dims_.vectorDim || component >= m_.op(joined).operandCount) return false;
      value = m_.operand(joined, component);
    }
    OpId iota = defOf(origin(value), OpKind::StablehloIota);
    return iota && number(iota, "iota_dimension") == 0;
  }

  /// What `value` is a reshaped, broadcast, clamped or selected form of.
  [[nodiscard]] ValueId origin(ValueId value) const {
    while (OpId def = m_.definingOp(value)) {
      switch (m_.op(def).kind) {
        case OpKind::StablehloReshape:
        case OpKind::StablehloBroadcastInDim: value = m_.operand(def, 0); break;
        case OpKind::StablehloClamp: value = m_.operand(def, 1); break;
        case OpKind::StablehloSelect: value = m_.operand(def, defOf(m_.operand(def, 2), OpKind::StablehloIota) ? 2 : 1); break;
        default: return value;
      }
    }
    return value;
  }

  ValueId withoutComponent(std::uint32_t component) {
    std::vector<ValueId> parts;
    OpId joined = defOf(indices(), OpKind::StablehloConcatenate);
    if (joined && number(joined, "dimension") == dims_.vectorDim && m_.op(joined).operandCount == vectorSize()) {
      for (std::uint32_t i = 0; i < m_.op(joined).operandCount; ++i) {
        if (i != component) parts.push_back(m_.operand(joined, i));
      }
    } else {
      addPart(0, component, parts);
      addPart(component + 1, vectorSize(), parts);
    }
    if (parts.size() == 1) return parts[0];
    return create(OpKind::StablehloConcatenate, c_.with(c_.emptyDict(), "dimension", c_.i64(dims_.vectorDim)), parts, vectorSize() - 1);
  }

  void addPart(std::int64_t start, std::int64_t limit, std::vector<ValueId>& parts) {
    if (start >= limit) return;
    auto whole = shape(indices());
    std::vector<std::int64_t> starts(whole.size(), 0), limits(whole.begin(), whole.end()), strides(whole.size(), 1);
    starts[static_cast<std::size_t>(dims_.vectorDim)] = start;
    limits[static_cast<std::size_t>(dims_.vectorDim)] = limit;
    AttrId attrs = c_.with(c_.emptyDict(), "start_indices", c_.denseI64Array(starts));
    attrs = c_.with(c_.with(attrs, "limit_indices", c_.denseI64Array(limits)), "strides", c_.denseI64Array(strides));
    parts.push_back(create(OpKind::StablehloSlice, attrs, {indices()}, limit - start));
  }

  /// An operation before the gather or scatter whose result is like the indices, with vectors of `size`.
  ValueId create(OpKind kind, AttrId attrs, const std::vector<ValueId>& operands, std::int64_t size) {
    TypeData data = c_.type(m_.type(indices()));
    std::vector<std::int64_t> sizes(data.ints.begin(), data.ints.end());
    sizes[static_cast<std::size_t>(dims_.vectorDim)] = size;
    TypeId type = c_.tensor(sizes, elementOf(c_, m_.type(indices())));
    const Operation& o = m_.op(op_);
    OpId op = m_.create({.kind = kind, .attrs = attrs, .loc = o.loc, .source = o.source, .operands = operands, .results = {&type, 1}});
    m_.insertBefore(op_, op);
    return m_.result(op);
  }

  void replace(ValueId index, AttrId dims) {
    std::vector<ValueId> operands, values;
    std::vector<TypeId> types;
    for (std::uint32_t i = 0; i < m_.op(op_).operandCount; ++i) operands.push_back(i == place_ ? index : m_.operand(op_, i));
    for (std::uint32_t i = 0; i < m_.op(op_).resultCount; ++i) types.push_back(m_.type(m_.result(op_, i)));
    OpId made = rebuildOp(m_, op_, operands, types);
    m_.setAttribute(made, dimsName_, dims);
    for (std::string_view name : {std::string_view("indices_are_sorted"), std::string_view("unique_indices")}) {
      bool has = isScatter_ || name == "indices_are_sorted";
      if (has && !m_.attribute(made, name)) m_.setAttribute(made, name, c_.boolean(false));
    }
    for (std::uint32_t i = 0; i < types.size(); ++i) values.push_back(m_.result(made, i));
    replaceAndErase(m_, op_, values);
  }

  Module& m_;
  Context& c_;
  OpId op_;
  bool isScatter_;
  std::string_view dimsName_;
  std::uint32_t place_;  ///< of the indices among the operands
  IndexedDims dims_;
};

bool runGatherScatterBatching(const PassRun& run) {
  for (OpId root : run.roots) {
    std::vector<OpId> found;
    walk(run.module, root, [&](OpId op) {
      OpKind kind = run.module.op(op).kind;
      if (kind == OpKind::StablehloGather || kind == OpKind::StablehloScatter) found.push_back(op);
    });
    for (OpId op : found) RowBatcher(run.module, op).run();
  }
  // What is not used any more goes and constants are shared, as whenever the reference rewrites; no other pattern is wanted.
  CanonicalizeOptions tidy;
  tidy.regions = RegionSimplification::Aggressive;
  tidy.enabled = {"explicit-gather-scatter-batching"};
  canonicalize(run.module, run.roots, tidy);
  return true;
}

}  // namespace

Pass explicitGatherScatterBatchingPass() {
  return {"sdy-explicit-gather-scatter-batching",
          "Makes rows that gathers and scatters index by their own number batching dimensions",
          PassLevel::Function,
          {},
          runGatherScatterBatching};
}

}  // namespace shardlens
