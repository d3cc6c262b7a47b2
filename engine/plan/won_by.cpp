#include "engine/plan/won_by.h"

#include <algorithm>

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
  std::uint8_t round = 0;
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
    arrival.round = step.round;
  }
  return arrival;
}

/// The operation of a passage as it would have been visited in the phase of a step, on the shardings from before that step.
class Rerun {
 public:
  Rerun(const PlanIndex& index, const Passage& passage, const Step& step)
      : index_(index), passage_(passage), mode_(modeIn(step)), time_(step.firstChange) {}

  /// True where the phase lets the factor go from the holder's side to the other.
  [[nodiscard]] bool allowed() const {
    Direction direction = directionOf(passage_.rule, passage_.factor, mode_);
    bool fromOperand = passage_.holder < passage_.rule.operands.size(), toOperand = passage_.to < passage_.rule.operands.size();
    if (direction == Direction::Both || direction == Direction::None) return direction == Direction::Both;
    return fromOperand != toOperand && fromOperand == (direction == Direction::Forward);
  }
  [[nodiscard]] bool passes(bool aggressive) const {
    std::vector<AttrId> in;
    in.reserve(passage_.op.tensors.size());
    for (const TensorPlace& place : passage_.op.tensors) in.push_back(place.valid() ? index_.at(place, time_) : AttrId());
    AttrId ref;
    const Mesh* mesh = index_.table().commonMesh(in, &ref);
    if (!mesh) return false;
    std::vector<const TensorSharding*> shardings;
    shardings.reserve(in.size());
    for (AttrId sharding : in) shardings.push_back(sharding ? &index_.table().decoded(sharding) : nullptr);
    Projection projection = project(passage_.rule, shardings, *mesh);
    FactorMode mode = mode_;
    mode.aggressive = aggressive;
    mode.elementwise = aggressive && isElementwise(index_.module(), passage_.op.op);
    aggressive ? propagateFactorsAggressively(projection, passage_.rule, mode, *mesh)
               : propagateFactors(projection, passage_.rule, mode, *mesh);
    const AxisList& axes = projection.tensors[passage_.to].factors[static_cast<std::size_t>(passage_.factor)].axes;
    return !presentIn(axes, passage_.piece, *mesh).empty();
  }

 private:
  [[nodiscard]] FactorMode modeIn(const Step& step) const {
    FactorMode mode;
    const Module& m = index_.module();
    OpId op = passage_.op.op;
    mode.aggressive = step.round == 1;
    mode.elementwise = mode.aggressive && isElementwise(m, op);
    mode.conservative = index_.plan().options.conservative;
    if (m.op(op).kind == OpKind::SdyPropagationBarrier) {
      AttrId allowed = m.attribute(op, "allowed_direction");
      mode.passThrough = mode.other = allowed ? static_cast<Direction>(m.context().attr(allowed).ints[0]) : Direction::None;
    } else if (step.opPriority >= 0 && m.op(op).kind != OpKind::FuncFunc) {
      FactorMode ofClass = modeOf(passClassOf(m, index_.flow().uses(), op), {mode.aggressive, step.userPriority, step.opPriority});
      mode.passThrough = ofClass.passThrough;
      mode.other = ofClass.other;
    }
    return mode;
  }

  const PlanIndex& index_;
  const Passage& passage_;
  FactorMode mode_;
  std::uint32_t time_;
};

/// Size of the largest tensor that has some of `axes` on `factor`: what the aggressive strategy compares first.
std::int64_t largestWith(const StepTable::Picture& picture, std::size_t factor, const AxisPiece& piece, const Mesh& mesh) {
  std::int64_t largest = -1;
  for (const TensorFactors& tensor : picture.before.tensors) {
    if (!tensor.factors[factor].present || presentIn(tensor.factors[factor].axes, piece, mesh).empty()) continue;
    std::int64_t size = 1;
    for (std::size_t f = 0; f < tensor.factors.size(); ++f) size *= tensor.factors[f].present ? picture.rule.factorSizes[f] : 1;
    largest = std::max(largest, size);
  }
  return largest;
}

