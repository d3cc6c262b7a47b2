#include "app/stepper/stepper.h"

#include <algorithm>

namespace shardlens::app {

namespace {

constexpr int kFastestTickMs = 40;
constexpr double kFollowed = 5;  // steps a second

}  // namespace

Stepper::Stepper(QObject* parent) : QObject(parent) {
  connect(&timer_, &QTimer::timeout, this, &Stepper::tick);
  setSpeed(speed_);
}

void Stepper::setSnapshot(SnapshotPtr base) {
  play(false);
  bool sameProgram = base && base_ && base->outline == base_->outline;
  base_ = shown_ = std::move(base);
  index_.reset();
  if (!sameProgram && !breakpoints_.empty()) {
    breakpoints_.clear();
    emit breakpointsChanged();
  }
  emit planChanged();
}

void Stepper::setIndex(const std::shared_ptr<StepIndex>& index) {
  if (!index || index->base != base_) return;
  if (!index_) index_ = index;
  emit indexArrived();
}

bool Stepper::ensure() const {
  if (!index_ && ready()) index_ = makeStepIndex(base_);
  return index_ != nullptr;
}

std::size_t Stepper::size() const { return ensure() ? all().size() : 0; }

std::size_t Stepper::done() const { return ensure() ? replay().done() : 0; }

std::size_t Stepper::stepsDone() const { return atEnd() ? steps() : all().stepsAmong(replay().done()); }

std::shared_ptr<const Moments> Stepper::moments() const { return ensure() ? index_->moments : nullptr; }

std::shared_ptr<const StepFacts> Stepper::facts() const { return ensure() ? index_->facts : nullptr; }

void Stepper::arrive(Way way, ValueId value) {
  shown_ = index_->maker->make();
  emit moved(way, value);
}

void Stepper::jump(std::size_t done, Way way) {
  if (!ensure()) return;
  replay().jump(done);
  arrive(way);
}

void Stepper::jumpToStep(std::size_t steps) {
  if (!ensure()) return;
  steps = std::min(steps, all().stepCount());
  jump(steps == 0 ? 0 : all().ofStep(static_cast<std::uint32_t>(steps - 1)) + 1);
}

void Stepper::last() {
  if (!ensure()) return;
  play(false);
  replay().jump(all().size());
  shown_ = base_;
  emit moved(Way::Stopped, {});
}

void Stepper::back() {
  if (ensure() && replay().back()) arrive(Way::Stopped);
}

void Stepper::forward() {
  if (ensure() && replay().forward()) arrive(Way::Stopped);
}

void Stepper::nextChange(ValueId value) {
  if (!ensure()) return;
  auto next = value ? shardlens::nextChange(all(), value, replay().done()) : std::nullopt;
  if (!next) return emit told(value ? tr("No later step changes this value.") : tr("Select a value first."));
  replay().jump(*next + 1);
  arrive(Way::Stopped, value);
}

void Stepper::previousChange(ValueId value) {
  if (!ensure()) return;
  auto before = value && replay().done() > 0 ? shardlens::previousChange(all(), value, replay().done() - 1) : std::nullopt;
  if (!before) return emit told(value ? tr("No earlier step changes this value.") : tr("Select a value first."));
  replay().jump(*before + 1);
  arrive(Way::Stopped, value);
}

void Stepper::nextConflict() {
  if (!ensure()) return;
  const std::vector<std::uint32_t>& all = index_->facts->conflicts();
  auto it = std::lower_bound(all.begin(), all.end(), done());
  if (it == all.end()) return emit told(all.empty() ? tr("No step left a conflict.") : tr("No later step left a conflict."));
  jump(*it + std::size_t{1});
}

void Stepper::previousConflict() {
  if (!ensure()) return;
  const std::vector<std::uint32_t>& all = index_->facts->conflicts();
  auto it = std::lower_bound(all.begin(), all.end(), done() == 0 ? 0 : done() - 1);
  if (it == all.begin()) return emit told(all.empty() ? tr("No step left a conflict.") : tr("No earlier step left a conflict."));
  jump(*std::prev(it) + std::size_t{1});
}

const Breakpoint* Stepper::hit(std::size_t moment) const {
  for (const Breakpoint& b : breakpoints_)
    if (b.enabled && matches(b.query, all(), *index_->facts, moment)) return &b;
  return nullptr;
}

void Stepper::runToBreakpoint() {
  if (!ensure()) return;
  play(false);
  bool any = std::any_of(breakpoints_.begin(), breakpoints_.end(), [](const Breakpoint& b) { return b.enabled; });
  if (!any) return emit told(tr("There is no breakpoint."));
  for (std::size_t at = replay().done(); at < all().size(); ++at) {
    const Breakpoint* b = hit(at);
    if (!b) continue;
    replay().jump(at + 1);
    arrive(Way::Stopped, b->query.value);
    return emit told(tr("Stopped: %1").arg(b->text));
  }
  last();
  emit told(tr("No breakpoint was met on the way to the end."));
}

void Stepper::addBreakpoint(const StepQuery& query, const QString& text) {
  if (query.empty()) return;
  bool known = std::any_of(breakpoints_.begin(), breakpoints_.end(), [&](const Breakpoint& b) { return b.query == query; });
  if (known) return emit told(tr("There is such a breakpoint."));
  breakpoints_.push_back({query, text, true});
  emit breakpointsChanged();
}

void Stepper::removeBreakpoint(std::size_t at) {
  if (at >= breakpoints_.size()) return;
  breakpoints_.erase(breakpoints_.begin() + static_cast<std::ptrdiff_t>(at));
  emit breakpointsChanged();
}

void Stepper::enableBreakpoint(std::size_t at, bool enabled) {
  if (at < breakpoints_.size()) breakpoints_[at].enabled = enabled;
}

void Stepper::setSpeed(double stepsASecond) {
  speed_ = stepsASecond;
  timer_.setInterval(std::max(kFastestTickMs, static_cast<int>(1000 / stepsASecond)));
}

// At the end it begins anew.
void Stepper::play(bool on) {
  if (on == playing() || (on && size() == 0)) return;
  if (on) {
    if (atEnd()) jump(0, Way::Passing);
    owed_ = 0;
    timer_.start();
  } else {
    timer_.stop();
  }
  emit playingChanged(on);
}

// Above the rate of ticks each takes several moments, none of which passes a breakpoint.
void Stepper::tick() {
  owed_ += speed_ * timer_.interval() / 1000;
  const Breakpoint* stop = nullptr;
  for (; owed_ >= 1 && !stop && !replay().atEnd(); --owed_) {
    stop = hit(replay().done());
    replay().forward();
  }
  bool ended = stop || replay().atEnd();
  if (ended) play(false);
  bool slow = speed_ <= kFollowed;  // each step is looked at
  arrive(ended || slow ? Way::Stopped : Way::Passing, stop ? stop->query.value : ValueId());
  if (stop) emit told(tr("Stopped: %1").arg(stop->text));
}

}  // namespace shardlens::app
