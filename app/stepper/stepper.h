#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <vector>

#include "engine/plan/step_query.h"
#include "engine/session/shown_moment.h"

namespace shardlens::app {

/// A place to stop at, as a person chose it.
struct Breakpoint {
  StepQuery query;
  QString text;
  bool enabled = true;
};

/// Walks through what propagation did: holds the moment that the window shows, the breakpoints, and plays.
///
/// The worker makes what stepping needs; who steps before it is there has it made at once.
class Stepper : public QObject {
  Q_OBJECT
 public:
  /// How a moment was reached: by one deliberate move, or passing through.
  enum class Way { Stopped, Passing };

  explicit Stepper(QObject* parent = nullptr);

  /// Takes another plan and stands at its end; breakpoints stay with the same program.
  void setSnapshot(SnapshotPtr base);
  [[nodiscard]] const SnapshotPtr& base() const { return base_; }
  /// Takes what the worker made, where it is for the plan that is shown and still missing.
  void setIndex(const std::shared_ptr<StepIndex>& index);
  /// Steps can be listed, and nothing is left to be made.
  [[nodiscard]] bool indexed() const { return index_ != nullptr; }
  /// What all panels show: a snapshot of the moment while a person steps, else the base.
  [[nodiscard]] const SnapshotPtr& shown() const { return shown_; }
  [[nodiscard]] bool ready() const { return base_ && base_->plan && base_->plan->imported; }
  [[nodiscard]] bool atEnd() const { return !index_ || replay().atEnd(); }
  /// A moment is shown: a past one, or the last with what its step did.
  [[nodiscard]] bool stepping() const { return shown_ != base_; }
  /// Moments, and how many of them have happened.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t done() const;
  [[nodiscard]] std::shared_ptr<const Moments> moments() const;
  [[nodiscard]] std::shared_ptr<const StepFacts> facts() const;
  [[nodiscard]] std::size_t steps() const { return ready() ? base_->plan->trace.steps.size() : 0; }
  [[nodiscard]] std::size_t stepsDone() const;

  void jump(std::size_t done, Way way = Way::Stopped);
  /// To the moment at which `steps` steps have happened.
  void jumpToStep(std::size_t steps);
  void first() { jump(0); }
  void back();
  void forward();
  /// Back to the plan's end, and no step is shown.
  void last();
  /// To the next (or last) moment at which the value's sharding changed; says when there is none.
  void nextChange(ValueId value);
  void previousChange(ValueId value);
  void nextConflict();
  void previousConflict();
  /// To the next moment at which a breakpoint stops.
  void runToBreakpoint();

  [[nodiscard]] const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
  void addBreakpoint(const StepQuery& query, const QString& text);
  void removeBreakpoint(std::size_t at);
  void enableBreakpoint(std::size_t at, bool enabled);

  [[nodiscard]] bool playing() const { return timer_.isActive(); }
  void play(bool on);
  void setSpeed(double stepsASecond);

 signals:
  /// Another plan is there.
  void planChanged();
  /// What stepping needs is there.
  void indexArrived();
  /// Another moment is shown; `value`, where valid, is what the person follows, else the visited operation is meant.
  void moved(shardlens::app::Stepper::Way way, shardlens::ValueId value);
  void playingChanged(bool playing);
  void breakpointsChanged();
  /// Why nothing further happened.
  void told(const QString& what);

 private:
  /// False where there is nothing to step through.
  bool ensure() const;
  [[nodiscard]] Replay& replay() const { return index_->maker->replay(); }
  [[nodiscard]] const Moments& all() const { return *index_->moments; }
  void arrive(Way way, ValueId value = {});
  void tick();
  [[nodiscard]] const Breakpoint* hit(std::size_t moment) const;

  SnapshotPtr base_, shown_;
  mutable std::shared_ptr<StepIndex> index_;
  std::vector<Breakpoint> breakpoints_;
  QTimer timer_;
  double speed_ = 5;
  double owed_ = 0;
};

}  // namespace shardlens::app
