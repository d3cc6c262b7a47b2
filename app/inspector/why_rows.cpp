#include "app/inspector/why_rows.h"

#include <QCoreApplication>
#include <QLocale>

#include "app/graph/look_maker.h"
#include "app/inspector/obstacle_words.h"
#include "app/theme/count_text.h"
#include "app/theme/shown.h"

namespace shardlens::app {

namespace {

struct WhyTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::WhySection)
};

const QString kDot = QString::fromUtf8(" · ");

QString lineText(const LineColumn& at) { return at.line ? WhyTexts::tr("line %L1").arg(at.line) : QString(); }

/// `[{"x"}, {}]` of `#sdy.sharding<@mesh, [{"x"}, {}]>`.
QString shortSharding(const std::string& sharding) {
  QString text = shown(sharding);
  qsizetype from = text.indexOf(QLatin1String(", ["));
  return from >= 0 && text.endsWith(QLatin1Char('>')) ? text.mid(from + 2, text.size() - from - 3) : text;
}

QString stepText(std::uint32_t index) { return WhyTexts::tr("step %L1").arg(index); }

QString directionText(const std::string& direction) {
  if (direction == "forward") return WhyTexts::tr("forward");
  if (direction == "backward") return WhyTexts::tr("backward");
  return direction == "group" ? WhyTexts::tr("sharding group") : WhyTexts::tr("between operands");
}

QString factorText(const ExplainedLink& link) {
  QString kind = link.factorKind == "reduction"          ? WhyTexts::tr("reduction")
                 : link.factorKind == "need-replication" ? WhyTexts::tr("need replication")
                 : link.factorKind == "permutation"      ? WhyTexts::tr("permutation")
                                                         : QString();
  QString text = WhyTexts::tr("factor %1").arg(shown(link.factor));
  return kind.isEmpty() ? text : text + QStringLiteral(" (") + kind + QLatin1Char(')');
}

WhyRow linkRow(const ExplainedLink& link) {
  WhyRow row;
  row.kind = WhyRow::Kind::Link;
  row.title = opWords(link.op);
  row.right = stepText(link.index);
  // All at once: names like %3 are no places for what follows.
  row.detail = WhyTexts::tr("%1 dim %2 ← %3 dim %4")
                   .arg(placeWords(link.to), QString::number(link.toDim), placeWords(link.from), QString::number(link.fromDim));
  QStringList facts;
  if (!link.factor.empty()) facts << factorText(link);
  facts << directionText(link.direction);
  if (link.opPriority >= 0) facts << WhyTexts::tr("op priority %1").arg(link.opPriority);
  if (link.userPriority > 0) facts << WhyTexts::tr("user priority %1").arg(link.userPriority);
  if (link.strategy == "basic") facts << WhyTexts::tr("basic");
  if (link.others) facts << WhyTexts::tr("+%L1 sources").arg(link.others);
  if (!link.call.empty()) facts << WhyTexts::tr("in %1").arg(shown(link.call));
  row.facts = facts.join(kDot);
  row.value = link.from.value;
  row.step = link.index;
  return row;
}

WhyRow annotationRow(const ExplainedAnnotation& annotation, const QString& title) {
  WhyRow row;
  row.kind = WhyRow::Kind::End;
  row.title = title;
  row.right = lineText(annotation.place.at);
  row.detail = shortSharding(annotation.sharding);
  row.value = annotation.place.value;
  return row;
}

QString whatText(const ExplainedAnnotation& a) {
  QString name = placeWords(a.place);
  if (a.what == "argument") return WhyTexts::tr("argument %1").arg(name);
  if (a.what == "constraint") return WhyTexts::tr("constraint %1").arg(name);
  if (a.what == "in_shardings") return WhyTexts::tr("computation's input %1").arg(name);
  if (a.what == "out_shardings") return WhyTexts::tr("computation's output %1").arg(name);
  return name;
}

WhyRow endRow(const ExplainedChain& chain) {
  if (chain.annotation) return annotationRow(*chain.annotation, WhyTexts::tr("written on %1").arg(whatText(*chain.annotation)));
  WhyRow row;
  row.kind = WhyRow::Kind::End;
  row.title = endWords(chain.endKind);
  return row;
}

void addChains(const ExplainedAxis& axis, std::vector<WhyRow>& rows) {
  for (const ExplainedChain& chain : axis.chains) {
    if (axis.chains.size() > 1) {
      WhyRow part;
      part.kind = WhyRow::Kind::Part;
      part.title = WhyTexts::tr("part %1").arg(shown(chain.axis));
      rows.push_back(part);
    }
    for (const ExplainedLink& link : chain.links) rows.push_back(linkRow(link));
    rows.push_back(endRow(chain));
  }
}

WhyRow note(const QString& text) {
  WhyRow row;
  row.title = text;
  return row;
}

void addSupport(const ExplainedAxis& axis, std::vector<WhyRow>& rows) {
  for (const ExplainedChain& chain : axis.chains) rows.push_back(endRow(chain));
  for (const ExplainedAnnotation& a : axis.alsoFrom) rows.push_back(annotationRow(a, WhyTexts::tr("also from %1").arg(whatText(a))));
  if (axis.manual) {
    rows.push_back(note(WhyTexts::tr("A manual axis: it stays as long as the computation is manual.")));
  } else if (!axis.complete) {
    rows.push_back(note(WhyTexts::tr("More annotations would give it; not all were looked for.")));
  } else {
    rows.push_back(note(axis.alsoFrom.empty() ? WhyTexts::tr("Without it the axis is gone.")
                                              : WhyTexts::tr("Without all of these the axis is gone.")));
  }
}

