#include "app/inspector/obstacle_words.h"

#include <QCoreApplication>

namespace shardlens::app {

namespace {

struct ObstacleTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::Obstacles)
};

QString shownWord(const std::string& text) { return QString::fromStdString(text); }

/// The words of an obstacle's sentences.
struct ObstacleNames {
  explicit ObstacleNames(const ExplainedObstacle& o)
      : at(placeWords(o.at)),
        holder(placeWords(o.holder)),
        rival(placeWords(o.rival)),
        axis(o.axis.empty() ? ObstacleTexts::tr("the axis") : shownWord(o.axis)),
        rivalAxis(shownWord(o.rivalAxis)),
        op(opWords(o.op)),
        factor(shownWord(o.factor)),
        dim(QString::number(o.facts.dim)),
        rivalDim(QString::number(o.facts.rivalDim)),
        holderDim(QString::number(o.facts.holderDim)) {}
  QString at, holder, rival, axis, rivalAxis, op, factor, dim, rivalDim, holderDim;
};

QString wonWords(WonBy won) {
  switch (won) {
    case WonBy::Annotation: return ObstacleTexts::tr(" (written there)");
    case WonBy::UserPriority: return ObstacleTexts::tr(" (its user priority came first)");
    case WonBy::OpPriority: return ObstacleTexts::tr(" (its operation's turn came first)");
    case WonBy::Strategy: return ObstacleTexts::tr(" (the basic strategy came first and let only it pass)");
    case WonBy::Size: return ObstacleTexts::tr(" (it came from the larger tensor)");
    case WonBy::Parts: return ObstacleTexts::tr(" (it splits a tensor as large into more parts)");
    case WonBy::Order: return ObstacleTexts::tr(" (its operation was visited first)");
    case WonBy::Nothing: break;
  }
  return {};
}

QString factorWords(FactorKind kind, const QString& factor) {
  switch (kind) {
    case FactorKind::Reduction: return ObstacleTexts::tr("the reduction factor %1").arg(factor);
    case FactorKind::NeedReplication: return ObstacleTexts::tr("the need-replication factor %1").arg(factor);
    case FactorKind::Permutation: return ObstacleTexts::tr("the permutation factor %1").arg(factor);
    case FactorKind::PassThrough: break;
  }
  return ObstacleTexts::tr("factor %1").arg(factor);
}

QString notReachedWords(const ExplainedObstacle& o, const ObstacleNames& n) {
  if (!o.ended) return ObstacleTexts::tr("propagation did not run to its end");
  return n.op.isEmpty() ? ObstacleTexts::tr("no step brings %1 to dimension %2 of %3").arg(n.axis, n.dim, n.at)
                        : ObstacleTexts::tr("%1 has not come to dimension %2 of %3 by %4").arg(n.axis, n.dim, n.at, n.op);
}

// What concerns one tensor; empty for what stands between tensors of an operation.
QString placeObstacle(const ExplainedObstacle& o, const ObstacleNames& n) {
  switch (o.facts.kind) {
    case ObstacleKind::NotReached: return notReachedWords(o, n);
    case ObstacleKind::ClosedDim: return ObstacleTexts::tr("dimension %1 of %2 is closed: %3 cannot be added").arg(n.dim, n.at, n.axis);
    case ObstacleKind::OtherDim:
      return ObstacleTexts::tr("%1 already shards dimension %2 of %3%4").arg(n.rivalAxis, n.rivalDim, n.rival, wonWords(o.facts.won));
    case ObstacleKind::Replicated: return ObstacleTexts::tr("%1 is explicitly replicated along %2").arg(n.rival, n.rivalAxis);
    case ObstacleKind::Unreduced: return ObstacleTexts::tr("%1 is unreduced (a partial sum) along %2").arg(n.rival, n.rivalAxis);
    case ObstacleKind::Manual: return ObstacleTexts::tr("%1 is a manual axis of the computation that %2 belongs to").arg(n.axis, n.at);
    case ObstacleKind::PartOfAxis:
      return ObstacleTexts::tr("only %1 would fit, and conservative propagation does not take axes apart").arg(n.axis);
    case ObstacleKind::NoSharding: return ObstacleTexts::tr("%1 cannot carry a sharding").arg(n.at);
    case ObstacleKind::Unused: return ObstacleTexts::tr("nothing that the program returns needs %1: it is taken out").arg(n.at);
    case ObstacleKind::Nowhere:
      return ObstacleTexts::tr("no tensor that dimension %1 of %2 is connected with has %3").arg(n.dim, n.at, n.axis);
    default: return {};
  }
}

}  // namespace

