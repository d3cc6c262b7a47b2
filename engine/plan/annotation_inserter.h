#pragma once

#include <map>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Puts constraints and groups into a program, and takes constraints out. Uses of values stay in the order in which a reader of the written
/// text would meet them, since propagation depends on it.
class AnnotationInserter {
 public:
  explicit AnnotationInserter(Module& module) : m_(module) {}

  /// Takes out a constraint of the text: what used it uses what it constrained.
  void leaveOut(OpId constraint);
  /// Puts `value` into these groups only.
  void group(ValueId value, const std::vector<std::int64_t>& groups);
  /// Puts a constraint behind `value`; all its uses but those of groups are the constraint's then.
  void constrain(ValueId value, AttrId sharding);

 private:
  AttrId attributes(std::string_view name, AttrId value) { return m_.context().with(m_.context().emptyDict(), name, value); }
  [[nodiscard]] bool isGroup(UseId use) const { return m_.op(m_.use(use).owner).kind == OpKind::SdyShardingGroup; }
  [[nodiscard]] bool isInserted(UseId use) const { return m_.use(use).owner.value >= opened_; }
  [[nodiscard]] ValueId standing(ValueId value) const;
  OpId insert(ValueId value, OpKind kind, AttrId attrs, std::span<const TypeId> results);
  /// Uses of a value, newest first.
  [[nodiscard]] std::vector<UseId> usesOf(ValueId value) const;
  /// The uses of `value` taken off it; those of groups that were inserted before stay.
  std::vector<UseId> taken(ValueId value);
  void giveBack(const std::vector<UseId>& uses, ValueId to, ValueId toOfGroups);

  Module& m_;
  std::uint32_t opened_ = static_cast<std::uint32_t>(m_.opCount());
  std::map<ValueId, OpId> last_;        ///< group inserted last behind a value
  std::map<ValueId, ValueId> instead_;  ///< what stands for the result of a constraint that was left out
};

}  // namespace shardlens
