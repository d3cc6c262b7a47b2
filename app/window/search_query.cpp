#include "app/window/search_query.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

#include "app/graph/look_maker.h"
#include "app/theme/shown.h"
#include "app/window/neighbourhood.h"
#include "engine/session/box_bytes.h"

namespace shardlens::app {

namespace {

bool isLeaf(const Box& box) { return box.kind == BoxKind::Op || box.kind == BoxKind::Argument; }

bool anyAxis(const Context& c, const std::vector<AxisRef>& axes, const QRegularExpression& pattern) {
  return std::any_of(axes.begin(), axes.end(), [&](const AxisRef& axis) { return pattern.match(shown(c.str(axis.name))).hasMatch(); });
}

}  // namespace

SearchQuery::SearchQuery(const QString& text) {
  static const QRegularExpression words(QStringLiteral("/(?:[^/\\\\]|\\\\.)+/(?=\\s|$)|\\S+"));
  for (auto it = words.globalMatch(text); it.hasNext();) addTerm(it.next().captured());
}

// `bytes>100M`: of the whole tensor, in powers of 1000 as sizes are shown.
bool SearchQuery::addNumber(const QString& word) {
  static const QRegularExpression form(QStringLiteral("^bytes([<>])(\\d+(?:\\.\\d+)?)([KMGT]?)B?$"),
                                       QRegularExpression::CaseInsensitiveOption);
  auto match = form.match(word);
  if (!match.hasMatch()) return false;
  Term term;
  term.field = match.captured(1) == QLatin1Char('>') ? Field::Larger : Field::Smaller;
  term.number = match.captured(2).toDouble();
  qsizetype unit = match.captured(3).isEmpty() ? 0 : 1 + QStringLiteral("KMGT").indexOf(match.captured(3).toUpper());
  for (; unit > 0; --unit) term.number *= 1000;
  terms_.push_back(term);
  return true;
}

bool SearchQuery::addFlow(const QString& word) {
  static const QRegularExpression form(QStringLiteral("^(producers|consumers):([^:]+)(?::(\\d{1,6}))?$"));
  auto match = form.match(word);
  if (!match.hasMatch()) return false;
  Term term;
  term.field = match.captured(1) == QLatin1String("producers") ? Field::Producers : Field::Consumers;
  term.value = match.captured(2);
  term.number = match.captured(3).isEmpty() ? 1 : match.captured(3).toInt();
  terms_.push_back(term);
  return true;
}

void SearchQuery::addTerm(const QString& word) {
  if (addNumber(word) || addFlow(word)) return;
  static const QMap<QString, Field> prefixes{
      {QStringLiteral("axis"), Field::Axis}, {QStringLiteral("op"), Field::Op}, {QStringLiteral("kind"), Field::Kind}};
  static const QMap<QString, Field> flags{{QStringLiteral("partial"), Field::Partial},
                                          {QStringLiteral("annotated"), Field::Annotated},
                                          {QStringLiteral("changed"), Field::Changed}};
  Term term;
  QString pattern = QRegularExpression::escape(word);
  if (auto flag = flags.find(word); flag != flags.end()) {
    term.field = *flag;
    pattern.clear();
  } else if (word.size() > 2 && word.startsWith(QLatin1Char('/')) && word.endsWith(QLatin1Char('/'))) {
    pattern = word.mid(1, word.size() - 2);
  } else if (auto prefix = prefixes.find(word.section(QLatin1Char(':'), 0, 0));
             prefix != prefixes.end() && word.contains(QLatin1Char(':'))) {
    term.field = *prefix;
    pattern = word.section(QLatin1Char(':'), 1);
    if (pattern.isEmpty()) return;
    if (term.field == Field::Axis) pattern = QLatin1Char('^') + pattern + QLatin1Char('$');
  }
  term.isPath = term.field == Field::Text && pattern.contains(QLatin1Char('/'));
  term.pattern.setPattern(pattern);
  term.pattern.setPatternOptions(QRegularExpression::CaseInsensitiveOption);
  if (!term.pattern.isValid()) {
    problem_ = QCoreApplication::translate("shardlens::app::SearchQuery", "%1: %2").arg(word, term.pattern.errorString());
    return;
  }
  term.pattern.optimize();
  terms_.push_back(term);
}

SearchQuery::Match SearchQuery::textMatch(const Snapshot& s, BoxId id, ValueId value, const Term& term) const {
  const Box& box = s.outline->box(id);
  if (term.pattern.match(shown(box.name)).hasMatch()) return Match::InName;
  if (value && term.pattern.match(QLatin1Char('%') + shown(nameInText(*s.module, value))).hasMatch()) return Match::InName;
  QString path = QString::fromStdString(s.outline->path(id));
  auto found = term.pattern.globalMatch(path);
  if (!found.hasNext()) return Match::None;
  if (term.isPath) return Match::InName;
  qsizetype end = 0;
  while (found.hasNext()) end = found.next().capturedEnd();
  return end > path.size() - static_cast<qsizetype>(box.name.size()) ? Match::InName : Match::InPath;
}

SearchQuery::Match SearchQuery::matches(const Snapshot& s, BoxId id, const Term& term) const {
  const Box& box = s.outline->box(id);
  ValueId value = isLeaf(box) ? valueOfLeaf(*s.module, box) : ValueId();
  auto when = [](bool found) { return found ? Match::InName : Match::None; };
  switch (term.field) {
    case Field::Text: return textMatch(s, id, value, term);
    case Field::Op: return when(box.kind == BoxKind::Op && term.pattern.match(shown(s.module->name(box.op))).hasMatch());
    case Field::Kind: return when(term.pattern.match(shown(boxKindName(box.kind))).hasMatch());
    case Field::Larger: return when(value && tensorBytes(s.context(), s.module->type(value)) > term.number);
    case Field::Smaller: return when(value && tensorBytes(s.context(), s.module->type(value)) < term.number);
    case Field::Producers:
    case Field::Consumers: return when(term.boxes.contains(id.value));
    case Field::Annotated: return when(value && s.writtenSharding(value));
    case Field::Changed: return when(value && std::binary_search(s.changed.begin(), s.changed.end(), value));
    case Field::Partial: return when(value && s.shardingOf(value) && !shardingAt(s, value).unreduced.empty());
    case Field::Axis: {
      if (!value || !s.shardingOf(value)) return Match::None;
      TensorSharding sharding = shardingAt(s, value);
      return when(anyAxis(s.context(), sharding.unreduced, term.pattern) ||
                  std::any_of(sharding.dims.begin(), sharding.dims.end(),
                              [&](const DimSharding& dim) { return anyAxis(s.context(), dim.axes, term.pattern); }));
    }
  }
  return Match::None;
}

bool SearchQuery::holds(const Snapshot& s, BoxId id, const std::vector<Term>& terms) const {
  bool named = false;
  for (const Term& term : terms) {
    Match match = matches(s, id, term);
    if (match == Match::None) return false;
    named |= match == Match::InName;
  }
  return named;
}

SearchQuery::Result SearchQuery::run(const Snapshot& s, const std::atomic<bool>& stop) const {
  Result result;
  const Outline& outline = *s.outline;
  std::vector<Term> terms = terms_;
  for (Term& term : terms) {
    if (term.field != Field::Producers && term.field != Field::Consumers) continue;
    ValueId value = findValue(*s.module, outline, term.value.toStdString());
    FlowSide side = term.field == Field::Producers ? FlowSide::Producers : FlowSide::Consumers;
    if (value) term.boxes = neighbourhood(s, value, side, static_cast<int>(term.number));
  }
  std::vector<BoxId> order(outline.boxes.size());
  for (std::uint32_t b = 0; b < order.size(); ++b)
    if (outline.boxes[b].first < order.size()) order[outline.boxes[b].first] = BoxId(b);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if ((i & 1023) == 0 && stop.load(std::memory_order_relaxed)) return {};
    BoxId id = order[i];
    if (!id || id == outline.root) continue;
    if (!holds(s, id, terms)) continue;
    result.hits.push_back(id);
    for (BoxId up = id; up && result.highlight.insert(up.value).second; up = outline.box(up).parent) {
    }
  }
  // A box that was found lights up with all that is in it.
  for (BoxId hit : std::vector<BoxId>(result.hits))
    if (!isLeaf(outline.box(hit)))
      for (std::uint32_t at = outline.box(hit).first; at < outline.box(hit).last && at < order.size(); ++at)
        result.highlight.insert(order[at].value);
  return result;
}

}  // namespace shardlens::app
