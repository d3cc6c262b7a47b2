#include "engine/plan/won_by.h"

#include <tuple>

#include "engine/propagation/priorities.h"

namespace shardlens {

namespace {

/// When and under which priorities an axis came to a tensor.
struct Arrival {
  bool written = false;
  std::int64_t time = -1;  ///< number of the change; -1: before all
  std::uint32_t step = PlanIndex::kNone;
  std::int32_t userPriority = 0;
  std::int8_t opPriority = -1;
};

Arrival arrivalOf(const PlanIndex& index, const AxisAt& at, const Mesh& mesh) {
  Arrival arrival;
  for (const AxisSourceAt& source : sourcesOf(index, at, mesh)) {
    arrival.written = source.from.empty();
    if (source.kind == AxisSourceAt::Kind::Start || source.kind == AxisSourceAt::Kind::Border) continue;
    if (static_cast<std::int64_t>(source.change) < arrival.time) continue;
    arrival.time = source.change;
    arrival.step = source.step;
    const std::vector<Step>& steps = index.plan().trace.steps;
    // An opening belongs to the priority of the first step after it.
    std::uint32_t step = source.step;
    for (std::uint32_t s = 0; step == PlanIndex::kNone && s < steps.size(); ++s)
      if (steps[s].firstChange > source.change) step = s;
    if (step == PlanIndex::kNone) continue;
    arrival.userPriority = steps[step].userPriority;
    arrival.opPriority = source.step == PlanIndex::kNone ? std::int8_t{-1} : steps[step].opPriority;
  }
  return arrival;
}

/// True where the operation passes `factor` on at all in the round of `step`.
bool passesIn(const PlanIndex& index, const Obstacle& obstacle, const Step& step) {
  if (step.opPriority < 0) return true;
  FactorMode mode;
  Liveness live(index.flow());
  setDirections(mode, index.module(), live, obstacle.op, step.opPriority);
  return (obstacle.factorKind == FactorKind::PassThrough ? mode.passThrough : mode.other) != Direction::None;
}

}  // namespace

void judgeRival(const PlanIndex& index, Obstacle& obstacle, const AxisAt& holder, const Mesh& mesh) {
  AxisAt rival{obstacle.rival, obstacle.rivalDim, pieceOf(obstacle.rivalAxis, mesh), index.end()};
  Arrival theirs = arrivalOf(index, rival, mesh), ours = arrivalOf(index, holder, mesh);
  obstacle.rivalStep = theirs.step;
  if (theirs.time < ours.time) {
    if (theirs.userPriority < ours.userPriority) {
      obstacle.won = WonBy::UserPriority;
    } else if (theirs.written) {
      obstacle.won = WonBy::Annotation;
    } else if (theirs.opPriority < ours.opPriority) {
      obstacle.won = WonBy::OpPriority;
    } else {
      obstacle.won = WonBy::Order;
    }
    return;
  }
  if (theirs.step == PlanIndex::kNone) {
    obstacle.won = WonBy::Annotation;
    return;
  }
  const Step& step = index.plan().trace.steps[theirs.step];
  if (step.op == obstacle.op && step.round == 1) {
    obstacle.won = WonBy::Size;
  } else {
    obstacle.won = passesIn(index, obstacle, step) ? WonBy::Order : WonBy::OpPriority;
  }
}

}  // namespace shardlens