QString placeWords(const ExplainedPlace& place) {
  if (!place.func.empty()) return ObstacleTexts::tr("result %1 of @%2").arg(QString::number(place.result), shownWord(place.func));
  bool made = !place.value && !place.name.empty();
  return made ? ObstacleTexts::tr("a value that the import made") : shownWord(place.name);
}

QString opWords(const std::string& op) {
  const std::string edge = "edge of ";
  if (op.rfind(edge, 0) == 0) return ObstacleTexts::tr("edge of %1").arg(shownWord(op.substr(edge.size())));
  return op == "data-flow edge" ? ObstacleTexts::tr("data-flow edge") : shownWord(op);
}

QString obstacleWords(const ExplainedObstacle& o) {
  ObstacleNames n(o);
  switch (o.facts.kind) {
    case ObstacleKind::Conflict:
      return ObstacleTexts::tr("%1 has %2 on dimension %3, where %4 would stand in %5%6")
          .arg(n.rival, n.rivalAxis, n.rivalDim, n.axis, n.op, wonWords(o.facts.won));
    case ObstacleKind::NotDivisible:
      return ObstacleTexts::tr("factor %1 of %2 has size %3, which does not go into %4 equal parts")
          .arg(n.factor, n.op, QString::number(o.facts.size), QString::number(o.facts.parts));
    case ObstacleKind::Strided:
      return ObstacleTexts::tr(
                 "in %1 factor %2 stands behind one that is not fully sharded: dimension %3 of %4 would need a strided layout")
          .arg(n.op, n.factor, n.dim, n.at);
    case ObstacleKind::Blocked: return ObstacleTexts::tr("the rule of %1 does not let factor %2 pass").arg(n.op, n.factor);
    case ObstacleKind::Barrier: return ObstacleTexts::tr("a propagation barrier stops %1 between %2 and %3").arg(n.axis, n.holder, n.at);
    case ObstacleKind::NotShared:
      return ObstacleTexts::tr("%1 has %2 on dimension %3: in %4 that is %5, of which dimension %6 of %7 has no part")
          .arg(n.holder, n.axis, n.holderDim, n.op, factorWords(o.facts.factorKind, n.factor), n.dim, n.at);
    case ObstacleKind::NoRule: return ObstacleTexts::tr("%1 has no sharding rule: %2 of %3 goes no further").arg(n.op, n.axis, n.holder);
    case ObstacleKind::OtherMesh:
      return n.op.isEmpty() ? ObstacleTexts::tr("%1 is on a mesh without %2").arg(n.at, n.axis)
                            : ObstacleTexts::tr("the tensors of %1 are on different meshes").arg(n.op);
    default: return placeObstacle(o, n);
  }
}

