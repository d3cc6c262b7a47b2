#include <algorithm>

#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

using Factors = std::vector<std::int64_t>;
using Seen = std::vector<bool>;

bool checkDimMapping(const CheckedPlace& at, const DimMapping& dim, const Factors& sizes, Seen* inTensor, Seen* seen) {
  if (dim.empty()) return at.fail("dim mapping must have at least one factor");
  for (std::int64_t factor : dim) {
    if (factor < 0 || factor >= static_cast<std::int64_t>(sizes.size())) {
      return at.fail(say("expecting factor indices to be within 0<=...<num_factors; received: ", factor, ", num_factors: ", sizes.size()));
    }
    auto f = static_cast<std::size_t>(factor);
    if ((*inTensor)[f]) return at.fail("cannot reuse factors for the same tensor value");
    if (sizes[f] == 1 && dim.size() > 1) return at.fail("dim mapping can't have a factor of size 1 if there are multiple factors");
    (*inTensor)[f] = true;
    (*seen)[f] = true;
  }
  return true;
}

bool checkMapping(const CheckedPlace& at, TypeId type, const TensorMapping& mapping, const Factors& sizes, Seen* seen) {
  const Context& c = at.v.context();
  if (rankOf(c, type) < 0 || std::any_of(shapeOf(c, type).begin(), shapeOf(c, type).end(), [](std::int64_t d) { return d == kDynamic; })) {
    return at.fail("expected a ranked tensor with a static shape. type: " + at.v.text(type));
  }
  auto rank = static_cast<std::size_t>(rankOf(c, type));
  if (mapping.size() != rank) return at.fail(say("mapping rank must match: ", mapping.size(), " != ", rank));
  Seen inTensor(sizes.size());
  for (const DimMapping& dim : mapping) {
    if (!checkDimMapping(at, dim, sizes, &inTensor, seen)) return false;
  }
  return true;
}

bool checkMappings(Verifier& v, OpId op, std::span<const TypeId> types, const std::vector<TensorMapping>& mappings, const Factors& sizes,
                   Seen* seen, std::string_view kind) {
  if (types.size() != mappings.size()) {
    return v.opError(op, say("number of ", kind, "s and mappings must match: ", types.size(), " != ", mappings.size()));
  }
  if (mappings.empty()) {
    return v.opError(op,
                     say("number of ", kind, "s mappings cannot be 0. Op sharding rules can only be defined on operations with at least ",
                         "one operand and result."));
  }
  std::string before = say(kind, " ");
  CheckedPlace at{v, op, before, types.size() == 1 ? CheckedPlace::Index::Dash : CheckedPlace::Index::Number};
  for (at.index = 0; at.index < types.size(); ++at.index) {
    if (!checkMapping(at, types[at.index], mappings[at.index], sizes, seen)) return false;
  }
  return true;
}

bool checkSpecial(Verifier& v, OpId op, const Factors& factors, std::size_t count) {
  if (factors.empty()) return true;
  if (!std::is_sorted(factors.begin(), factors.end())) return v.opError(op, "indices of special factors must be sorted");
  if (std::adjacent_find(factors.begin(), factors.end()) != factors.end())
    return v.opError(op, "indices of special factors must be unique");
  if (factors.front() < 0) return v.opError(op, "index must be non-negative");
  if (factors.back() < static_cast<std::int64_t>(count)) return true;
  return v.opError(op, say("index must be less than ", count, ", got: ", factors.back()));
}

bool checkAllUsed(Verifier& v, OpId op, const ShardingRule& rule, const Seen& inOperands, const Seen& inResults) {
  for (std::size_t f = 0; f < rule.factorSizes.size(); ++f) {
    if (inOperands[f] || inResults[f]) continue;
    return v.opError(op, say("has factor ", factorSymbol(static_cast<std::int64_t>(f)), "=", rule.factorSizes[f],
                             " that isn't used in operand and result mappings"));
  }
  return true;
}

bool checkSpecials(Verifier& v, OpId op, const ShardingRule& rule) {
  Factors special;
  for (const Factors* kind : {&rule.reduction, &rule.needReplication, &rule.permutation}) {
    if (!checkSpecial(v, op, *kind, rule.factorSizes.size())) return false;
    special.insert(special.end(), kind->begin(), kind->end());
  }
  std::sort(special.begin(), special.end());
  if (std::adjacent_find(special.begin(), special.end()) != special.end()) {
    return v.opError(op, "a factor can only be in one of the reduction, need replication, or permutation factor sets");
  }
  return checkSpecial(v, op, rule.blockedPropagation, rule.factorSizes.size());
}

}  // namespace

bool checkShardingRule(Verifier& v, OpId op, AttrId attr) {
  OpCheck o(v, op);
  ShardingRule rule = decodeRule(v.context(), attr);
  Seen inOperands(rule.factorSizes.size()), inResults(rule.factorSizes.size());
  if (!checkMappings(v, op, o.operandTypes(), rule.operands, rule.factorSizes, &inOperands, "operand")) return false;
  if (!checkMappings(v, op, o.resultTypes(), rule.results, rule.factorSizes, &inResults, "result")) return false;
  if (!checkAllUsed(v, op, rule, inOperands, inResults) || !checkSpecials(v, op, rule)) return false;
  for (std::int64_t factor : rule.reduction) {
    if (inResults[static_cast<std::size_t>(factor)]) return v.opError(op, "reduction factor cannot be in result mappings");
  }
  return true;
}

}  // namespace shardlens
