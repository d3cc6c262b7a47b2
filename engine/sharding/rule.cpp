#include <algorithm>

#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

TensorMapping decodeMapping(Context& c, AttrId tensor) {
  TensorMapping mapping;
  for (AttrId dim : c.attr(tensor).subs) {
    auto factors = c.attr(dim).ints;
    mapping.emplace_back(factors.begin(), factors.end());
  }
  return mapping;
}

AttrId encodeMapping(Context& c, const TensorMapping& mapping) {
  std::vector<AttrId> dims;
  for (const DimMapping& dim : mapping) dims.push_back(c.attr({.kind = AttrKind::SdyDimMapping, .ints = dim}));
  return c.attr({.kind = AttrKind::SdyTensorMapping, .subs = dims});
}

bool holds(const std::vector<std::int64_t>& factors, std::int64_t factor) {
  return std::find(factors.begin(), factors.end(), factor) != factors.end();
}

}  // namespace

FactorKind ShardingRule::kind(std::int64_t factor) const {
  if (holds(reduction, factor)) return FactorKind::Reduction;
  if (holds(needReplication, factor)) return FactorKind::NeedReplication;
  if (holds(permutation, factor)) return FactorKind::Permutation;
  return FactorKind::PassThrough;
}

ShardingRule decodeRule(Context& c, AttrId attr) {
  const AttrData& data = c.attr(attr);
  ShardingRule rule;
  auto operands = static_cast<std::size_t>(data.ints[0]);
  for (std::size_t i = 0; i < data.subs.size(); ++i) {
    (i < operands ? rule.operands : rule.results).push_back(decodeMapping(c, data.subs[i]));
  }
  std::size_t at = 1;
  for (auto* list : {&rule.factorSizes, &rule.reduction, &rule.needReplication, &rule.permutation, &rule.blockedPropagation}) {
    auto items = data.ints.subspan(at + 1, static_cast<std::size_t>(data.ints[at]));
    list->assign(items.begin(), items.end());
    at += 1 + items.size();
  }
  rule.custom = data.sub == 1;
  return rule;
}

AttrId encodeRule(Context& c, const ShardingRule& rule) {
  std::vector<AttrId> subs;
  for (const TensorMapping& mapping : rule.operands) subs.push_back(encodeMapping(c, mapping));
  for (const TensorMapping& mapping : rule.results) subs.push_back(encodeMapping(c, mapping));
  std::vector<std::int64_t> ints{static_cast<std::int64_t>(rule.operands.size())};
  for (const auto* list : {&rule.factorSizes, &rule.reduction, &rule.needReplication, &rule.permutation, &rule.blockedPropagation}) {
    ints.push_back(static_cast<std::int64_t>(list->size()));
    ints.insert(ints.end(), list->begin(), list->end());
  }
  return c.attr({.kind = AttrKind::SdyOpShardingRule, .sub = rule.custom, .subs = subs, .ints = ints});
}

std::string factorSymbol(std::int64_t factor) {
  constexpr std::int64_t kLetters = 'z' - 'i';
  if (factor <= kLetters) return {static_cast<char>('i' + factor)};
  return "z_" + std::to_string(factor - kLetters);
}

}  // namespace shardlens
