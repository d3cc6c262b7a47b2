#include "engine/propagation/rerun.h"

#include <algorithm>

namespace shardlens {

Rerun::Rerun(const Flow& flow, const Schedule& schedule, const ShardingGroups& groups, const Trace& earlier, const std::vector<AttrId>& now,
             VisitList& list)
    : flow_(flow),
      schedule_(schedule),
      groups_(groups),
      trace_(earlier),
      log_(*earlier.log),
      list_(list),
      then_(log_.start),
      differed_(then_.size(), 0),
      watched_(then_.size(), 0),
      isTouched_(schedule.size(), 0) {
  listGroups();
  for (ValueId value : log_.seen) differ(value);
  for (std::uint32_t v = 0; v < then_.size(); ++v)
    if (then_[v] != now[v]) differ(ValueId(v));
}

void Rerun::listGroups() {
  for (std::size_t g = 0; g < groups_.groups().size(); ++g)
    for (ValueId member : groups_.groups()[g].members)
      if (ValueId slot = flow_.slot(member)) groupOf_.emplace_back(slot, g);
  std::sort(groupOf_.begin(), groupOf_.end());
}

bool Rerun::repeats() const {
  return std::none_of(visits().begin(), visits().end(), [this](std::uint32_t place) { return isTouched_[place] != 0; }) &&
         std::none_of(changes().begin(), changes().end(), [this](const ShardingChange& c) { return differed_[c.value.value] != 0; });
}

// Where one of an operation's results, or of a block's arguments, is set first, the others are looked at too.
void Rerun::differ(ValueId slot) {
  if (differed_[slot.value]) return;
  differed_[slot.value] = 1;
  const Module& m = flow_.module();
  OpId def = m.definingOp(slot);
  ValueId first = def ? m.op(def).firstResult : m.block(m.owningBlock(slot)).firstArg;
  std::uint32_t count = def ? m.op(def).resultCount : m.block(m.owningBlock(slot)).argCount;
  bool ofFunction = !def && m.op(m.region(m.block(m.owningBlock(slot)).region).op).kind == OpKind::FuncFunc;
  if (ofFunction) return touchWithGroup(slot);
  for (std::uint32_t i = 0; i < count; ++i) touchWithGroup(ValueId(first.value + i));
}

// A change of one member of a group looks at all of them.
void Rerun::touchWithGroup(ValueId slot) {
  touchReaders(slot);
  auto at = std::lower_bound(groupOf_.begin(), groupOf_.end(), std::pair(slot, std::size_t{0}));
  for (; at != groupOf_.end() && at->first == slot; ++at) {
    for (ValueId member : groups_.groups()[at->second].members) {
      touchReaders(member);
      if (ValueId other = flow_.slot(member)) touchReaders(other);
    }
  }
}

void Rerun::touchReaders(ValueId slot) {
  for (std::uint32_t place : schedule_.readers(slot)) touch(place);
}

void Rerun::touch(std::uint32_t place) {
  if (isTouched_[place]) return;
  isTouched_[place] = 1;
  touched_.push_back(place);
  list_.setDue(place);
  OpId op = schedule_.op(place);
  auto watch = [this](ValueId slot) {
    if (slot) watched_[slot.value] = 1;
  };
  std::for_each(flow_.tensors(op).begin(), flow_.tensors(op).end(), watch);
  if (!Schedule::isBridge(flowClassOf(flow_.module().op(op).kind))) return;
  std::span<const ValueId> slots = schedule_.slots(schedule_.bridge(place));
  std::for_each(slots.begin(), slots.end(), watch);
}

void Rerun::passRepeated() {
  for (const ShardingChange& change : changes()) then_[change.value.value] = change.after;
  ++at_;
}

void Rerun::passPlayed(const std::vector<AttrId>& now) {
  for (const ShardingChange& change : changes())
    if (change.value) then_[change.value.value] = change.after;
  for (const ShardingChange& change : changes())
    if (change.value && then_[change.value.value] != now[change.value.value]) differ(change.value);
  ++at_;
}

void Rerun::compare(std::span<const ShardingChange> changes, const std::vector<AttrId>& now) {
  for (const ShardingChange& change : changes)
    if (change.value && then_[change.value.value] != now[change.value.value]) differ(change.value);
}

void Rerun::touchAll(std::span<const std::uint32_t> places) {
  for (std::uint32_t place : places) touch(place);
}

}  // namespace shardlens
