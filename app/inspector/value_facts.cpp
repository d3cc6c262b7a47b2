#include "app/inspector/value_facts.h"

#include <QCoreApplication>
#include <QLocale>

#include "app/theme/shown.h"
#include "engine/mlir/mlir.h"
#include "engine/outline/value_name.h"

namespace shardlens::app {

namespace {

struct FactTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::Inspector)
};

}  // namespace

QString bytesText(double bytes) {
  const char* units[] = {"B", "KB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 1000 && unit < 5) {
    bytes /= 1000;
    ++unit;
  }
  return QLocale().toString(bytes, 'f', unit == 0 || bytes >= 100 ? 0 : 1) + QLatin1Char(' ') + QLatin1String(units[unit]);
}

QString typeLine(const Snapshot& s, ValueId value) {
  QString name = shown(nameAsUsed(*s.module, value)), type = QString::fromStdString(printType(s.context(), s.module->type(value)));
  constexpr qsizetype kLongest = 160;
  if (type.size() > kLongest) type = type.left(kLongest) + QString::fromUtf8("…");
  return (name.isEmpty() ? QString() : name + QStringLiteral(" : ")) + type;
}

QString localLine(const Snapshot& s, ValueId value) {
  const Context& c = s.context();
  TypeId type = s.module->type(value);
  QStringList parts;
  if (hasStaticShape(c, type)) {
    QStringList sizes;
    double bytes = storageBits(c, elementOf(c, type)) / 8.0;
    for (std::int64_t local : chipShape(s, value)) {
      sizes << QString::number(local);
      bytes *= static_cast<double>(local);
    }
    parts << FactTexts::tr("each chip: %1").arg(sizes.isEmpty() ? FactTexts::tr("a scalar") : sizes.join(QLatin1Char('x')))
          << bytesText(bytes);
  }
  OpId op = s.module->definingOp(value);
  Offset at = op ? s.module->op(op).source : s.module->value(value).source;
  if (at != kNoOffset) parts << FactTexts::tr("line %L1").arg(s.source->position(at).line);
  return parts.join(QString::fromUtf8(" · "));
}

QString noteLine(const Snapshot& s, ValueId value) {
  QStringList notes;
  if (ValueId instead = s.standing(value); instead != value)
    notes << FactTexts::tr("this constraint is left out: %1 is used in its place").arg(shown(nameAsUsed(*s.module, instead)));
  if (s.writtenSharding(value)) {
    notes << FactTexts::tr("annotated");
  } else if (s.shardingOf(value)) {
    notes << FactTexts::tr("sharding found by propagation");
  } else {
    notes << FactTexts::tr("no sharding: every chip holds it whole");
  }
  TensorSharding sharding = shardingAt(s, value);
  auto axes = [&](const std::vector<AxisRef>& list) {
    QStringList names;
    for (const AxisRef& axis : list) names << shown(s.context().str(axis.name));
    return names.join(QStringLiteral(", "));
  };
  if (!sharding.unreduced.empty()) notes << FactTexts::tr("partial over %1").arg(axes(sharding.unreduced));
  if (!sharding.replicated.empty()) notes << FactTexts::tr("replicated over %1").arg(axes(sharding.replicated));
  if (s.endsWithoutRule(s.module->definingOp(value))) notes << FactTexts::tr("this operation has no rule: propagation ends here");
  return notes.join(QString::fromUtf8(" · "));
}

}  // namespace shardlens::app
