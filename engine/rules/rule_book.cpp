#include <algorithm>

#include "engine/rules/op_rules.h"
#include "engine/rules/rules.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

constexpr std::string_view kRule = "sdy.sharding_rule", kSharding = "sdy.sharding";

}  // namespace

const RuleBook::Attributes& RuleBook::attributes(AttrId dictionary) {
  if (dictionary.value >= attributes_.size()) attributes_.resize(dictionary.value + 1);
  Attributes& of = attributes_[dictionary.value];
  if (of.known) return of;
  Context& c = module_.context();
  AttrId own = c.get(dictionary, kRule);
  if (own && c.kind(own) == AttrKind::SdyOpShardingRule) of.own = own;
  of.rest = c.get(dictionary, kSharding) ? c.with(dictionary, kSharding, {}) : dictionary;
  of.known = true;
  return of;
}

void RuleBook::writeKey(OpId op, AttrId rest) {
  const Operation& o = module_.op(op);
  key_.clear();
  key_.push_back(static_cast<std::uint32_t>(o.kind) | o.operandCount << 16);
  key_.push_back(neighbourhoodOf({module_, op, conservative_}));
  key_.push_back(rest.value);
  for (std::uint32_t i = 0; i < o.operandCount; ++i) key_.push_back(module_.type(module_.operand(op, i)).value);
  for (std::uint32_t i = 0; i < o.resultCount; ++i) key_.push_back(module_.type(module_.result(op, i)).value);
}

AttrId RuleBook::make(OpId op) {
  RuleFn rule = ruleFnOf(module_.op(op).kind);
  if (!rule) return {};
  MaybeRule made = rule({module_, op, conservative_});
  return made ? encodeRule(module_.context(), *made) : AttrId();
}

AttrId RuleBook::ruleOf(OpId op) {
  const Attributes& of = attributes(module_.op(op).attrs);
  if (of.own) return of.own;
  if (!ruleFnOf(module_.op(op).kind)) return {};
  writeKey(op, of.rest);
  auto same = [&](std::uint32_t i) {
    const Place& p = places_[i];
    return p.count == key_.size() && std::equal(key_.begin(), key_.end(), keys_.begin() + p.first);
  };
  auto add = [&] {
    places_.push_back({static_cast<std::uint32_t>(keys_.size()), static_cast<std::uint32_t>(key_.size())});
    keys_.insert(keys_.end(), key_.begin(), key_.end());
    rules_.push_back(make(op));
    return static_cast<std::uint32_t>(rules_.size() - 1);
  };
  return rules_[known_.findOrAdd(hashBytes(key_.data(), key_.size() * sizeof(key_[0])), same, add)];
}

AttrId RuleBook::identityRule(TypeId type, std::uint32_t operands, std::uint32_t results) {
  std::uint64_t key = static_cast<std::uint64_t>(type.value) << 32 | operands << 16 | results;
  auto [it, isNew] = identities_.try_emplace(key);
  if (isNew) it->second = makeIdentity(type, operands, results);
  return it->second;
}

AttrId RuleBook::makeIdentity(TypeId type, std::uint32_t operands, std::uint32_t results) {
  Context& c = module_.context();
  if (!hasStaticShape(c, type)) return {};
  ShardingRule rule;
  auto shape = shapeOf(c, type);
  rule.factorSizes.assign(shape.begin(), shape.end());
  TensorMapping mapping;
  for (std::size_t dim = 0; dim < shape.size(); ++dim) mapping.push_back({static_cast<std::int64_t>(dim)});
  rule.operands.assign(operands, mapping);
  rule.results.assign(results, mapping);
  return encodeRule(c, rule);
}

bool RuleBook::hasRuleByKind(OpKind kind) { return kind != OpKind::StablehloCustomCall && ruleFnOf(kind); }

std::string RuleBook::whyNone(OpId op) const {
  OpKind kind = module_.op(op).kind;
  if (knownWithoutRule(kind) || module_.attribute(op, kRule)) return {};
  if (kind == OpKind::StablehloCustomCall) {
    AttrId target = module_.attribute(op, "call_target_name");
    std::string name(target ? module_.context().attr(target).text : std::string_view());
    return knownCustomCall(name) ? "" : "custom call @" + name + " is unknown to SDY sharding rule registry";
  }
  return ruleFnOf(kind) ? "" : "op '" + std::string(module_.name(op)) + "' is unknown to SDY sharding rule registry";
}

void populateRules(Module& module, bool conservative) {
  RuleBook book(module, conservative);
  walk(module, module.root(), [&](OpId op) {
    if (AttrId rule = book.ruleOf(op)) module.setAttribute(op, kRule, rule);
  });
}

}  // namespace shardlens
