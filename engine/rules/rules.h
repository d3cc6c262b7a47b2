#pragma once

#include "engine/sharding/sharding.h"

namespace shardlens {

/// Makes sharding rules and remembers them: operations with equal kind, attributes and types share one interned rule.
class RuleBook {
 public:
  RuleBook(const Module& module, bool conservative);
  /// Rule of `op` (a SdyOpShardingRule): its own `sdy.sharding_rule`, else the one of its kind; invalid where it has none.
  AttrId ruleOf(OpId op);

 private:
  AttrId make(OpId op);
  const Module& module_;
  bool conservative_;
  InternTable known_;
  struct Entry;
  std::vector<std::shared_ptr<Entry>> entries_;
};

/// Gives every operation its rule as `sdy.sharding_rule` (-sdy-populate-op-sharding-rules).
void populateRules(Module& module, bool conservative);

}  // namespace shardlens
