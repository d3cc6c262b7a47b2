#include "engine/passes/attribute_rewrite.h"

#include <algorithm>
#include <unordered_map>

#include "engine/ir/each_op.h"

namespace shardlens {

ShardingPlace shardingPlace(OpKind kind) {
  switch (kind) {
    case OpKind::FuncFunc: return ShardingPlace::Function;
    case OpKind::SdyManualComputation:
    case OpKind::SdyNamedComputation: return ShardingPlace::Borders;
    case OpKind::SdyDataFlowEdge:
    case OpKind::SdyShardingConstraint:
    case OpKind::SdyReshard: return ShardingPlace::Single;
    default:
      return kind >= OpKind::SdyAllGather && kind <= OpKind::SdyReplicatedToUnreduced ? ShardingPlace::Collective : ShardingPlace::Results;
  }
}

AttrId AttributeRewrite::changed(AttrId dictionary, ShardingPlace place) {
  std::vector<AttrId>& known = known_[static_cast<std::size_t>(place)];
  if (dictionary.value >= known.size()) known.resize(module_.context().attrCount());
  AttrId made = known[dictionary.value];
  if (made) return made;
  made = change_(dictionary, place);
  known[dictionary.value] = made;
  return made;
}

bool AttributeRewrite::run(OpId root) {
  bool any = false;
  eachOp(module_, root, [&](OpId id) {
    AttrId was = module_.op(id).attrs;
    // A change may make operations, which moves all of them in memory.
    AttrId now = changed(was, shardingPlace(module_.op(id).kind));
    if (now == was) return;
    module_.op(id).attrs = now;
    any = true;
  });
  return any;
}

AttrId changeFunctionValues(Context& c, AttrId dictionary, const std::function<AttrId(AttrId)>& change) {
  for (std::string_view name : {std::string_view("arg_attrs"), std::string_view("res_attrs")}) {
    AttrId array = c.get(dictionary, name);
    if (!array) continue;
    std::vector<AttrId> entries(c.attr(array).subs.begin(), c.attr(array).subs.end());
    for (AttrId& entry : entries) entry = change(entry);
    bool empty = std::ranges::all_of(entries, [&](AttrId entry) { return entry == c.emptyDict(); });
    dictionary = c.with(dictionary, name, empty ? AttrId() : c.array(entries));
  }
  return dictionary;
}

AttrId without(Context& c, AttrId dictionary, std::span<const std::string_view> names) {
  for (std::string_view name : names) {
    if (c.get(dictionary, name)) dictionary = c.with(dictionary, name, {});
  }
  return dictionary;
}

namespace {

/// Finds shardings in the dictionaries of operations and puts what `change` makes of them in their place.
class ShardingsOfDictionary {
 public:
  ShardingsOfDictionary(Context& c, const ShardingRewrite& change) : c_(c), change_(change) {}

  AttrId operator()(AttrId dictionary, ShardingPlace place) {
    switch (place) {
      case ShardingPlace::Results: return perValue(dictionary, "sdy.sharding");
      case ShardingPlace::Single: return single(dictionary, "sharding");
      case ShardingPlace::Collective: return single(dictionary, "out_sharding");
      case ShardingPlace::Borders: return perValue(perValue(dictionary, "in_shardings"), "out_shardings");
      case ShardingPlace::Function:
        return changeFunctionValues(c_, dictionary, [this](AttrId entry) { return single(entry, "sdy.sharding"); });
    }
    return dictionary;
  }

 private:
  AttrId changedSharding(AttrId sharding) {
    auto [known, isNew] = known_.try_emplace(sharding);
    if (isNew) known->second = change_(sharding);
    return known->second;
  }

  AttrId single(AttrId dictionary, std::string_view name) {
    AttrId sharding = c_.get(dictionary, name);
    if (!sharding || c_.kind(sharding) != AttrKind::SdyTensorSharding) return dictionary;
    return c_.with(dictionary, name, changedSharding(sharding));
  }

  AttrId perValue(AttrId dictionary, std::string_view name) {
    AttrId list = c_.get(dictionary, name);
    if (!list || c_.kind(list) != AttrKind::SdyShardingPerValue) return dictionary;
    std::vector<AttrId> shardings(c_.attr(list).subs.begin(), c_.attr(list).subs.end());
    for (AttrId& sharding : shardings) sharding = changedSharding(sharding);
    return c_.with(dictionary, name, c_.attr({.kind = AttrKind::SdyShardingPerValue, .subs = shardings}));
  }

  Context& c_;
  const ShardingRewrite& change_;
  std::unordered_map<AttrId, AttrId> known_;
};

}  // namespace

bool changeShardings(Module& module, OpId root, const ShardingRewrite& change) {
  return AttributeRewrite(module, ShardingsOfDictionary(module.context(), change)).run(root);
}

}  // namespace shardlens
