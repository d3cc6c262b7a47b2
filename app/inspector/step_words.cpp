#include "app/inspector/step_words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

#include "app/graph/look_maker.h"
#include "app/theme/count_text.h"
#include "app/theme/shown.h"
#include "engine/outline/value_name.h"
#include "engine/plan/calls_around.h"

namespace shardlens::app {

namespace {

struct StepTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::StepWords)
};

QString factorName(std::int64_t factor) { return QString::fromStdString(factorSymbol(factor)); }

const Mesh* meshOf(const Snapshot& s, const AxisRef& axis) {
  for (const MeshTable::Entry& entry : s.meshes->entries())
    if (entry.mesh.axisIndex(axis.name) >= 0) return &entry.mesh;
  for (const Mesh* mesh : inlineMeshes(s))
    if (mesh->axisIndex(axis.name) >= 0) return mesh;
  return nullptr;
}

void addOnce(QStringList& list, const QString& text) {
  if (!list.contains(text)) list << text;
}

/// One axis from one tensor along one factor, and all tensors that got it.
struct Route {
  AxisSource gain;
  std::vector<std::uint32_t> to;
};

std::vector<Route> routesOf(const PureFacts& facts) {
  std::vector<Route> routes;
  for (const AxisSource& gain : facts.gains) {
    auto same = std::find_if(routes.begin(), routes.end(), [&](const Route& r) {
      return r.gain.axis == gain.axis && r.gain.factor == gain.factor && r.gain.source == gain.source;
    });
    if (same == routes.end()) same = routes.insert(routes.end(), {gain, {}});
    same->to.push_back(gain.tensor);
  }
  return routes;
}

/// Names of the tensors of a visit; what a function returns is told from the value that is returned.
class TensorNames {
 public:
  TensorNames(const Snapshot& s, const Moments& moments, const Step& step) : s_(s), tensors_(moments.tensors(step)) {
    const Module& imported = *moments.plan().imported;
    if (imported.op(step.op).kind == OpKind::FuncFunc) func_ = QString::fromStdString(s.outline->box(s.outline->root).name);
  }
  [[nodiscard]] QString of(std::uint32_t tensor) const {
    if (!func_.isEmpty() && tensor > 0) return StepTexts::tr("result of %1").arg(func_);
    return valueName(*s_.module, tensor < tensors_.size() ? tensors_[tensor] : ValueId());
  }

 private:
  const Snapshot& s_;
  std::vector<ValueId> tensors_;
  QString func_;
};

}  // namespace

QString placeText(const Moments& moments, std::size_t done) {
  if (done == 0) return StepTexts::tr("before the first of %L1 steps").arg(moments.stepCount());
  MomentKind kind = moments.at(done - 1).kind;
  std::size_t steps = moments.stepsAmong(done);
  QString what = kind == MomentKind::Opening ? StepTexts::tr("a user priority opens") : StepTexts::tr("a conflict");
  if (steps == 0) return StepTexts::tr("before the first of %L1 steps: %2").arg(moments.stepCount()).arg(what);
  // Numbers are those of the compiler's own `step-N`: the first is 0.
  QString numbers[] = {QLocale().toString(steps - 1), QLocale().toString(moments.stepCount() - 1)};
  if (kind == MomentKind::Step) return StepTexts::tr("step %1 of 0–%2").arg(numbers[0], numbers[1]);
  return StepTexts::tr("after step %1 of 0–%2: %3").arg(numbers[0], numbers[1], what);
}

QString wayText(std::uint8_t ways) {
  QStringList names;
  if (ways & kForward) names << StepTexts::tr("forward");
  if (ways & kBackward) names << StepTexts::tr("backward");
  if (ways & kAcross) names << StepTexts::tr("across");
  return names.join(QStringLiteral(", "));
}

QString conflictText(const Conflict& conflict) {
  switch (conflict.kind) {
    case ConflictKind::Axes:
      return StepTexts::tr("conflict: tensors split factor %1 along different axes").arg(factorName(conflict.factor));
    case ConflictKind::Blocked:
      return StepTexts::tr("conflict: a tensor could not take the axes of factor %1").arg(factorName(conflict.factor));
    case ConflictKind::None: break;
  }
  return {};
}

QString conflictMark(const Conflict& conflict) {
  return conflict.any() ? StepTexts::tr("conflict on factor %1").arg(factorName(conflict.factor)) : QString();
}

