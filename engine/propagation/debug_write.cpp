#include <algorithm>
#include <tuple>

#include "engine/propagation/debug_attributes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/owner.h"

namespace shardlens {

namespace {

constexpr std::string_view kOrigins = "sdy.sharding_origins", kEdges = "sdy.propagation_edges", kOriginName = "sdy.sharding_origin_name";

// `x`, `x:(1)2`.
std::string plainName(const Context& c, const AxisRef& axis) {
  std::string text = axisText(c, axis);
  std::erase(text, '"');
  return text;
}

OpId enclosingFunc(const Module& m, OpId op) {
  while (op && m.op(op).kind != OpKind::FuncFunc) op = m.parentOp(op);
  return op;
}

// The attributes of functions that are changed, loaded once each.
class FunctionTable {
 public:
  explicit FunctionTable(Module& m) : m_(m) {}
  FuncAttrs& of(OpId func, FuncAttrs::Of which) {
    auto& table = which == FuncAttrs::Of::Arguments ? arguments_ : results_;
    return table.try_emplace(func, m_, func, which).first->second;
  }
  void store() {
    for (auto* table : {&arguments_, &results_}) {
      for (auto& [func, attrs] : *table) attrs.store(m_);
    }
  }

 private:
  Module& m_;
  std::unordered_map<OpId, FuncAttrs> arguments_, results_;
};

// Where the value stands in the list that its function returns: at its latest use there.
std::int64_t returnedAt(const Module& m, ValueId value, OpId func) {
  BlockId body = m.op(func).regionCount ? m.entry(m.regionOf(func)) : BlockId();
  OpId end = body ? m.terminator(body) : OpId();
  for (UseId use = m.value(value).firstUse; use; use = m.use(use).next) {
    if (m.use(use).owner == end) return m.operandNumber(use);
  }
  return -1;
}

AttrId replaceNames(Context& c, AttrId dictionary, std::string_view name) {
  if (!dictionary || c.kind(dictionary) != AttrKind::Dictionary) return dictionary;
  std::vector<std::pair<StrId, AttrId>> entries;
  auto subs = c.attr(dictionary).subs;
  for (std::size_t i = 0; i + 1 < subs.size(); i += 2) {
    bool own = c.kind(subs[i + 1]) == AttrKind::String && c.attr(subs[i + 1]).text == name;
    entries.emplace_back(c.str(c.attr(subs[i]).text), own ? c.string("self") : subs[i + 1]);
  }
  return c.dict(std::move(entries));
}

// An annotation that is its own origin says `self`.
void nameSelf(Module& m, OpId op, const std::string& name) {
  if (AttrId origins = op ? m.attribute(op, kOrigins) : AttrId()) m.setAttribute(op, kOrigins, replaceNames(m.context(), origins, name));
}

OpId edgeOf(const Module& m, ValueId value) {
  ValueId slot = shardableValue(m, value);
  OpId def = slot ? m.definingOp(slot) : OpId();
  return def && m.op(def).kind == OpKind::SdyDataFlowEdge ? def : OpId();
}

void nameSelves(Module& m) {
  const Context& c = m.context();
  walk(m, m.root(), [&](OpId op) {
    AttrId name = m.attribute(op, kOriginName);
    if (!name || c.kind(name) != AttrKind::String) return;
    std::string own(c.attr(name).text);
    if (m.op(op).kind == OpKind::SdyShardingConstraint) nameSelf(m, op, own);
    if (m.op(op).kind != OpKind::SdyManualComputation) return;
    BlockId body = m.entry(m.regionOf(op));
    for (std::uint32_t i = 0; body && i < m.block(body).argCount; ++i)
      nameSelf(m, edgeOf(m, m.arg(body, i)), own + "_input: " + std::to_string(i));
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) nameSelf(m, edgeOf(m, m.result(op, i)), own + "_output: " + std::to_string(i));
  });
}

void nameSelves(Module& m, FunctionTable& functions) {
  for (OpId func = m.block(m.entry(m.regionOf(m.root()))).firstOp; func; func = m.op(func).next) {
    if (m.op(func).kind != OpKind::FuncFunc) continue;
    for (auto [which, name] : {std::pair{FuncAttrs::Of::Arguments, "input: "}, std::pair{FuncAttrs::Of::Results, "output: "}}) {
      FuncAttrs& attrs = functions.of(func, which);
      for (std::uint32_t i = 0; i < attrs.size(); ++i) {
        if (AttrId origins = attrs.get(i, kOrigins)) attrs.set(i, kOrigins, replaceNames(m.context(), origins, name + std::to_string(i)));
      }
    }
  }
}

// Operations with one place for a sharding have a dictionary, all others a list of one for each result.
void setOrigins(Module& m, OpId op, ValueId value, AttrId dictionary) {
  Context& c = m.context();
  OpKind kind = m.op(op).kind;
  if (kind == OpKind::SdyShardingConstraint || kind == OpKind::SdyDataFlowEdge) {
    m.setAttribute(op, kOrigins, dictionary);
    return;
  }
  if (m.isArgument(value)) return;
  std::vector<AttrId> all(m.op(op).resultCount, c.emptyDict());
  if (AttrId written = m.attribute(op, kOrigins); written && c.attr(written).subs.size() == all.size()) {
    all.assign(c.attr(written).subs.begin(), c.attr(written).subs.end());
  }
  all[m.indexOf(value)] = dictionary;
  m.setAttribute(op, kOrigins, c.array(all));
}

}  // namespace

