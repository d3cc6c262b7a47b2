#include "engine/session/shown_moment.h"

#include "engine/session/pipeline.h"

namespace shardlens {

SnapshotPtr atMoment(const SnapshotPtr& base, const Replay& replay, std::shared_ptr<const Moments> moments,
                     std::shared_ptr<const StepFacts> facts) {
  auto then = std::make_shared<Snapshot>(*base);
  then->shardings = replay.opened();
  then->shares = boxShares(*then->module, *then->outline, then->shardings, *then->meshes);
  then->changed.clear();
  auto shown = std::make_shared<ShownMoment>();
  shown->moments = std::move(moments);
  shown->facts = std::move(facts);
  shown->done = replay.done();
  then->moment = std::move(shown);
  return then;
}

}  // namespace shardlens
