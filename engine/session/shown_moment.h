#pragma once

#include "engine/plan/replay.h"
#include "engine/plan/step_facts.h"
#include "engine/session/snapshot.h"

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

/// `base` with the shardings where `replay` stands.
SnapshotPtr atMoment(const SnapshotPtr& base, const Replay& replay, std::shared_ptr<const Moments> moments,
                     std::shared_ptr<const StepFacts> facts);

}  // namespace shardlens
