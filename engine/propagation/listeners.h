#pragma once

#include "engine/propagation/liveness.h"

namespace shardlens {

/// Which operations are to be visited again when the sharding of a value changed, in the order in which the reference lists them.
///
/// That follows from the structure of the program, so each list is made once; only operations that went meanwhile make a difference.
class Listeners {
 public:
  Listeners(const Schedule& schedule, const Flow& flow) : schedule_(schedule), flow_(flow), m_(flow.module()), lists_(m_.valueCount()) {}

  /// Calls `tell(place)` for each; the same one may come more than once.
  template <typename Tell>
  void forEach(ValueId value, const Liveness& live, Tell&& tell) {
    List list = lists_[value.value];
    if (!list.end) list = make(value, nullptr);
    bool own = list.throughCalls && !live.dropped().empty();
    if (own) list = make(value, &live);
    for (std::uint32_t i = list.first; i < list.end; ++i) {
      // A source of an edge counts as long as the operation that uses it is there.
      std::uint32_t place = entries_[i];
      if (place & kIfThere) {
        ++i;
        if (live.erased(schedule_.op(place & ~kIfThere))) continue;
        place = entries_[i];
      }
      tell(place);
    }
    if (own) entries_.resize(list.first);
  }

 private:
  static constexpr std::uint32_t kIfThere = 0x80000000U;
  struct List {
    std::uint32_t first = 0;
    std::uint32_t end : 31 = 0;  ///< 0: not made yet
    std::uint32_t throughCalls : 1 = 0;
  };
  /// The list of `value`; calls that went are left out where `live` is given, and then it is not kept.
  List make(ValueId value, const Liveness* live);
  void addUsers(ValueId value, const Liveness* live);
  void addTerminator(UseId use, const Liveness* live);
  void add(OpId op);
  /// True the first time that `value` is met through calls, where it could be met again and again.
  bool meet(ValueId value);

  const Schedule& schedule_;
  const Flow& flow_;
  const Module& m_;
  std::vector<List> lists_;  ///< by value
  std::vector<std::uint32_t> entries_;
  std::vector<ValueId> targets_, met_;  ///< of the list being made
  bool throughCalls_ = false;           ///< it leads into or out of a function that is called
};

}  // namespace shardlens
