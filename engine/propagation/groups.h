#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Values that must be sharded alike, as `sdy.sharding_group` says; a value in two groups joins them to one.
class ShardingGroups {
 public:
  explicit ShardingGroups(const Module& module);
  [[nodiscard]] bool empty() const { return byValue_.empty(); }
  /// All members of the group of `value`, itself included; empty where it is in none.
  [[nodiscard]] std::span<const ValueId> membersOf(ValueId value) const;
  struct Group {
    std::int64_t id = 0;
    std::vector<ValueId> members;
  };
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  std::vector<Group>& groups() { return groups_; }
  void rename(ValueId from, ValueId to);

 private:
  void add(std::int64_t id, ValueId value);
  std::vector<Group> groups_;  ///< by ascending id
  std::unordered_map<ValueId, std::size_t> byValue_;
};

/// What the written shardings of a group's members come to.
struct GroupSharding {
  AttrId sharding;        ///< of the first member that has a real one
  bool conflict = false;  ///< another member has a different one
};

GroupSharding commonSharding(const Context& c, const std::vector<AttrId>& members);

/// True when some group of the module has members with different shardings: constraints must be put between them first.
bool groupsConflict(const Module& module, const ShardingGroups& groups);

/// Gives the members of each group the sharding that one of them has; where they differ, puts an open constraint behind each and groups
/// those instead. Returns the warnings that the reference gives for these, at the operations that own the first member.
std::vector<std::pair<OpId, std::string>> syncGroups(Module& module, ShardingGroups& groups);

}  // namespace shardlens