QString needWords(const ExplainedObstacle& o) {
  ObstacleNames n(o);
  bool written = o.facts.won == WonBy::Nothing || o.facts.won == WonBy::Annotation;
  switch (o.facts.kind) {
    case ObstacleKind::ClosedDim: return ObstacleTexts::tr("dimension %1 of %2 open (\"?\")").arg(n.dim, n.at);
    case ObstacleKind::OtherDim: return ObstacleTexts::tr("%1 without %2 on dimension %3").arg(n.rival, n.rivalAxis, n.rivalDim);
    case ObstacleKind::Replicated: return ObstacleTexts::tr("%1 without %2 among its replicated axes").arg(n.rival, n.rivalAxis);
    case ObstacleKind::Unreduced: return ObstacleTexts::tr("%1 without %2 among its unreduced axes").arg(n.rival, n.rivalAxis);
    case ObstacleKind::Manual: return ObstacleTexts::tr("a computation without %1 among its manual axes").arg(n.axis);
    case ObstacleKind::Conflict:
      return written ? ObstacleTexts::tr("%1 without %2 on dimension %3").arg(n.rival, n.rivalAxis, n.rivalDim)
                     : ObstacleTexts::tr("%1 without %2 on dimension %3, or a later user priority for it")
                           .arg(n.rival, n.rivalAxis, n.rivalDim);
    case ObstacleKind::NotDivisible: return ObstacleTexts::tr("a size that is a multiple of %1").arg(o.facts.parts);
    case ObstacleKind::Strided: return ObstacleTexts::tr("the factor before it split down to single elements");
    case ObstacleKind::PartOfAxis: return ObstacleTexts::tr("conservative propagation off");
    case ObstacleKind::Blocked: return ObstacleTexts::tr("a rule of %1 that does not block the factor").arg(n.op);
    case ObstacleKind::Barrier: return ObstacleTexts::tr("no barrier there, or allowed_direction=BOTH");
    case ObstacleKind::NotShared:
      return ObstacleTexts::tr("an annotation of %1, or of a tensor that shares a factor with its dimension %2").arg(n.at, n.dim);
    case ObstacleKind::NoRule: return ObstacleTexts::tr("a sharding rule on %1 (sdy.sharding_rule)").arg(n.op);
    case ObstacleKind::OtherMesh:
      return n.op.isEmpty() ? ObstacleTexts::tr("%1 on the mesh of %2").arg(n.at, n.axis) : ObstacleTexts::tr("all tensors on one mesh");
    case ObstacleKind::Unused: return ObstacleTexts::tr("a use of %1 that a result of the program needs").arg(n.at);
    case ObstacleKind::Nowhere: return ObstacleTexts::tr("an annotation with %1 on a tensor that it is connected with").arg(n.axis);
    case ObstacleKind::NotReached:
    case ObstacleKind::NoSharding: break;
  }
  return {};
}

QString remedyWords(const ExplainedRemedy& r) {
  QString name = placeWords(r.rewrites.front().place);
  std::size_t others = r.rewrites.size() - 1;
  QString whose = others ? ObstacleTexts::tr("%1 and of %2 more").arg(name, QString::number(others)) : name;
  switch (r.kind) {
    case Remedy::Kind::Open: return ObstacleTexts::tr("open the dimension in the annotation of %1").arg(name);
    case Remedy::Kind::Free: return ObstacleTexts::tr("free the axis in the annotation of %1").arg(name);
    case Remedy::Kind::Prefer: return ObstacleTexts::tr("give the annotation of %1 a later priority").arg(whose);
    case Remedy::Kind::TakeAway: return ObstacleTexts::tr("take what is in the way out of the annotation of %1").arg(whose);
    case Remedy::Kind::Together: return ObstacleTexts::tr("change the annotation of %1").arg(whose);
    case Remedy::Kind::Annotate: return ObstacleTexts::tr("annotate %1").arg(name);
  }
  return {};
}

QString endWords(WhyEnd::Kind end) {
  switch (end) {
    case WhyEnd::Kind::Written: return ObstacleTexts::tr("written");
    case WhyEnd::Kind::Opened: return ObstacleTexts::tr("written, in force from its user priority on");
    case WhyEnd::Kind::Border: return ObstacleTexts::tr("a manual axis at the border of a manual computation");
    case WhyEnd::Kind::Imported: return ObstacleTexts::tr("given by the passes before propagation");
  }
  return {};
}

}  // namespace shardlens::app
