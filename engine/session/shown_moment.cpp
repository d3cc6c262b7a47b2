#include "engine/session/shown_moment.h"

namespace shardlens {

MomentMaker::MomentMaker(SnapshotPtr base, std::shared_ptr<const Moments> moments, std::shared_ptr<const StepFacts> facts)
    : base_(std::move(base)), moments_(std::move(moments)), facts_(std::move(facts)), replay_(moments_), shares_(*base_) {}

SnapshotPtr MomentMaker::make() {
  for (ValueId value : replay_.takeTouched()) shares_.set(value, replay_.opened(value));
  auto then = std::make_shared<Snapshot>(*base_);
  then->shardings = replay_.opened();
  for (const LeftOut& out : base_->leftOut) {
    AttrId& sharding = then->shardings[out.result.value];
    sharding = then->shardings[out.input.value];
    shares_.set(out.result, sharding);
  }
  then->shares = shares_.shares();
  then->changed.clear();
  auto shown = std::make_shared<ShownMoment>();
  shown->moments = moments_;
  shown->facts = facts_;
  shown->done = replay_.done();
  then->moment = std::move(shown);
  return then;
}

std::shared_ptr<StepIndex> makeStepIndex(SnapshotPtr base, const Progress* progress) {
  if (!base || !base->plan || !base->plan->imported) return nullptr;
  auto stopped = [progress] { return progress && progress->cancelled(); };
  auto index = std::make_shared<StepIndex>();
  index->base = std::move(base);
  const Plan& plan = *index->base->plan;
  std::shared_ptr<const StepTable> table = plan.trace.table ? plan.trace.table->frozen(*plan.imported) : nullptr;
  index->moments = std::make_shared<Moments>(index->base->plan);
  if (stopped()) return nullptr;
  index->facts = std::make_shared<StepFacts>(*index->moments, table.get(), progress);
  if (stopped()) return nullptr;
  index->maker = std::make_unique<MomentMaker>(index->base, index->moments, index->facts);
  return index;
}

}  // namespace shardlens