QString valueName(const Module& opened, ValueId value) {
  if (!value) return StepTexts::tr("made by the import");
  if (value.value >= opened.valueCount()) return StepTexts::tr("a constraint that an edit inserted");
  std::string name = nameAsUsed(opened, value);
  return name.empty() ? StepTexts::tr("unnamed") : shown(name);
}

namespace {

/// Path of an imported operation below the root, through the calls around it; empty where the program as opened does not have it.
QString pathBelowRoot(const Snapshot& s, const Plan& plan, OpId imported) {
  OpId opened = imported ? plan.origins->opened(imported) : OpId();
  BoxId box = opened && opened.value < s.outline->boxOfOp.size() ? s.outline->boxOfOp[opened.value] : BoxId();
  if (!box) return {};
  QString path = QString::fromStdString(pathThrough(*s.outline, callsAround(plan, imported), box));
  QString root = QString::fromStdString(s.outline->box(s.outline->root).name) + QLatin1Char('/');
  return path.startsWith(root) ? path.mid(root.size()) : path;
}

}  // namespace

QString visitName(const Snapshot& s, const Moments& moments, const Step& step) {
  const Plan& plan = moments.plan();
  OpId opened = plan.origins->opened(step.op);
  const Module& imported = *plan.imported;
  if (imported.op(step.op).kind == OpKind::FuncFunc)
    return StepTexts::tr("what %1 returns").arg(QString::fromStdString(s.outline->box(s.outline->root).name));
  QString path = pathBelowRoot(s, plan, step.op);
  if (path.isEmpty()) {
    QString owner = pathBelowRoot(s, plan, moments.edgeOwner(step.op));
    return owner.isEmpty() ? StepTexts::tr("%1 (made by the import)").arg(shown(imported.name(step.op)))
                           : StepTexts::tr("edge of %1").arg(owner);
  }
  const Operation& op = s.module->op(opened);
  if (op.resultCount == 0) return path;
  auto name = nameInText(*s.module, s.module->result(opened));
  return name.empty() ? path : path + QStringLiteral("  %") + shown(name);
}

Chips gainChips(const Snapshot& s, const PureFacts& facts) {
  Chips chips;
  std::vector<AxisRef> known;
  for (const AxisSource& gain : facts.gains) {
    if (std::find(known.begin(), known.end(), gain.axis) != known.end()) continue;
    known.push_back(gain.axis);
    chips.push_back(chipOf(s.context(), meshOf(s, gain.axis), gain.axis));
  }
  return chips;
}

QString gainFactors(const PureFacts& facts) {
  QStringList names;
  for (const AxisSource& gain : facts.gains) addOnce(names, factorName(gain.factor));
  return names.join(QStringLiteral(", "));
}

QString gainTensors(const Snapshot& s, const Moments& moments, const Step& step, const PureFacts& facts, bool giving) {
  TensorNames names(s, moments, step);
  QStringList list;
  for (const AxisSource& gain : facts.gains) addOnce(list, names.of(giving ? gain.source : gain.tensor));
  return list.join(QStringLiteral(", "));
}

QString visitSentence(const Snapshot& s, const ShownMoment& at) {
  const Step& step = *at.visit();
  const PureFacts& facts = at.facts->of(step);
  TensorNames names(s, *at.moments, step);
  QStringList parts;
  for (const Route& route : routesOf(facts)) {
    QStringList to;
    for (std::uint32_t tensor : route.to) addOnce(to, names.of(tensor));
    QString axis = QString::fromStdString(axisText(s.context(), route.gain.axis));
    parts << StepTexts::tr("%1 on factor %2 from %3 to %4")
                 .arg(axis, factorName(route.gain.factor), names.of(route.gain.source), to.join(StepTexts::tr(" and ")));
  }
  if (facts.ways) parts << wayText(facts.ways);
  parts << StepTexts::tr("iteration %1").arg(step.iteration);
  if (step.opPriority >= 0) parts << StepTexts::tr("op priority %1").arg(step.opPriority);
  parts << StepTexts::tr("user priority %1").arg(step.userPriority)
        << (step.round == 0 ? StepTexts::tr("basic") : StepTexts::tr("aggressive"));
  if (facts.conflict.any()) parts << conflictText(facts.conflict);
  if (!at.op()) parts << StepTexts::tr("an import pass made this operation: the program as opened does not have it");
  return parts.join(QString::fromUtf8(" · "));
}

}  // namespace shardlens::app
