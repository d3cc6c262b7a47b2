#include <algorithm>

#include "engine/sharding/owner.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

constexpr std::string_view kSharding = "sdy.sharding";

bool isCollective(OpKind kind) { return kind >= OpKind::SdyAllGather && kind <= OpKind::SdyReplicatedToUnreduced; }

// Operations whose regions take and give values of the outside, each edge with one owner. `if` is one of them as in XLA.
bool hasDataFlowEdges(OpKind kind) {
  return kind == OpKind::StablehloWhile || kind == OpKind::StablehloCase || kind == OpKind::StablehloIf ||
         kind == OpKind::StablehloOptimizationBarrier || kind == OpKind::SdyManualComputation || kind == OpKind::SdyNamedComputation;
}

// Name of the attribute with one sharding that `kind` carries for its result; empty where shardings stand per value.
std::string_view singleShardingName(OpKind kind) {
  if (isCollective(kind)) return "out_sharding";
  if (kind == OpKind::SdyDataFlowEdge || kind == OpKind::SdyShardingConstraint || kind == OpKind::SdyReshard) return "sharding";
  return {};
}

std::string_view perValueName(OpKind kind, bool argument) {
  if (kind != OpKind::SdyManualComputation && kind != OpKind::SdyNamedComputation) return argument ? std::string_view() : kSharding;
  return argument ? "in_shardings" : "out_shardings";
}

AttrId ofKind(Context& c, AttrId attr, AttrKind kind) { return attr && c.kind(attr) == kind ? attr : AttrId(); }

AttrId elementAt(const Context& c, AttrId list, std::uint32_t index) {
  return list && index < c.attr(list).subs.size() ? c.attr(list).subs[index] : AttrId();
}

std::size_t rankForSharding(const Context& c, TypeId type) { return static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c, type), 0)); }

bool saysNothing(Context& c, AttrId sharding) {
  TensorSharding s = decodeSharding(c, sharding);
  return s.replicated.empty() && s.unreduced.empty() &&
         std::all_of(s.dims.begin(), s.dims.end(), [](const DimSharding& d) { return d.axes.empty() && !d.closed; });
}

// The per-value list with `sharding` at `index`; a missing list or a removed sharding is filled with open ones. Invalid: nothing is left to
// say.
AttrId replaceAt(Context& c, AttrId list, const std::vector<TypeId>& types, std::uint32_t index, AttrId sharding) {
  if (!list && !sharding) return {};
  AttrId mesh = c.attr(sharding ? sharding : elementAt(c, list, index)).subs[0];
  std::vector<AttrId> all;
  for (std::uint32_t i = 0; i < types.size(); ++i) {
    AttrId kept = i == index ? sharding : elementAt(c, list, i);
    all.push_back(kept ? kept : replicatedSharding(c, rankForSharding(c, types[i]), mesh, false));
  }
  if (!sharding && std::all_of(all.begin(), all.end(), [&](AttrId s) { return saysNothing(c, s); })) return {};
  return encodePerValue(c, all);
}

// Array of dictionaries at `name` of a function with `key` of entry `index` set; the array goes when all its dictionaries are empty.
void setInArray(Module& m, OpId op, std::string_view name, std::size_t count, std::uint32_t index, AttrId value) {
  Context& c = m.context();
  AttrId array = m.attribute(op, name);
  std::vector<AttrId> entries(count, c.emptyDict());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (AttrId entry = elementAt(c, array, i)) entries[i] = entry;
  }
  if (index >= count) return;
  entries[index] = c.with(entries[index], kSharding, value);
  bool empty = std::all_of(entries.begin(), entries.end(), [&](AttrId e) { return e == c.emptyDict(); });
  m.setAttribute(op, name, empty ? AttrId() : c.array(entries));
}

AttrId fromArray(const Module& m, OpId op, std::string_view name, std::uint32_t index) {
  Context& c = m.context();
  AttrId entry = elementAt(c, m.attribute(op, name), index);
  return entry ? ofKind(c, c.get(entry, kSharding), AttrKind::SdyTensorSharding) : AttrId();
}

std::size_t functionResults(const Module& m, OpId func) {
  const Context& c = m.context();
  AttrId type = m.attribute(func, "function_type");
  if (!type || !c.attr(type).type) return 0;
  const TypeData& function = c.type(c.attr(type).type);
  return function.types.size() - static_cast<std::size_t>(function.ints[0]);
}