/// Both competed in one application of the rule: the larger tensor goes first, then, elementwise, what splits into more parts.
WonBy inOneStep(const PlanIndex& index, const Obstacle& obstacle, const Passage& passage, const Step& step, const Mesh& mesh) {
  StepTable::Picture picture = index.table().picture(step.pure);
  FactorMode mode = index.table().mode(step.pure);
  if (!mode.aggressive) return WonBy::Order;
  AxisPiece rival = pieceOf(obstacle.rivalAxis, mesh);
  for (const AxisSource& gain : index.table().sources(step.pure)) {
    bool here = passage.op.tensors[gain.tensor] == obstacle.rival && common(pieceOf(gain.axis, mesh), rival).has_value();
    if (!here) continue;
    std::int64_t theirs = largestWith(picture, static_cast<std::size_t>(gain.factor), rival, mesh);
    std::int64_t ours = largestWith(picture, static_cast<std::size_t>(passage.factor), passage.piece, mesh);
    if (theirs > ours) return WonBy::Size;
    if (theirs < ours || !mode.elementwise) return WonBy::Order;
    auto parts = [&](std::int64_t factor) {
      return shardedSize(compatibleMajorAxes(picture.before, static_cast<std::size_t>(factor), directionOf(picture.rule, factor, mode)),
                         mesh);
    };
    return parts(gain.factor) > parts(passage.factor) ? WonBy::Parts : WonBy::Order;
  }
  return WonBy::Order;
}

WonBy firstToCome(const Arrival& theirs, const Arrival& ours) {
  if (theirs.userPriority < ours.userPriority) return WonBy::UserPriority;
  if (theirs.written) return WonBy::Annotation;
  if (theirs.userPriority == ours.userPriority && theirs.opPriority < ours.opPriority) return WonBy::OpPriority;
  bool samePriorities = theirs.userPriority == ours.userPriority && theirs.opPriority == ours.opPriority;
  return samePriorities && theirs.round < ours.round ? WonBy::Strategy : WonBy::Order;
}

}  // namespace

void noteRivalStep(const PlanIndex& index, Obstacle& obstacle, const Mesh& mesh) {
  obstacle.rivalStep = arrivalOf(index, {obstacle.rival, obstacle.rivalDim, pieceOf(obstacle.rivalAxis, mesh), index.end()}, mesh).step;
}

void judgeRival(const PlanIndex& index, Obstacle& obstacle, const Passage& passage, const Mesh& mesh) {
  AxisAt rival{obstacle.rival, obstacle.rivalDim, pieceOf(obstacle.rivalAxis, mesh), index.end()};
  std::int64_t dim = dimOf(mappingOf(passage.rule, passage.holder), passage.factor);
  AxisAt holder{passage.op.tensors[passage.holder], static_cast<std::size_t>(dim), passage.piece, index.end()};
  Arrival theirs = arrivalOf(index, rival, mesh), ours = arrivalOf(index, holder, mesh);
  obstacle.rivalStep = theirs.step;
  if (theirs.time < ours.time) {
    obstacle.won = firstToCome(theirs, ours);
    return;
  }
  if (theirs.step == PlanIndex::kNone) {
    obstacle.won = WonBy::Annotation;
    return;
  }
  // The axis was at the operation before the rival came: what kept it from passing then?
  const Step& step = index.plan().trace.steps[theirs.step];
  Rerun rerun(index, passage, step);
  if (!rerun.allowed()) {
    obstacle.won = WonBy::OpPriority;
  } else if (step.op == passage.op.op) {
    obstacle.won = inOneStep(index, obstacle, passage, step, mesh);
  } else {
    bool strategy = step.round == 0 && !rerun.passes(false) && rerun.passes(true);
    obstacle.won = strategy ? WonBy::Strategy : WonBy::Order;
  }
}

}  // namespace shardlens
