#include "engine/propagation/debug_attributes.h"

#include <algorithm>

#include "engine/propagation/step_slots.h"

namespace shardlens {

namespace {

constexpr std::string_view kOriginNameAttr = "sdy.sharding_origin_name", kEdgesAttr = "sdy.propagation_edges",
                           kShardingAttr = "sdy.sharding";

// The value that the edge behind a border value of a computation carries the sharding on.
ValueId slotOf(const Module& m, ValueId value) { return shardableValue(m, value); }

AttrId listItem(const Module& m, OpId op, std::string_view name, std::uint32_t index) {
  AttrId list = m.attribute(op, name);
  return list && index < m.context().attr(list).subs.size() ? m.context().attr(list).subs[index] : AttrId();
}

}  // namespace

std::int64_t firstStepNumber(const Module& m) {
  const Context& c = m.context();
  std::int64_t last = -1;
  std::vector<char> lookedInto(c.attrCount(), 0);
  walk(m, m.root(), [&](OpId op) {
    AttrId attrs = m.op(op).attrs;
    if (lookedInto[attrs.value]) return;
    lookedInto[attrs.value] = 1;
    AttrId edges = c.get(attrs, kEdgesAttr);
    if (!edges || c.kind(edges) != AttrKind::SdyPropagationEdges) return;
    for (AttrId step : c.attr(edges).subs) last = std::max(last, c.attr(step).ints[0]);
  });
  return last + 1;
}

DebugAttributes::DebugAttributes(Module& module, const PropagationOptions& options)
    : origins_(options.debugShardingOrigins), edges_(options.debugPropagationEdges) {
  if (origins_) prepareOrigins(module);
  if (edges_) nextStep_ = firstStepNumber(module);
}

void DebugAttributes::addOrigin(ValueId slot, const AxisRef& axis, const std::string& name) {
  auto [it, isNew] = placeOf_.try_emplace(slot, byValue_.size());
  if (isNew) byValue_.push_back({slot, {}});
  Origins& origins = byValue_[it->second].second;
  bool known = std::any_of(origins.begin(), origins.end(), [&](const auto& o) { return o.first == axis; });
  if (!known) origins.emplace_back(axis, name);
}

void DebugAttributes::remember(const Module& m, ValueId value, AttrId sharding, const std::string& name) {
  ValueId slot = value ? slotOf(m, value) : ValueId();
  if (!sharding || !slot) return;
  for (const DimSharding& dim : decodeSharding(m.context(), sharding).dims) {
    for (const AxisRef& axis : dim.axes) addOrigin(slot, axis, name);
  }
}

namespace {

// Inner computations are counted before the one around them.
void collectManualComputations(const Module& m, OpId op, std::vector<OpId>& found) {
  for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r) {
    for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next) {
      for (OpId inner = m.block(b).firstOp; inner; inner = m.op(inner).next) {
        if (m.op(inner).regionCount) collectManualComputations(m, inner, found);
      }
    }
  }
  if (m.op(op).kind == OpKind::SdyManualComputation) found.push_back(op);
}

}  // namespace

void DebugAttributes::prepareOrigins(Module& m) {
  Context& c = m.context();
  int constraints = 0, computations = 0;
  walk(m, m.root(), [&](OpId op) {
    if (m.op(op).kind != OpKind::SdyShardingConstraint) return;
    std::string name = "constraint_" + std::to_string(constraints++);
    m.setAttribute(op, kOriginNameAttr, c.string(name));
    remember(m, m.result(op), m.attribute(op, "sharding"), name);
    remember(m, m.operand(op, 0), shardingOf(m, m.operand(op, 0)), name);
  });
  std::vector<OpId> manual;
  collectManualComputations(m, m.root(), manual);
  for (OpId op : manual) {
    std::string name = "mc_" + std::to_string(computations++);
    m.setAttribute(op, kOriginNameAttr, c.string(name));
    BlockId body = m.entry(m.regionOf(op));
    for (std::uint32_t i = 0; body && i < m.block(body).argCount; ++i) {
      std::string input = name + "_input: " + std::to_string(i);
      remember(m, m.arg(body, i), listItem(m, op, "in_shardings", i), input);
      if (i < m.op(op).operandCount) remember(m, m.operand(op, i), shardingOf(m, m.operand(op, i)), input);
    }
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) {
      remember(m, m.result(op, i), listItem(m, op, "out_shardings", i), name + "_output: " + std::to_string(i));
    }
  }
  prepareFunctions(m);
}

