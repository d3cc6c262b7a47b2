#include <fmt/format.h>

#include "engine/report/explanation.h"

namespace shardlens {

namespace {

const char* codeOf(ObstacleKind kind) {
  switch (kind) {
    case ObstacleKind::NotReached: return "not-reached";
    case ObstacleKind::ClosedDim: return "closed-dimension";
    case ObstacleKind::OtherDim: return "other-dimension";
    case ObstacleKind::Replicated: return "replicated";
    case ObstacleKind::Unreduced: return "unreduced";
    case ObstacleKind::Manual: return "manual-axis";
    case ObstacleKind::Conflict: return "conflict";
    case ObstacleKind::NotDivisible: return "not-divisible";
    case ObstacleKind::Strided: return "strided";
    case ObstacleKind::PartOfAxis: return "part-of-axis";
    case ObstacleKind::Blocked: return "blocked-factor";
    case ObstacleKind::Barrier: return "barrier";
    case ObstacleKind::NotShared: return "factor-not-shared";
    case ObstacleKind::NoRule: return "no-rule";
    case ObstacleKind::OtherMesh: return "other-mesh";
    case ObstacleKind::NoSharding: return "no-sharding";
    case ObstacleKind::Unused: return "unused";
    case ObstacleKind::Nowhere: return "nowhere";
  }
  return "";
}

const char* wonText(WonBy won) {
  switch (won) {
    case WonBy::Annotation: return "written there";
    case WonBy::UserPriority: return "its user priority came first";
    case WonBy::OpPriority: return "its operation's turn came first";
    case WonBy::Strategy: return "the basic strategy came first and let only it pass";
    case WonBy::Size: return "it came from the larger tensor";
    case WonBy::Parts: return "it splits a tensor as large into more parts";
    case WonBy::Order: return "its operation was visited first";
    case WonBy::Nothing: break;
  }
  return "";
}

const char* factorText(FactorKind kind) {
  switch (kind) {
    case FactorKind::Reduction: return "the reduction factor";
    case FactorKind::NeedReplication: return "the need-replication factor";
    case FactorKind::Permutation: return "the permutation factor";
    case FactorKind::PassThrough: break;
  }
  return "factor";
}

}  // namespace

std::string Explainer::sentence(const Obstacle& o) const {
  const Context& c = index_.module().context();
  std::string at = o.at.valid() ? placeOf(o.at).name : placeOf(o.asked).name,
              axis = o.axis.name ? axisText(c, o.axis) : std::string("the axis");
  std::string rival = o.rivalAxis.name ? axisText(c, o.rivalAxis) : std::string(), won = wonText(o.won);
  std::string because = won.empty() ? std::string() : fmt::format(" ({})", won), op = opText(o.op);
  switch (o.kind) {
    case ObstacleKind::NotReached:
      return index_.plan().complete
                 ? fmt::format("{} has not come to dimension {} of {} by {}", axis, o.dim, at, op.empty() ? "any step" : op)
                 : "propagation did not run to its end";
    case ObstacleKind::ClosedDim: return fmt::format("dimension {} of {} is closed: {} cannot be added", o.dim, at, axis);
    case ObstacleKind::OtherDim:
      return fmt::format("{} already shards dimension {} of {}{}", rival, o.rivalDim, placeOf(o.rival).name, because);
    case ObstacleKind::Replicated: return fmt::format("{} is explicitly replicated along {}", placeOf(o.rival).name, rival);
    case ObstacleKind::Unreduced: return fmt::format("{} is unreduced (a partial sum) along {}", placeOf(o.rival).name, rival);
    case ObstacleKind::Manual: return fmt::format("{} is a manual axis of the computation that {} belongs to", axis, at);
    case ObstacleKind::Conflict:
      return fmt::format("{} has {} on dimension {}, where {} would stand in {}{}", placeOf(o.rival).name, rival, o.rivalDim, axis, op,
                         because);
    case ObstacleKind::NotDivisible:
      return fmt::format("factor {} of {} has size {}, which does not go into {} equal parts", factorSymbol(o.factor), op, o.size, o.parts);
    case ObstacleKind::Strided:
      return fmt::format("in {} factor {} stands behind one that is not fully sharded: dimension {} of {} would need a strided layout", op,
                         factorSymbol(o.factor), o.dim, at);
    case ObstacleKind::PartOfAxis: return fmt::format("only {} would fit, and conservative propagation does not take axes apart", axis);
    case ObstacleKind::Blocked: return fmt::format("the rule of {} does not let factor {} pass", op, factorSymbol(o.factor));
    case ObstacleKind::Barrier: return fmt::format("a propagation barrier stops {} between {} and {}", axis, placeOf(o.holder).name, at);
    case ObstacleKind::NotShared:
      return fmt::format("{} has {} on dimension {}: in {} that is {} {}, of which dimension {} of {} has no part", placeOf(o.holder).name,
                         axis, o.holderDim, op, factorText(o.factorKind), factorSymbol(o.factor), o.dim, at);
    case ObstacleKind::NoRule: return fmt::format("{} has no sharding rule: {} of {} goes no further", op, axis, placeOf(o.holder).name);
    case ObstacleKind::OtherMesh:
      return op.empty() ? fmt::format("{} is on a mesh without {}", at, axis)
                        : fmt::format("the tensors of {} are on different meshes", op);
    case ObstacleKind::NoSharding: return fmt::format("{} cannot carry a sharding", at);
    case ObstacleKind::Unused: return fmt::format("nothing that the program returns needs {}: it is taken out", at);
    case ObstacleKind::Nowhere: return fmt::format("no tensor that dimension {} of {} is connected with has {}", o.dim, at, axis);
  }
  return {};
}

std::string Explainer::needs(const Obstacle& o) const {
  const Context& c = index_.module().context();
  std::string at = o.at.valid() ? placeOf(o.at).name : placeOf(o.asked).name, op = opText(o.op);
  std::string axis = o.axis.name ? axisText(c, o.axis) : std::string("the axis");
  std::string rival = o.rivalAxis.name ? axisText(c, o.rivalAxis) : std::string();
  switch (o.kind) {
    case ObstacleKind::ClosedDim: return fmt::format("dimension {} of {} open (\"?\")", o.dim, at);
    case ObstacleKind::OtherDim: return fmt::format("{} without {} on dimension {}", placeOf(o.rival).name, rival, o.rivalDim);
    case ObstacleKind::Replicated: return fmt::format("{} without {} among its replicated axes", placeOf(o.rival).name, rival);
    case ObstacleKind::Unreduced: return fmt::format("{} without {} among its unreduced axes", placeOf(o.rival).name, rival);
    case ObstacleKind::Manual: return fmt::format("a computation without {} among its manual axes", axis);
    case ObstacleKind::Conflict:
      return o.won == WonBy::Nothing || o.won == WonBy::Annotation
                 ? fmt::format("{} without {} on dimension {}", placeOf(o.rival).name, rival, o.rivalDim)
                 : fmt::format("{} without {} on dimension {}, or a later user priority for it", placeOf(o.rival).name, rival, o.rivalDim);
    case ObstacleKind::NotDivisible: return fmt::format("a size that is a multiple of {}", o.parts);
    case ObstacleKind::Strided: return "the factor before it split down to single elements";
    case ObstacleKind::PartOfAxis: return "conservative propagation off";
    case ObstacleKind::Blocked: return fmt::format("a rule of {} that does not block the factor", op);
    case ObstacleKind::Barrier: return "no barrier there, or allowed_direction=BOTH";
    case ObstacleKind::NotShared:
      return fmt::format("an annotation of {}, or of a tensor that shares a factor with its dimension {}", at, o.dim);
    case ObstacleKind::NoRule: return fmt::format("a sharding rule on {} (sdy.sharding_rule)", op);
    case ObstacleKind::OtherMesh: return op.empty() ? fmt::format("{} on the mesh of {}", at, axis) : "all tensors on one mesh";
    case ObstacleKind::Unused: return fmt::format("a use of {} that a result of the program needs", at);
    case ObstacleKind::Nowhere: return fmt::format("an annotation with {} on a tensor that it is connected with", axis);
    case ObstacleKind::NotReached:
    case ObstacleKind::NoSharding: break;
  }
  return {};
}

ExplainedObstacle Explainer::obstacle(const Obstacle& o) const {
  ExplainedObstacle out;
  out.facts = o;
  out.ended = index_.plan().complete;
  if (o.axis.name) out.axis = axisText(index_.module().context(), o.axis);
  if (o.rivalAxis.name) out.rivalAxis = axisText(index_.module().context(), o.rivalAxis);
  if (o.factor >= 0) out.factor = factorSymbol(o.factor);
  out.code = codeOf(o.kind);
  out.text = sentence(o);
  out.needs = needs(o);
  out.op = opText(o.op);
  if (o.op) out.opened = index_.plan().origins->opened(o.op);
  out.opAt = lineOf(out.opened);
  if (o.rivalStep != PlanIndex::kNone) out.step = index_.plan().trace.firstNumber + o.rivalStep, out.stepIndex = o.rivalStep;
  if (o.at.valid() || o.asked) out.at = o.at.valid() ? placeOf(o.at) : placeOf(o.asked);
  if (o.holder.valid()) out.holder = placeOf(o.holder);
  if (o.rival.valid()) out.rival = placeOf(o.rival);
  for (const TensorPlace& place : o.way) out.way.push_back(placeOf(place));
  return out;
}

}  // namespace shardlens
