#include "engine/plan/step_text.h"

#include "engine/mlir/mlir.h"
#include "engine/outline/value_name.h"

namespace shardlens {

namespace {

std::string waysText(std::uint8_t ways) {
  std::string text;
  auto add = [&](std::uint8_t way, const char* name) {
    if (ways & way) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(kForward, "forward");
  add(kBackward, "backward");
  add(kAcross, "across");
  return text;
}

std::string conflictText(const PureFacts& facts) {
  std::string factor = facts.conflict.any() ? factorSymbol(facts.conflict.factor) : std::string();
  switch (facts.conflict.kind) {
    case ConflictKind::Axes: return "tensors split factor " + factor + " along different axes";
    case ConflictKind::Blocked: return "a tensor could not take the axes of factor " + factor;
    case ConflictKind::None: break;
  }
  return {};
}

}  // namespace

std::string nameOf(const Moments& moments, ValueId opened) {
  if (!opened) return "a value of the import";
  std::string name = nameAsUsed(*moments.plan().opened, opened);
  return name.empty() ? "a value without a name" : name;
}

StepText textOf(const Moments& moments, const StepFacts& facts, std::size_t moment) {
  StepText text;
  text.changes = moments.at(moment).changeCount;
  const Step* step = moments.visitAt(moment);
  if (!step) return text;
  const Plan& plan = moments.plan();
  const PureFacts& pure = facts.of(*step);
  text.op = plan.imported->name(step->op);
  text.inProgram = plan.origins->opened(step->op).valid();
  text.rule = printAttribute(plan.imported->context(), step->rule);
  text.ways = waysText(pure.ways);
  text.conflict = conflictText(pure);
  text.strategy = step->round == 0 ? "basic" : "aggressive";
  text.iteration = step->iteration;
  text.opPriority = step->opPriority;
  text.userPriority = step->userPriority;
  std::vector<ValueId> tensors = moments.tensors(*step);
  for (const AxisSource& gain : pure.gains) {
    auto name = [&](std::uint32_t tensor) { return nameOf(moments, tensor < tensors.size() ? tensors[tensor] : ValueId()); };
    text.gains.push_back({axisText(plan.imported->context(), gain.axis), factorSymbol(gain.factor), name(gain.tensor), name(gain.source)});
  }
  return text;
}

std::string lineOf(const Moments& moments, const StepFacts& facts, std::size_t moment) {
  StepText text = textOf(moments, facts, moment);
  std::string number = std::to_string(moments.stepsAmong(moment + 1));
  if (text.op.empty())
    return "after step " + number + ": the next user priority opens dimensions of " + std::to_string(text.changes) + " tensors";
  std::string line = (moments.isStep(moment) ? "step " : "after step ") + number + ": " + text.op;
  if (!text.inProgram) line += " (made by the import)";
  for (const GainText& gain : text.gains) line += ", " + gain.axis + " on factor " + gain.factor + " from " + gain.from + " to " + gain.to;
  if (!text.ways.empty()) line += ", " + text.ways;
  line += ", iteration " + std::to_string(text.iteration);
  if (text.opPriority >= 0) line += ", op priority " + std::to_string(text.opPriority);
  line += ", user priority " + std::to_string(text.userPriority) + ", " + text.strategy;
  return text.conflict.empty() ? line : line + "; " + text.conflict;
}

}  // namespace shardlens