std::vector<TypeId> siblingTypes(const Module& m, ValueId value) {
  std::vector<TypeId> types;
  if (m.isArgument(value)) {
    BlockId block = m.owningBlock(value);
    for (std::uint32_t i = 0; i < m.block(block).argCount; ++i) types.push_back(m.type(m.arg(block, i)));
  } else {
    OpId op = m.definingOp(value);
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) types.push_back(m.type(m.result(op, i)));
  }
  return types;
}

// The data-flow edge that bridges `owner`, its only use.
OpId edgeOn(const Module& m, ValueId owner) {
  if (!owner) return {};
  UseId use = m.value(owner).firstUse;
  if (!use || m.use(use).next) return {};
  return m.op(m.use(use).owner).kind == OpKind::SdyDataFlowEdge ? m.use(use).owner : OpId();
}

// Owner of the data-flow edge that has `target` among its targets.
ValueId edgeOwner(const Module& m, OpId op, ValueId target) {
  if (!m.isArgument(target) || m.op(op).kind != OpKind::StablehloWhile) return target;
  return m.indexOf(target) < m.op(op).resultCount ? m.result(op, m.indexOf(target)) : ValueId();
}

}  // namespace

ValueId shardableValue(const Module& m, ValueId value) {
  OpId op = ownerOf(m, value);
  if (!op) return {};
  OpKind kind = m.op(op).kind;
  if (hasDataFlowEdges(kind)) {
    ValueId owner = edgeOwner(m, op, value);
    OpId edge = edgeOn(m, owner);
    return edge ? m.result(edge) : owner;
  }
  if (!m.isArgument(value) || kind == OpKind::FuncFunc) return value;
  bool passedOn = kind == OpKind::StablehloAsyncStart && m.indexOf(value) < m.op(op).operandCount;
  return passedOn ? m.operand(op, m.indexOf(value)) : ValueId();
}

AttrId shardingOf(const Module& m, ValueId value) {
  value = shardableValue(m, value);
  if (!value) return {};
  Context& c = m.context();
  OpId op = ownerOf(m, value);
  OpKind kind = m.op(op).kind;
  bool argument = m.isArgument(value);
  if (argument && kind == OpKind::FuncFunc) return fromArray(m, op, "arg_attrs", m.indexOf(value));
  if (std::string_view name = singleShardingName(kind); !name.empty()) return ofKind(c, m.attribute(op, name), AttrKind::SdyTensorSharding);
  AttrId list = ofKind(c, m.attribute(op, perValueName(kind, argument)), AttrKind::SdyShardingPerValue);
  AttrId sharding = elementAt(c, list, m.indexOf(value));
  if (!sharding || !argument || kind != OpKind::SdyManualComputation) return sharding;
  return encodeSharding(c, withoutManualAxes(decodeSharding(c, sharding), manualAxesOf(m, op)));
}

void setSharding(Module& m, ValueId value, AttrId sharding) {
  value = shardableValue(m, value);
  if (!value) return;
  Context& c = m.context();
  OpId op = ownerOf(m, value);
  OpKind kind = m.op(op).kind;
  std::uint32_t index = m.indexOf(value);
  bool argument = m.isArgument(value);
  if (argument && kind == OpKind::FuncFunc) {
    setInArray(m, op, "arg_attrs", m.block(m.owningBlock(value)).argCount, index, sharding);
    return;
  }
  if (std::string_view name = singleShardingName(kind); !name.empty()) {
    m.setAttribute(op, name, sharding);
    return;
  }
  std::string_view name = perValueName(kind, argument);
  AttrId list = ofKind(c, m.attribute(op, name), AttrKind::SdyShardingPerValue);
  if (AttrId border = elementAt(c, list, index); argument && sharding && border && kind == OpKind::SdyManualComputation) {
    sharding = encodeSharding(c, withFreeAxesOf(decodeSharding(c, border), decodeSharding(c, sharding), manualAxesOf(m, op)));
  }
  m.setAttribute(op, name, replaceAt(c, list, siblingTypes(m, value), index, sharding));
}

AttrId funcResultSharding(const Module& m, OpId func, std::uint32_t index) { return fromArray(m, func, "res_attrs", index); }

void setFuncResultSharding(Module& m, OpId func, std::uint32_t index, AttrId sharding) {
  setInArray(m, func, "res_attrs", functionResults(m, func), index, sharding);
}

}  // namespace shardlens
