#pragma once

#include <unordered_map>
#include <vector>

#include "engine/ir/intern.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

/// Makes sharding rules and remembers them: operations with equal kind, attributes and types share one interned rule.
class RuleBook {
 public:
  RuleBook(const Module& module, bool conservative) : module_(module), conservative_(conservative) {}

  /// Rule of `op` (a SdyOpShardingRule): its own `sdy.sharding_rule`, else the one of its kind; invalid where it has none.
  AttrId ruleOf(OpId op);
  /// Rule that passes every dimension of `type` between so many operands and results; invalid for other types than static tensors.
  AttrId identityRule(TypeId type, std::uint32_t operands, std::uint32_t results);
  /// True where every operation of this kind has a rule, or is at least known.
  static bool hasRuleByKind(OpKind kind);
  /// Why `op` has no rule although its kind ought to be known, as the reference warns; empty otherwise.
  [[nodiscard]] std::string whyNone(OpId op) const;

  /// Rules made so far, those asked for again not counted.
  [[nodiscard]] std::size_t made() const { return rules_.size(); }

 private:
  struct Place {
    std::uint32_t first = 0, count = 0;
  };
  AttrId make(OpId op);
  AttrId makeIdentity(TypeId type, std::uint32_t operands, std::uint32_t results);
  void writeKey(OpId op, AttrId rest);
  /// What rules look at in a dictionary of attributes.
  struct Attributes {
    AttrId own;   ///< `sdy.sharding_rule`
    AttrId rest;  ///< the dictionary without shardings
    bool known = false;
  };
  const Attributes& attributes(AttrId dictionary);

  const Module& module_;
  bool conservative_;
  InternTable known_;
  std::vector<std::uint32_t> key_;   ///< of the operation asked for
  std::vector<std::uint32_t> keys_;  ///< of all rules, one after the other
  std::vector<Place> places_;        ///< of each rule's key
  std::vector<AttrId> rules_;
  std::vector<Attributes> attributes_;  ///< by AttrId
  std::unordered_map<std::uint64_t, AttrId> identities_;
};

/// Gives every operation its rule as `sdy.sharding_rule` (-sdy-populate-op-sharding-rules).
void populateRules(Module& module, bool conservative);

}  // namespace shardlens
