#pragma once

#include "engine/plan/replay.h"
#include "engine/plan/step_facts.h"
#include "engine/session/share_keeper.h"

namespace shardlens {

/// Which past moment of its plan a snapshot shows.
struct ShownMoment {
  std::shared_ptr<const Moments> moments;
  std::shared_ptr<const StepFacts> facts;
  std::size_t done = 0;  ///< moments that have happened

  /// The visit that happened last: a step or a standoff; null before the first and for an opening.
  [[nodiscard]] const Step* visit() const { return done > 0 ? moments->visitAt(done - 1) : nullptr; }
  /// Tensors of that visit as values of the program as opened.
  [[nodiscard]] std::vector<ValueId> tensors() const { return visit() ? moments->tensors(*visit()) : std::vector<ValueId>(); }
  /// Operation of the program as opened that was visited; invalid where it has no counterpart there.
  [[nodiscard]] OpId op() const { return visit() ? moments->plan().origins->opened(visit()->op) : OpId(); }
};

/// Walks through the moments of a snapshot's plan and makes a snapshot of each; a step takes the time of what it changes.
class MomentMaker {
 public:
  MomentMaker(SnapshotPtr base, std::shared_ptr<const Moments> moments, std::shared_ptr<const StepFacts> facts);

  [[nodiscard]] Replay& replay() { return replay_; }
  [[nodiscard]] const Replay& replay() const { return replay_; }
  /// The snapshot with the shardings where the replay stands.
  SnapshotPtr make();

 private:
  SnapshotPtr base_;
  std::shared_ptr<const Moments> moments_;
  std::shared_ptr<const StepFacts> facts_;
  Replay replay_;
  ShareKeeper shares_;
};

/// All that stepping through a snapshot's plan needs, made before a person steps.
struct StepIndex {
  SnapshotPtr base;
  std::shared_ptr<const Moments> moments;
  std::shared_ptr<const StepFacts> facts;
  std::unique_ptr<MomentMaker> maker;
};

/// Null where the snapshot has no plan to step through, or when cancelled. Any thread may make it: it looks at copies of what is decoded.
std::shared_ptr<StepIndex> makeStepIndex(SnapshotPtr base, const Progress* progress = nullptr);

}  // namespace shardlens
