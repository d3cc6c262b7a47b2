#include "app/stepper/stepper.h"

#include <algorithm>

namespace shardlens::app {

namespace {

constexpr int kFastestTickMs = 40;

}  // namespace

Stepper::Stepper(QObject* parent) : QObject(parent) {
  connect(&timer_, &QTimer::timeout, this, &Stepper::tick);
  setSpeed(speed_);
}

void Stepper::setSnapshot(SnapshotPtr base) {
  play(false);
  bool sameProgram = base && base_ && base->outline == base_->outline;
  base_ = shown_ = std::move(base);
  moments_.reset();
  facts_.reset();
  maker_.reset();
  if (!sameProgram && !breakpoints_.empty()) {
    breakpoints_.clear();
    emit breakpointsChanged();
  }
  emit planChanged();
}

void Stepper::ensure() const {
  if (maker_ || !ready()) return;
  moments_ = std::make_shared<Moments>(base_->plan);
  facts_ = std::make_shared<StepFacts>(*moments_);
  maker_ = std::make_unique<MomentMaker>(base_, moments_, facts_);
}

std::size_t Stepper::size() const {
  ensure();
  return moments_ ? moments_->size() : 0;
}

std::size_t Stepper::done() const {
  ensure();
  return maker_ ? maker_->replay().done() : 0;
}

std::size_t Stepper::stepsDone() const { return atEnd() ? steps() : moments_->stepsAmong(maker_->replay().done()); }

const std::shared_ptr<const Moments>& Stepper::moments() const {
  ensure();
  return moments_;
}

const std::shared_ptr<const StepFacts>& Stepper::facts() const {
  ensure();
  return facts_;
}

void Stepper::arrive(Way way, ValueId value) {
  shown_ = maker_->make();
  emit moved(way, value);
}

void Stepper::jump(std::size_t done, Way way) {
  ensure();
  if (!maker_) return;
  maker_->replay().jump(done);
  arrive(way);
}

void Stepper::jumpToStep(std::size_t steps) {
  ensure();
  if (!maker_) return;
  steps = std::min(steps, moments_->stepCount());
  jump(steps == 0 ? 0 : moments_->ofStep(static_cast<std::uint32_t>(steps - 1)) + 1);
}

void Stepper::last() {
  ensure();
  if (!maker_) return;
  play(false);
  maker_->replay().jump(moments_->size());
  shown_ = base_;
  emit moved(Way::Stopped, {});
}

void Stepper::back() {
  ensure();
  if (maker_ && maker_->replay().back()) arrive(Way::Stopped);
}

void Stepper::forward() {
  ensure();
  if (maker_ && maker_->replay().forward()) arrive(Way::Stopped);
}

void Stepper::nextChange(ValueId value) {
  ensure();
  if (!maker_) return;
  auto next = value ? shardlens::nextChange(*moments_, value, maker_->replay().done()) : std::nullopt;
  if (!next) return emit told(value ? tr("No later step changes this value.") : tr("Select a value first."));
  maker_->replay().jump(*next + 1);
  arrive(Way::Stopped, value);
}

void Stepper::previousChange(ValueId value) {
  ensure();
  if (!maker_) return;
  auto before =
      value && maker_->replay().done() > 0 ? shardlens::previousChange(*moments_, value, maker_->replay().done() - 1) : std::nullopt;
  if (!before) return emit told(value ? tr("No earlier step changes this value.") : tr("Select a value first."));
  maker_->replay().jump(*before + 1);
  arrive(Way::Stopped, value);
}

void Stepper::nextConflict() {
  if (!facts()) return;
  const std::vector<std::uint32_t>& all = facts_->conflicts();
  auto it = std::lower_bound(all.begin(), all.end(), done());
  if (it == all.end()) return emit told(all.empty() ? tr("No step left a conflict.") : tr("No later step left a conflict."));
  jump(*it + std::size_t{1});
}

void Stepper::previousConflict() {
  if (!facts()) return;
  const std::vector<std::uint32_t>& all = facts_->conflicts();
  auto it = std::lower_bound(all.begin(), all.end(), done() == 0 ? 0 : done() - 1);
  if (it == all.begin()) return emit told(all.empty() ? tr("No step left a conflict.") : tr("No earlier step left a conflict."));
  jump(*std::prev(it) + std::size_t{1});
}

const Breakpoint* Stepper::hit(std::size_t moment) const {
  for (const Breakpoint& b : breakpoints_)
    if (b.enabled && matches(b.query, *moments_, *facts_, moment)) return &b;
  return nullptr;
}

void Stepper::runToBreakpoint() {
  ensure();
  if (!maker_) return;
  play(false);
  bool any = std::any_of(breakpoints_.begin(), breakpoints_.end(), [](const Breakpoint& b) { return b.enabled; });
  if (!any) return emit told(tr("There is no breakpoint."));
  for (std::size_t at = maker_->replay().done(); at < moments_->size(); ++at) {
    const Breakpoint* b = hit(at);
    if (!b) continue;
    maker_->replay().jump(at + 1);
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
  for (; owed_ >= 1 && !stop && !maker_->replay().atEnd(); --owed_) {
    stop = hit(maker_->replay().done());
    maker_->replay().forward();
  }
  bool ended = stop || maker_->replay().atEnd();
  if (ended) play(false);
  arrive(ended ? Way::Stopped : Way::Passing, stop ? stop->query.value : ValueId());
  if (stop) emit told(tr("Stopped: %1").arg(stop->text));
}

}  // namespace shardlens::app