// The passes behind propagation let less leave the program than it has inside.
void addBorder(const ExplainedBorder& border, std::vector<WhyRow>& rows) {
  const AtBorder& b = border.facts;
  rows.push_back(note((b.result ? WhyTexts::tr("as result %1 of the program: %2") : WhyTexts::tr("as argument %1 of the program: %2"))
                          .arg(QString::number(b.index), shortSharding(border.sharding))));
  for (const AtBorder::Loss& loss : b.losses)
    rows.push_back(note(
        loss.uneven ? WhyTexts::tr("dimension %1 of size %L2 does not divide into %L3 parts").arg(loss.dim).arg(loss.size).arg(loss.parts)
                    : WhyTexts::tr("dimension %1 is open: parts of axes do not leave the program").arg(loss.dim)));
}

WhyRow obstacleRow(const ExplainedObstacle& o) {
  WhyRow row;
  row.kind = WhyRow::Kind::Obstacle;
  row.title = obstacleWords(o);
  QStringList way;
  if (o.way.size() > 1)
    for (const ExplainedPlace& place : o.way) way << placeWords(place);
  if (!way.isEmpty() && !o.holder.name.empty()) way << placeWords(o.holder);
  row.detail = way.join(QString::fromUtf8(" ← "));
  QStringList facts;
  if (QString needs = needWords(o); !needs.isEmpty()) facts << needs;
  if (!o.op.empty()) facts << opWords(o.op);
  if (o.opAt.line) facts << lineText(o.opAt);
  if (o.stepIndex != PlanIndex::kNone) facts << WhyTexts::tr("since %1").arg(stepText(o.stepIndex));
  row.facts = facts.join(kDot);
  for (const ExplainedPlace* place : {&o.rival, &o.holder, &o.at})
    if (!row.value) row.value = place->value;
  if (o.stepIndex != PlanIndex::kNone) row.step = o.stepIndex;
  return row;
}

WhyRow remedyRow(const ExplainedRemedy& remedy) {
  WhyRow row;
  row.kind = WhyRow::Kind::Remedy;
  QString mark = !remedy.tried ? QString() : remedy.helps ? WhyTexts::tr(": then it comes") : WhyTexts::tr(": that alone is not enough");
  row.title = (remedy.helps ? QString::fromUtf8("✓ ") : QString()) + remedyWords(remedy) + mark;
  QStringList lines;
  for (const ExplainedAnnotation& a : remedy.rewrites) lines << placeWords(a.place) + QLatin1Char(' ') + shortSharding(a.sharding);
  row.detail = lines.join(QStringLiteral(", "));
  const ExplainedAnnotation& first = remedy.rewrites.front();
  row.value = first.place.value;
  row.right = lineText(first.place.at);
  if (remedy.rewrites.size() == 1 && first.what != "result") row.sharding = shown(first.inside);
  return row;
}

}  // namespace

QString WhyRow::spoken() const {
  QStringList parts;
  for (const ChipLook& chip : chips) parts << chip.text;
  for (const QString* text : {&title, &detail, &facts, &right})
    if (!text->isEmpty()) parts << *text;
  return parts.join(QStringLiteral(", "));
}

std::vector<WhyRow> chainRows(const Explanation& e, const Snapshot& s) {
  std::vector<WhyRow> rows;
  TensorSharding sharding = shardingAt(s, e.place.value);
  const Mesh* mesh = sharding.mesh ? s.meshes->find(sharding.mesh) : nullptr;
  auto meshOf = [&](const AxisRef& axis) {
    for (const MeshTable::Entry& entry : s.meshes->entries())
      if (!mesh && entry.mesh.axisSize(axis.name) > 0) return &entry.mesh;
    return mesh;
  };
  for (const ExplainedAxis& axis : e.axes) {
    WhyRow head;
    head.kind = WhyRow::Kind::Axis;
    head.title = WhyTexts::tr("on dimension %1").arg(axis.dim);
    head.chips = {chipOf(s.context(), meshOf(axis.ref), axis.ref)};
    std::size_t hops = 0;
    for (const ExplainedChain& chain : axis.chains) hops += chain.links.size();
    head.right = hops ? counted(WhyTexts::tr("1 step"), WhyTexts::tr("%1 steps"), static_cast<qint64>(hops)) : WhyTexts::tr("written here");
    rows.push_back(std::move(head));
    addChains(axis, rows);
  }
  if (rows.empty()) rows.push_back(note(WhyTexts::tr("No axis splits this tensor.")));
  for (const ExplainedBorder& border : e.borders) addBorder(border, rows);
  return rows;
}

std::vector<WhyRow> answerRows(const Explanation& e) {
  std::vector<WhyRow> rows;
  for (const ExplainedAxis& axis : e.axes) addSupport(axis, rows);
  for (const ExplainedObstacle& o : e.obstacles) rows.push_back(obstacleRow(o));
  if (!e.remedies.empty()) {
    rows.push_back(note(WhyTexts::tr("What would have to change")));
    rows.back().kind = WhyRow::Kind::Part;
  }
  for (const ExplainedRemedy& r : e.remedies) rows.push_back(remedyRow(r));
  return rows;
}

}  // namespace shardlens::app