void DebugAttributes::writeOrigins(Module& m, const Liveness* live) const {
  Context& c = m.context();
  FunctionTable functions(m);
  for (const auto& [value, origins] : byValue_) {
    OpId op = ownerOf(m, value);
    if (live != nullptr && live->erased(op)) continue;
    std::vector<std::pair<StrId, AttrId>> entries;
    for (const auto& [axis, name] : origins) entries.emplace_back(c.str(plainName(c, axis)), c.string(name));
    AttrId dictionary = c.dict(std::move(entries));
    OpId func = enclosingFunc(m, op);
    std::int64_t returned = func ? returnedAt(m, value, func) : -1;
    if (returned >= 0) functions.of(func, FuncAttrs::Of::Results).set(static_cast<std::uint32_t>(returned), kOrigins, dictionary);
    if (m.op(op).kind == OpKind::FuncFunc) {
      functions.of(op, FuncAttrs::Of::Arguments).set(m.indexOf(value), kOrigins, dictionary);
    } else {
      setOrigins(m, op, value, dictionary);
    }
  }
  nameSelves(m);
  nameSelves(m, functions);
  functions.store();
}

namespace {

AttrId valueRef(Context& c, bool result, std::uint32_t index) {
  std::int64_t number = index;
  return c.attr({.kind = AttrKind::SdyEdgeValueRef, .sub = result, .ints = {&number, 1}});
}

AttrId oneStep(Context& c, std::int64_t step, const std::vector<AttrId>& details) {
  return c.attr({.kind = AttrKind::SdyPropagationOneStep, .subs = details, .ints = {&step, 1}});
}

}  // namespace

// One entry a step, axis and source; an edge that was met in several steps counts in the first.
void DebugAttributes::writeEdges(Module& m, const Liveness* live) const {
  Context& c = m.context();
  FunctionTable functions(m);
  for (const auto& [op, found] : edgesOf_) {
    if (live != nullptr && live->erased(op)) continue;
    std::vector<Edge> edges;
    auto sameButStep = [](const Edge& a, const Edge& b) {
      return a.axis == b.axis && a.fromResult == b.fromResult && a.from == b.from && a.toResult == b.toResult && a.to == b.to;
    };
    for (const Edge& edge : found) {
      bool known = std::any_of(edges.begin(), edges.end(), [&](const Edge& e) { return sameButStep(e, edge); });
      if (!known) edges.push_back(edge);
    }
    auto head = [&](const Edge& e) { return std::tuple(e.step, c.str(e.axis.name), e.axis.preSize, e.axis.size, e.fromResult, e.from); };
    auto order = [&](const Edge& a, const Edge& b) {
      return std::tuple(head(a), a.toResult, a.to) < std::tuple(head(b), b.toResult, b.to);
    };
    std::sort(edges.begin(), edges.end(), order);
    std::vector<AttrId> steps, details, subs;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Edge& e = edges[i];
      if (subs.empty()) subs = {encodeAxisRef(c, e.axis), valueRef(c, e.fromResult, e.from)};
      subs.push_back(valueRef(c, e.toResult, e.to));
      bool last = i + 1 == edges.size();
      if (!last && head(e) == head(edges[i + 1])) continue;
      details.push_back(c.attr({.kind = AttrKind::SdyAxisToPropagationDetails, .subs = subs}));
      subs.clear();
      if (!last && e.step == edges[i + 1].step) continue;
      steps.push_back(oneStep(c, e.step, details));
      details.clear();
    }
    AttrId attr = c.attr({.kind = AttrKind::SdyPropagationEdges, .subs = steps});
    if (m.op(op).kind == OpKind::FuncFunc) {
      // Each returned value is an operation of its own there, with one operand and one result: all count as the first.
      functions.of(op, FuncAttrs::Of::Results).set(0, kEdges, attr);
    } else {
      m.setAttribute(op, kEdges, attr);
    }
  }
  functions.store();
}

}  // namespace shardlens
