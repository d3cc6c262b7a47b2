#include "engine/propagation/groups.h"

#include <algorithm>
#include <map>

#include "engine/ir/each_op.h"
#include "engine/sharding/owner.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

ShardingGroups::ShardingGroups(const Module& module) {
  bool any = false;
  for (std::uint32_t o = 0; o < module.opCount() && !any; ++o) any = module.op(OpId(o)).kind == OpKind::SdyShardingGroup;
  if (!any) return;
  std::map<std::int64_t, std::vector<ValueId>> byId;
  eachOp(module, module.root(), [&](OpId op) {
    if (module.op(op).kind != OpKind::SdyShardingGroup) return;
    AttrId id = module.attribute(op, "group_id");
    if (id) byId[module.context().attr(id).ints[0]].push_back(module.operand(op, 0));
  });
  for (auto& [id, values] : byId) {
    for (ValueId value : values) add(id, value);
  }
}

void ShardingGroups::add(std::int64_t id, ValueId value) {
  auto known = byValue_.find(value);
  bool elsewhere = known != byValue_.end() && groups_[known->second].id != id;
  if (!elsewhere && (groups_.empty() || groups_.back().id != id)) groups_.push_back({id, {}});
  std::size_t group = elsewhere ? known->second : groups_.size() - 1;
  if (elsewhere && groups_.back().id == id) {
    // The group that was begun goes on in the one that holds its member already.
    for (ValueId member : groups_.back().members) byValue_[member] = group;
    auto& into = groups_[group].members;
    into.insert(into.end(), groups_.back().members.begin(), groups_.back().members.end());
    groups_.pop_back();
  }
  groups_[group].members.push_back(value);
  byValue_[value] = group;
}

std::span<const ValueId> ShardingGroups::membersOf(ValueId value) const {
  if (byValue_.empty()) return {};
  auto it = byValue_.find(value);
  return it == byValue_.end() ? std::span<const ValueId>() : std::span<const ValueId>(groups_[it->second].members);
}

void ShardingGroups::rename(ValueId from, ValueId to) {
  auto it = byValue_.find(from);
  if (it == byValue_.end()) return;
  std::size_t group = it->second;
  byValue_.erase(it);
  byValue_[to] = group;
}

namespace {

// Replicated and unreduced axes are not looked at, as in the reference.
bool shardsNothing(const Context& c, AttrId sharding) {
  const AttrData& data = c.attr(sharding);
  auto dims = data.subs.subspan(1, static_cast<std::size_t>(data.ints[0]));
  return std::all_of(dims.begin(), dims.end(), [&](AttrId dim) { return c.attr(dim).subs.empty() && c.attr(dim).sub == 0; });
}

std::vector<AttrId> shardingsOf(const Module& module, const std::vector<ValueId>& members) {
  std::vector<AttrId> all;
  all.reserve(members.size());
  for (ValueId member : members) all.push_back(shardingOf(module, member));
  return all;
}

// An open constraint behind `member` that all its uses go through.
ValueId constrain(Module& m, ValueId member, AttrId sharding) {
  Context& c = m.context();
  AttrId open = replicatedSharding(c, static_cast<std::size_t>(c.attr(sharding).ints[0]), c.attr(sharding).subs[0], false);
  TypeId type = m.type(member);
  OpId made = m.create({.kind = OpKind::SdyShardingConstraint,
                        .attrs = c.dict({{c.str("sharding"), open}}),
                        .loc = m.location(member),
                        .operands = {&member, 1},
                        .results = {&type, 1}});
  if (OpId def = m.definingOp(member)) {
    m.insertAfter(def, made);
  } else if (OpId first = m.block(m.owningBlock(member)).firstOp) {
    m.insertBefore(first, made);
  } else {
    m.append(m.owningBlock(member), made);
  }
  for (UseId use = m.value(member).firstUse; use;) {
    UseId next = m.use(use).next;
    if (m.use(use).owner != made) m.setOperand(use, m.result(made));
    use = next;
  }
  return m.result(made);
}

std::string conflictWarning(std::int64_t id) {
  return "The initial operand shardings on the sharding groups of groupID: " + std::to_string(id) +
         " do not match. Inserting an open sharding constraint to all constrained values. This can be caused when shardings from different "
         "values are grouped (e.g. from jax.shard_alike) but have separate inconsistent sharding constraints on them.";
}

}  // namespace

GroupSharding commonSharding(const Context& c, const std::vector<AttrId>& members) {
  GroupSharding common;
  if (members.size() == 1) return {members.front(), false};
  for (AttrId sharding : members) {
    if (!sharding || shardsNothing(c, sharding)) continue;
    if (common.sharding && sharding != common.sharding) {
      common.conflict = true;
      break;
    }
    common.sharding = sharding;
  }
  return common;
}

bool groupsConflict(const Module& module, const ShardingGroups& groups) {
  return std::any_of(groups.groups().begin(), groups.groups().end(), [&](const ShardingGroups::Group& group) {
    return commonSharding(module.context(), shardingsOf(module, group.members)).conflict;
  });
}

std::vector<std::pair<OpId, std::string>> syncGroups(Module& module, ShardingGroups& groups) {
  std::vector<std::pair<OpId, std::string>> warnings;
  for (ShardingGroups::Group& group : groups.groups()) {
    GroupSharding common = commonSharding(module.context(), shardingsOf(module, group.members));
    if (!common.sharding) continue;
    if (common.conflict) warnings.emplace_back(ownerOf(module, group.members.front()), conflictWarning(group.id));
    for (ValueId& member : group.members) {
      if (!common.conflict) {
        setSharding(module, member, common.sharding);
        continue;
      }
      ValueId constrained = constrain(module, member, common.sharding);
      groups.rename(member, constrained);
      member = constrained;
    }
  }
  return warnings;
}

}  // namespace shardlens
