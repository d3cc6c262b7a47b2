#include "engine/propagation/write_back.h"

#include <unordered_map>

#include "engine/propagation/func_attrs.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

constexpr std::string_view kSharding = "sdy.sharding";

// Dictionaries repeat: each is asked once whether it has shardings of results.
class ShardingFlags {
 public:
  explicit ShardingFlags(const Context& c) : c_(c), flags_(c.attrCount(), 0) {}
  bool has(AttrId dictionary) {
    char& flag = flags_[dictionary.value];
    if (!flag) flag = c_.get(dictionary, kSharding) ? 2 : 1;
    return flag == 2;
  }

 private:
  const Context& c_;
  std::vector<char> flags_;
};

bool shardsByResult(OpKind kind) {
  bool single = kind == OpKind::SdyDataFlowEdge || kind == OpKind::SdyShardingConstraint || kind == OpKind::SdyReshard ||
                (kind >= OpKind::SdyAllGather && kind <= OpKind::SdyReplicatedToUnreduced);
  return !single && flowClassOf(kind) != FlowClass::DataFlow;
}

}  // namespace

ShardingState readShardings(const Flow& flow) {
  const Module& m = flow.module();
  const Context& c = m.context();
  ShardingState state;
  state.values.resize(m.valueCount());
  ShardingFlags flags(c);
  auto read = [&](ValueId value) {
    if (flow.slot(value) == value) state.values[value.value] = shardingOf(m, value);
  };
  for (OpId op : flow.order()) {
    const Operation& o = m.op(op);
    if (o.resultCount && (!shardsByResult(o.kind) || flags.has(o.attrs))) {
      for (std::uint32_t i = 0; i < o.resultCount; ++i) read(ValueId(o.firstResult.value + i));
    }
    for (std::uint32_t r = 0; r < o.regionCount; ++r) {
      if (o.kind == OpKind::FuncFunc) continue;
      for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next) {
        for (std::uint32_t a = 0; a < m.block(b).argCount; ++a) read(m.arg(b, a));
      }
    }
  }
  for (OpId func : flow.functions()) {
    FuncAttrs arguments(m, func, FuncAttrs::Of::Arguments), results(m, func, FuncAttrs::Of::Results);
    BlockId body = flow.body(func);
    auto sharding = [&](const FuncAttrs& attrs, std::uint32_t i) {
      AttrId s = attrs.get(i, kSharding);
      return s && c.kind(s) == AttrKind::SdyTensorSharding ? s : AttrId();
    };
    for (std::uint32_t a = 0; body && a < m.block(body).argCount; ++a) state.values[m.arg(body, a).value] = sharding(arguments, a);
    std::vector<AttrId>& of = state.results[func];
    for (std::uint32_t i = 0; i < results.size(); ++i) of.push_back(sharding(results, i));
  }
  return state;
}

namespace {

// Writes the shardings of an operation's results as one list; lists and dictionaries made before are remembered.
class ResultWriter {
 public:
  ResultWriter(Module& m, const ShardingState& now) : m_(m), c_(m.context()), now_(now) {}

  void write(OpId op) {
    Operation& o = m_.op(op);
    AttrId list = o.resultCount == 1 ? single(now_.values[o.firstResult.value]) : several(o);
    std::uint64_t key = static_cast<std::uint64_t>(o.attrs.value) << 32 | list.value;
    auto [it, isNew] = dictionaries_.try_emplace(key);
    if (isNew) it->second = c_.with(o.attrs, kSharding, list);
    o.attrs = it->second;
  }

 private:
  AttrId single(AttrId sharding) {
    if (!sharding) return {};
    auto [it, isNew] = lists_.try_emplace(sharding);
    if (isNew) it->second = encodePerValue(c_, {sharding});
    return it->second;
  }
  AttrId several(const Operation& o) {
    std::vector<AttrId> all;
    for (std::uint32_t i = 0; i < o.resultCount; ++i) all.push_back(now_.values[o.firstResult.value + i]);
    return all.front() ? encodePerValue(c_, all) : AttrId();
  }
  Module& m_;
  Context& c_;
  const ShardingState& now_;
  std::unordered_map<AttrId, AttrId> lists_;
  std::unordered_map<std::uint64_t, AttrId> dictionaries_;
};

void writeFunctions(Module& m, const Flow& flow, const ShardingState& before, const ShardingState& now) {
  for (OpId func : flow.functions()) {
    FuncAttrs arguments(m, func, FuncAttrs::Of::Arguments), results(m, func, FuncAttrs::Of::Results);
    BlockId body = flow.body(func);
    for (std::uint32_t a = 0; body && a < m.block(body).argCount; ++a) {
      ValueId arg = m.arg(body, a);
      if (now.values[arg.value] != before.values[arg.value]) arguments.set(a, kSharding, now.values[arg.value]);
    }
    auto changed = now.results.find(func), old = before.results.find(func);
    for (std::uint32_t i = 0; changed != now.results.end() && i < changed->second.size(); ++i) {
      AttrId was = old != before.results.end() && i < old->second.size() ? old->second[i] : AttrId();
      if (changed->second[i] != was) results.set(i, kSharding, changed->second[i]);
    }
    arguments.store(m);
    results.store(m);
  }
}

}  // namespace

void writeShardings(Module& m, const Flow& flow, const ShardingState& before, const ShardingState& now, const Liveness& live) {
  ResultWriter writer(m, now);
  for (OpId op : flow.order()) {
    if (live.erased(op)) continue;
    const Operation o = m.op(op);
    bool byResult = shardsByResult(o.kind);
    auto changed = [&](ValueId value) { return now.values[value.value] != before.values[value.value]; };
    for (std::uint32_t i = 0; i < o.resultCount; ++i) {
      ValueId result(o.firstResult.value + i);
      if (!changed(result)) continue;
      if (byResult) {
        writer.write(op);
        break;
      }
      setSharding(m, result, now.values[result.value]);
    }
    for (std::uint32_t r = 0; r < o.regionCount && o.kind != OpKind::FuncFunc; ++r) {
      for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next) {
        for (std::uint32_t a = 0; a < m.block(b).argCount; ++a) {
          ValueId arg = m.arg(b, a);
          if (changed(arg)) setSharding(m, arg, now.values[arg.value]);
        }
      }
    }
  }
  writeFunctions(m, flow, before, now);
}

}  // namespace shardlens
