#include "engine/session/shown_moment.h"

namespace shardlens {

MomentMaker::MomentMaker(SnapshotPtr base, std::shared_ptr<const Moments> moments, std::shared_ptr<const StepFacts> facts)
    : base_(std::move(base)), moments_(std::move(moments)), facts_(std::move(facts)), replay_(moments_), shares_(*base_) {}

SnapshotPtr MomentMaker::make() {
  for (ValueId value : replay_.takeTouched()) shares_.set(value, replay_.opened(value));
  auto then = std::make_shared<Snapshot>(*base_);
  then->shardings = replay_.opened();
  then->shares = shares_.shares();
  then->changed.clear();
  auto shown = std::make_shared<ShownMoment>();
  shown->moments = moments_;
  shown->facts = facts_;
  shown->done = replay_.done();
  then->moment = std::move(shown);
  return then;
}

}  // namespace shardlens
