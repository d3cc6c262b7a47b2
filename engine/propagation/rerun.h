#pragma once

#include "engine/propagation/groups.h"
#include "engine/propagation/run_log.h"
#include "engine/propagation/trace.h"
#include "engine/propagation/visit_list.h"

namespace shardlens {

/// Follows an earlier run beside a new one that began with other shardings, and says which of its stretches come out the same.
///
/// A visit looks at the shardings of few slots. While a stretch visits no operation that looks at a slot in which the runs ever differed,
/// and changes no such slot, it does again what it did. Operations near a difference are touched, once and for all: what they do is found
/// out by visiting them.
class Rerun {
 public:
  /// The new run begins with the shardings `now`; operations that look at what is different become due on `list`.
  Rerun(const Flow& flow, const Schedule& schedule, const ShardingGroups& groups, const Trace& earlier, const std::vector<AttrId>& now,
        VisitList& list);

  /// Place at which the earlier run's next stretch begins; RunLog::kResults at the end of its iteration.
  [[nodiscard]] std::uint32_t next() const { return log_.stretches[at_].place; }
  /// True when the next stretch comes out the same.
  [[nodiscard]] bool repeats() const;
  /// True when some touched operation looks at `slot`.
  [[nodiscard]] bool watched(ValueId slot) const { return watched_[slot.value] != 0; }
  /// Operations that are visited in every iteration.
  [[nodiscard]] const std::vector<std::uint32_t>& touched() const { return touched_; }

  [[nodiscard]] std::span<const std::uint32_t> visits() const { return part(log_.visits, &RunLog::Stretch::visitEnd); }
  [[nodiscard]] std::span<const Step> steps() const { return part(trace_.steps, &RunLog::Stretch::stepEnd); }
  [[nodiscard]] std::span<const ShardingChange> changes() const { return part(trace_.changes, &RunLog::Stretch::changeEnd); }
  [[nodiscard]] std::span<const Standoff> standoffs() const { return part(trace_.standoffs, &RunLog::Stretch::standoffEnd); }
  /// Numbers of the next stretch's first step and change in the earlier trace.
  [[nodiscard]] std::uint32_t firstStep() const { return at_ ? log_.stretches[at_ - 1].stepEnd : 0; }
  [[nodiscard]] std::uint32_t firstChange() const { return at_ ? log_.stretches[at_ - 1].changeEnd : 0; }

  /// The next stretch was repeated.
  void passRepeated();
  /// The next stretch was played again, which may have come out differently and led to the shardings `now`.
  void passPlayed(const std::vector<AttrId>& now);
  /// The new run made `changes`, which led to the shardings `now`; the earlier run stands at the same moment.
  void compare(std::span<const ShardingChange> changes, const std::vector<AttrId>& now);
  /// These operations may have been visited at other moments than in the earlier run.
  void touchAll(std::span<const std::uint32_t> places);

 private:
  template <typename T>
  std::span<const T> part(const std::vector<T>& all, std::uint32_t RunLog::Stretch::*end) const {
    std::uint32_t first = at_ ? log_.stretches[at_ - 1].*end : 0;
    return {all.data() + first, log_.stretches[at_].*end - first};
  }
  void listGroups();
  void differ(ValueId slot);
  void touchWithGroup(ValueId slot);
  void touchReaders(ValueId slot);
  void touch(std::uint32_t place);

  const Flow& flow_;
  const Schedule& schedule_;
  const ShardingGroups& groups_;
  const Trace& trace_;
  const RunLog& log_;
  VisitList& list_;
  std::size_t at_ = 0;
  std::vector<AttrId> then_;                       ///< shardings of the earlier run at this moment
  std::vector<unsigned char> differed_, watched_;  ///< by slot
  std::vector<unsigned char> isTouched_;           ///< by place
  std::vector<std::uint32_t> touched_;
  std::vector<std::pair<ValueId, std::size_t>> groupOf_;  ///< slots of the groups' members with their groups, sorted
};

}  // namespace shardlens
