#include "engine/plan/annotation_inserter.h"

#include <algorithm>

namespace shardlens {

void AnnotationInserter::leaveOut(OpId constraint) {
  ValueId input = m_.operand(constraint, 0), result = m_.result(constraint);
  std::vector<UseId> uses = usesOf(input);
  std::erase(uses, m_.operandUse(constraint, 0));
  for (UseId use : usesOf(result)) uses.push_back(use);
  std::sort(uses.begin(), uses.end(), [](UseId a, UseId b) { return a.value > b.value; });
  for (UseId use : uses) m_.setOperand(use, {});
  m_.erase(constraint);
  giveBack(uses, input, input);
  instead_[result] = input;
}

void AnnotationInserter::group(ValueId value, const std::vector<std::int64_t>& groups) {
  value = standing(value);
  for (UseId use : usesOf(value))
    if (isGroup(use) && !isInserted(use)) m_.erase(m_.use(use).owner);
  std::vector<UseId> uses = taken(value);
  for (std::int64_t id : groups) last_[value] = insert(value, OpKind::SdyShardingGroup, attributes("group_id", m_.context().i64(id)), {});
  giveBack(uses, value, value);
}

void AnnotationInserter::constrain(ValueId value, AttrId sharding) {
  value = standing(value);
  std::vector<UseId> uses = taken(value);
  TypeId type = m_.type(value);
  OpId made = insert(value, OpKind::SdyShardingConstraint, attributes("sharding", sharding), {&type, 1});
  giveBack(uses, m_.result(made), value);
}

ValueId AnnotationInserter::standing(ValueId value) const {
  for (auto it = instead_.find(value); it != instead_.end(); it = instead_.find(value)) value = it->second;
  return value;
}

OpId AnnotationInserter::insert(ValueId value, OpKind kind, AttrId attrs, std::span<const TypeId> results) {
  OpId def = m_.definingOp(value);
  AttrId loc = def ? m_.op(def).loc : m_.value(value).loc;
  Offset source = def ? m_.op(def).source : m_.value(value).source;
  OpId made = m_.create({.kind = kind, .attrs = attrs, .loc = loc, .source = source, .operands = {&value, 1}, .results = results});
  auto last = last_.find(value);
  if (OpId behind = last != last_.end() ? last->second : def) {
    m_.insertAfter(behind, made);
  } else if (OpId first = m_.block(m_.owningBlock(value)).firstOp) {
    m_.insertBefore(first, made);
  } else {
    m_.append(m_.owningBlock(value), made);
  }
  return made;
}

std::vector<UseId> AnnotationInserter::usesOf(ValueId value) const {
  std::vector<UseId> uses;
  for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) uses.push_back(use);
  return uses;
}

std::vector<UseId> AnnotationInserter::taken(ValueId value) {
  std::vector<UseId> uses = usesOf(value);
  std::erase_if(uses, [&](UseId use) { return isGroup(use) && isInserted(use); });
  for (UseId use : uses) m_.setOperand(use, {});
  return uses;
}

void AnnotationInserter::giveBack(const std::vector<UseId>& uses, ValueId to, ValueId toOfGroups) {
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) m_.setOperand(*use, isGroup(*use) ? toOfGroups : to);
}

}  // namespace shardlens
