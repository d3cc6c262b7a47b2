#include "engine/plan/moments.h"

#include <algorithm>

#include "engine/propagation/step_slots.h"

namespace shardlens {

namespace {

constexpr std::uint32_t kNever = 0xFFFFFFFFU;

}  // namespace

Moments::Moments(PlanPtr plan) : plan_(std::move(plan)), flow_(std::make_unique<Flow>(*plan_->imported)) {
  listMoments();
  listOpened();
  listChanges();
}

Moments::~Moments() = default;

// Changes that stand between those of two steps are an opening.
void Moments::listMoments() {
  const Trace& trace = plan_->trace;
  moments_.reserve(trace.steps.size() + trace.standoffs.size() + 8);
  ofStep_.reserve(trace.steps.size());
  std::uint32_t next = 0, standoff = 0;
  auto openingUntil = [&](std::uint32_t change) {
    if (change > next) moments_.push_back({next, change - next, 0, MomentKind::Opening});
    next = std::max(next, change);
  };
  for (std::uint32_t s = 0; s <= trace.steps.size(); ++s) {
    for (; standoff < trace.standoffs.size() && trace.standoffs[standoff].stepsBefore == s; ++standoff) {
      openingUntil(trace.standoffs[standoff].visit.firstChange);
      moments_.push_back({next, 0, standoff, MomentKind::Standoff});
    }
    openingUntil(s < trace.steps.size() ? trace.steps[s].firstChange : static_cast<std::uint32_t>(trace.changes.size()));
    if (s == trace.steps.size()) break;
    ofStep_.push_back(static_cast<std::uint32_t>(moments_.size()));
    moments_.push_back({next, trace.steps[s].changeCount, s, MomentKind::Step});
    next += trace.steps[s].changeCount;
  }
}

const Step* Moments::visitAt(std::size_t moment) const {
  const Moment& at = moments_[moment];
  switch (at.kind) {
    case MomentKind::Step: return &plan_->trace.steps[at.index];
    case MomentKind::Standoff: return &plan_->trace.standoffs[at.index].visit;
    case MomentKind::Opening: break;
  }
  return nullptr;
}

std::size_t Moments::stepsAmong(std::size_t done) const {
  return static_cast<std::size_t>(std::lower_bound(ofStep_.begin(), ofStep_.end(), done) - ofStep_.begin());
}

void Moments::listOpened() {
  const std::vector<ValueId>& slotOf = *plan_->slotOf;
  const Origins& origins = *plan_->origins;
  firstOpened_.assign(slotOf.size() + 1, 0);
  auto each = [&](auto&& visit) {
    for (std::uint32_t v = 0; v < slotOf.size(); ++v)
      if (ValueId opened = origins.opened(ValueId(v)); opened && slotOf[v]) visit(slotOf[v], opened);
  };
  each([&](ValueId slot, ValueId) { ++firstOpened_[slot.value + 1]; });
  for (std::size_t i = 1; i < firstOpened_.size(); ++i) firstOpened_[i] += firstOpened_[i - 1];
  opened_.resize(firstOpened_.back());
  std::vector<std::uint32_t> next(firstOpened_.begin(), firstOpened_.end() - 1);
  each([&](ValueId slot, ValueId opened) { opened_[next[slot.value]++] = opened; });
}

// A moment is listed once for a value, however many of its copies it changes.
void Moments::listChanges() {
  std::vector<std::uint32_t> last(plan_->opened->valueCount(), kNever);
  auto each = [&](auto&& visit) {
    std::fill(last.begin(), last.end(), kNever);
    for (std::uint32_t i = 0; i < moments_.size(); ++i) {
      for (const ShardingChange& change : changes(i)) {
        if (!change.value) continue;
        for (ValueId opened : openedOf(change.value)) {
          if (last[opened.value] == i) continue;
          last[opened.value] = i;
          visit(opened, i);
        }
      }
    }
  };
  firstChanging_.assign(last.size() + 1, 0);
  each([&](ValueId opened, std::uint32_t) { ++firstChanging_[opened.value + 1]; });
  for (std::size_t i = 1; i < firstChanging_.size(); ++i) firstChanging_[i] += firstChanging_[i - 1];
  changing_.resize(firstChanging_.back());
  std::vector<std::uint32_t> next(firstChanging_.begin(), firstChanging_.end() - 1);
  each([&](ValueId opened, std::uint32_t moment) { changing_[next[opened.value]++] = moment; });
}

std::span<const std::uint32_t> Moments::changing(ValueId opened) const {
  if (opened.value + std::size_t{1} >= firstChanging_.size()) return {};
  return {changing_.data() + firstChanging_[opened.value], firstChanging_[opened.value + 1] - firstChanging_[opened.value]};
}

std::span<const ValueId> Moments::openedOf(ValueId slot) const {
  if (slot.value + std::size_t{1} >= firstOpened_.size()) return {};
  return {opened_.data() + firstOpened_[slot.value], firstOpened_[slot.value + 1] - firstOpened_[slot.value]};
}

std::vector<ValueId> Moments::tensors(const Step& step) const {
  std::vector<ValueId> tensors = tensorsOfStep(*flow_, plan_->trace, step);
  for (ValueId& tensor : tensors) tensor = tensor ? plan_->origins->opened(tensor) : ValueId();
  return tensors;
}

OpId Moments::edgeOwner(OpId imported) const {
  return plan_->imported->op(imported).kind == OpKind::SdyDataFlowEdge ? flow_->edgeOwnerOp(imported) : OpId();
}

}  // namespace shardlens
