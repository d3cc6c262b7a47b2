#include "engine/plan/won_by.h"

#include <tuple>

#include "engine/plan/written.h"
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

/// User priority that the annotation behind a piece gives to its dimension.
std::int32_t writtenPriority(const PlanIndex& index, const AxisAt& at, const AxisPiece& piece) {
  std::int64_t priority = 0;
  findWritten(*index.plan().opened, index.openedAt(at.place), [&](const TensorSharding& s, const Mesh& mesh) {
    bool has = at.dim < s.dims.size() && !presentIn(s.dims[at.dim].axes, piece, mesh).empty();
    if (has) priority = s.dims[at.dim].priority.value_or(0);
    return has;
  });
  return static_cast<std::int32_t>(priority);
}

Arrival arrivalOf(const PlanIndex& index, const AxisAt& at, const Mesh& mesh) {
  Arrival arrival;
  for (const AxisSourceAt& source : sourcesOf(index, at, mesh)) {
    arrival.written = source.from.empty();
    if (source.kind == AxisSourceAt::Kind::Start || source.kind == AxisSourceAt::Kind::Border) continue;
    if (static_cast<std::int64_t>(source.change) < arrival.time) continue;
    arrival.time = source.change;
    arrival.step = source.step;
    if (source.step == PlanIndex::kNone) {
      arrival.userPriority = writtenPriority(index, at, source.piece);
      continue;
    }
    const Step& step = index.plan().trace.steps[source.step];
    arrival.userPriority = step.userPriority;
    arrival.opPriority = step.opPriority;
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