void DebugAttributes::prepareFunctions(const Module& m) {
  for (OpId func = m.block(m.entry(m.regionOf(m.root()))).firstOp; func; func = m.op(func).next) {
    if (m.op(func).kind != OpKind::FuncFunc) continue;
    BlockId body = m.op(func).regionCount ? m.entry(m.regionOf(func)) : BlockId();
    OpId end = body ? m.terminator(body) : OpId();
    for (std::uint32_t i = 0; body && i < m.block(body).argCount; ++i) {
      remember(m, m.arg(body, i), shardingOf(m, m.arg(body, i)), "input: " + std::to_string(i));
    }
    for (std::uint32_t i = 0; end && i < m.op(end).operandCount; ++i) {
      remember(m, m.operand(end, i), funcResultSharding(m, func, i), "output: " + std::to_string(i));
    }
  }
}

// An axis may have been split or joined by a reshape on its way: then any that has a part of it tells.
const std::string* DebugAttributes::originOf(ValueId slot, const AxisRef& axis) const {
  auto it = placeOf_.find(slot);
  if (it == placeOf_.end()) return nullptr;
  const Origins& origins = byValue_[it->second].second;
  for (const auto& [known, name] : origins) {
    if (known == axis) return &name;
  }
  for (const auto& [known, name] : origins) {
    if (contains(known, axis) || contains(axis, known)) return &name;
  }
  return nullptr;
}

void DebugAttributes::follow(const RunContext& r, const Trace& trace, std::size_t number) {
  const Step& step = trace.steps[number];
  std::vector<ValueId> slots = slotsOfStep(r.flow, trace, step);
  std::size_t operands = trace.table->decodedRule(step.rule).operands.size();
  for (const AxisSource& s : trace.table->sources(step.pure)) {
    auto place = [&](std::uint32_t tensor) { return static_cast<std::uint32_t>(tensor < operands ? tensor : tensor - operands); };
    if (edges_) {
      edgesOf_[step.op].push_back({s.axis, trace.firstNumber + static_cast<std::int64_t>(number), s.source >= operands,
                                   s.tensor >= operands, place(s.source), place(s.tensor)});
    }
    if (!origins_ || s.source >= slots.size() || s.tensor >= slots.size() || !slots[s.source] || !slots[s.tensor]) continue;
    if (const std::string* origin = originOf(slots[s.source], s.axis)) addOrigin(slots[s.tensor], s.axis, std::string(*origin));
  }
}

void DebugAttributes::write(Module& module, const RunContext& context, const Trace& trace, const Liveness& live) {
  for (std::size_t step = 0; step < trace.steps.size(); ++step) follow(context, trace, step);
  if (origins_) writeOrigins(module, &live);
  if (edges_) writeEdges(module, &live);
}

void DebugAttributes::addConstraint(const Module& m, OpId constraint, AttrId sharding) {
  if ((!origins_ && !edges_) || rankOf(m.context(), m.type(m.result(constraint))) == 0) return;
  std::int64_t step = nextStep_++;
  ValueId from = slotOf(m, m.result(constraint)), to = slotOf(m, m.operand(constraint, 0));
  for (const DimSharding& dim : decodeSharding(m.context(), sharding).dims) {
    for (const AxisRef& axis : dim.axes) {
      if (edges_) edgesOf_[constraint].push_back({axis, step, true, false, 0, 0});
      const std::string* origin = origins_ ? originOf(from, axis) : nullptr;
      if (origin) addOrigin(to, axis, std::string(*origin));
    }
  }
}

void DebugAttributes::write(Module& module) const {
  if (origins_) writeOrigins(module, nullptr);
  if (edges_) writeEdges(module, nullptr);
}

}  // namespace shardlens
