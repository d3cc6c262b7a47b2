#include <algorithm>

#include "engine/propagation/fixpoint.h"

namespace shardlens {

bool Fixpoint::run(const Phase& phase) {
  enter(phase);
  playResults();
  if (!sweep()) return false;
  playResults();
  return true;
}

void Fixpoint::repeat(const Trace& earlier) {
  trace_->steps.reserve(earlier.steps.size());
  trace_->changes.reserve(earlier.changes.size());
  trace_->standoffs.reserve(earlier.standoffs.size());
  log_->visits.reserve(earlier.log->visits.size());
  log_->stretches.reserve(earlier.log->stretches.size());
  rerun_.emplace(flow_, schedule_, inputs_.groups, earlier, state_.values, list_);
}

// Where an earlier run stopped and something happened, this one stops as well: what it repeats is not found to be due here.
bool Fixpoint::sweep() {
  for (std::uint32_t due = list_.ahead();;) {
    std::uint32_t known = rerun_ ? rerun_->next() : RunLog::kResults;
    std::uint32_t place = std::min(due, known);
    if (place == VisitList::kNone) return true;
    list_.stopAt(place);
    bool moreDue = place == due;
    if (place == known && repeatable(place)) {
      moreDue = repeatStretch(place) || moreDue;
    } else {
      if (!play(place)) return false;
      moreDue = true;
    }
    if (moreDue) due = list_.ahead();
  }
}

// Unused operations are not in what the log knows: they go again.
bool Fixpoint::repeatable(std::uint32_t place) const {
  return rerun_->repeats() && (iteration_ != 1 || schedule_.unused().empty() || !live_.dead(schedule_.op(place)));
}

// All that the sweep's stop at `place` leads to. False when cancelled.
bool Fixpoint::play(std::uint32_t place) {
  constexpr std::uint64_t kPollEvery = 4096;
  Mark since = mark();
  bool known = rerun_ && rerun_->next() == place;
  bool same = known && rerun_->repeats();
  for (std::uint32_t at = place; at != VisitList::kNone; at = list_.pop()) {
    if (progress_ && ++visited_ % kPollEvery == 0) {
      if (progress_->cancelled()) return false;
      progress_->report(list_.swept(), schedule_.size());
    }
    visit(at);
  }
  Mark now = mark();
  if (rerun_ && (known || did(since, now))) {
    std::span<const std::uint32_t> visits = std::span(log_->visits).subspan(since.visits);
    if (known && !same) rerun_->touchAll(rerun_->visits());
    if (known) rerun_->passPlayed(state_.values);
    rerun_->compare(std::span(trace_->changes).subspan(since.changes), state_.values);
    if (!same) rerun_->touchAll(visits);
  }
  close(place, since);
  return true;
}

void Fixpoint::playResults() {
  Mark since = mark();
  propagateFuncResults();
  if (rerun_) {
    rerun_->passPlayed(state_.values);
    rerun_->compare(std::span(trace_->changes).subspan(since.changes), state_.values);
  }
  close(RunLog::kResults, since);
}

// True when an operation became due.
bool Fixpoint::repeatStretch(std::uint32_t place) {
  Mark since = mark();
  bool due = false;
  auto stepShift = static_cast<std::uint32_t>(since.steps) - rerun_->firstStep();
  auto changeShift = static_cast<std::uint32_t>(since.changes) - rerun_->firstChange();
  for (Step step : rerun_->steps()) {
    step.firstChange += changeShift;
    trace_->steps.push_back(step);
  }
  for (const ShardingChange& change : rerun_->changes()) {
    trace_->changes.push_back(change);
    state_.values[change.value.value] = change.after;
    if (!rerun_->watched(change.value)) continue;
    setDue(change.value);
    due = true;
  }
  for (Standoff standoff : rerun_->standoffs()) {
    standoff.visit.firstChange += changeShift;
    standoff.stepsBefore += stepShift;
    trace_->standoffs.push_back(standoff);
    lastStandoff(standoff.visit.op) = standoff.visit.pure + 1;
  }
  std::span<const std::uint32_t> visits = rerun_->visits();
  log_->visits.insert(log_->visits.end(), visits.begin(), visits.end());
  rerun_->passRepeated();
  ++log_->repeated;
  close(place, since);
  return due;
}

Fixpoint::Mark Fixpoint::mark() const {
  if (!log_) return {};
  return {log_->visits.size(), trace_->steps.size(), trace_->changes.size(), trace_->standoffs.size()};
}

bool Fixpoint::did(const Mark& since, const Mark& now) { return since.steps != now.steps || since.standoffs != now.standoffs; }

// Ends a stretch of the log; one that did nothing leaves no mark.
void Fixpoint::close(std::uint32_t place, const Mark& since) {
  if (!log_) return;
  Mark now = mark();
  if (place != RunLog::kResults && !did(since, now)) return log_->visits.resize(since.visits);
  auto end = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
  log_->stretches.push_back({place, end(now.visits), end(now.steps), end(now.changes), end(now.standoffs)});
}

}  // namespace shardlens
