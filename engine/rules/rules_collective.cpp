#include "engine/rules/int_lists.h"
#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

bool inside(std::span<const std::int64_t> shape, std::int64_t dim) { return dim >= 0 && dim < static_cast<std::int64_t>(shape.size()); }

// Dimensions that a collective of StableHLO exchanges must be whole; operand and result have a factor each.
void addExchanged(RuleBuilder& builder, const RuleView& v, std::int64_t dim) {
  builder.onOperands(dim, at(v.in(), dim), FactorKind::NeedReplication);
  builder.onResults(dim, at(v.out(), dim), FactorKind::NeedReplication);
}

MaybeRule exchangeRule(const RuleView& v, std::int64_t first, std::int64_t second) {
  if (v.operands() == 0 || v.results() == 0 || !inside(v.in(), first) || !inside(v.in(), second)) return std::nullopt;
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(v.in().size()); ++dim) {
    if (dim != first && dim != second) builder.everywhere(dim, at(v.in(), dim));
  }
  addExchanged(builder, v, first);
  if (second != first) addExchanged(builder, v, second);
  return builder.build();
}

}  // namespace

MaybeRule allGatherRule(const RuleView& v) {
  std::int64_t dim = v.integer("all_gather_dim");
  return exchangeRule(v, dim, dim);
}

MaybeRule allToAllRule(const RuleView& v) { return exchangeRule(v, v.integer("split_dimension"), v.integer("concat_dimension")); }

MaybeRule reduceScatterRule(const RuleView& v) {
  std::int64_t dim = v.integer("scatter_dimension");
  return exchangeRule(v, dim, dim);
}

}  // namespace shardlens
