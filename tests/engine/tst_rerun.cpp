#include <QtTest>
#include <map>
#include <random>

#include "engine/mlir/mlir.h"
#include "engine/plan/plan.h"
#include "engine/propagation/propagator.h"
#include "engine/propagation/run_log.h"
#include "tests/random/random_program.h"

using namespace shardlens;

namespace {

struct Made {
  ShardingPlan plan;
  Trace trace;
};

Made runWith(Propagator& propagator, const std::vector<ShardingOverride>& values, const Trace* earlier) {
  Made made;
  made.trace.log = std::make_shared<RunLog>();
  Diagnostics diagnostics;
  made.plan = propagator.run(values, {}, diagnostics, &made.trace, nullptr, earlier);
  return made;
}

bool sameStep(const Step& a, const Step& b) {
  return a.op == b.op && a.rule == b.rule && a.firstChange == b.firstChange && a.changeCount == b.changeCount && a.pure == b.pure &&
         a.userPriority == b.userPriority && a.opPriority == b.opPriority && a.round == b.round && a.iteration == b.iteration;
}

bool sameChange(const ShardingChange& a, const ShardingChange& b) {
  return a.value == b.value && a.func == b.func && a.result == b.result && a.before == b.before && a.after == b.after;
}

bool sameStandoff(const Standoff& a, const Standoff& b) { return sameStep(a.visit, b.visit) && a.stepsBefore == b.stepsBefore; }

QString difference(const Made& a, const Made& b) {
  auto differs = [](const auto& x, const auto& y, auto same) { return !std::equal(x.begin(), x.end(), y.begin(), y.end(), same); };
  if (a.plan.shardings != b.plan.shardings) return QStringLiteral("the shardings");
  if (a.plan.dead != b.plan.dead) return QStringLiteral("what is unused");
  if (differs(a.trace.steps, b.trace.steps, sameStep)) return QStringLiteral("the steps");
  if (differs(a.trace.changes, b.trace.changes, sameChange)) return QStringLiteral("the changes");
  if (differs(a.trace.standoffs, b.trace.standoffs, sameStandoff)) return QStringLiteral("the stand-offs");
  return {};
}

/// Shardings that a program has, by the type that they stand on; each type has "none", too.
std::map<TypeId, std::vector<AttrId>> shardingsByType(const Module& m, const ShardingPlan& plan) {
  std::map<TypeId, std::vector<AttrId>> all;
  for (std::uint32_t v = 0; v < m.valueCount(); ++v) {
    std::vector<AttrId>& known = all[m.type(ValueId(v))];
    if (known.empty()) known.emplace_back();
    for (AttrId sharding : {plan.of(ValueId(v)), shardingOf(m, ValueId(v))})
      if (std::find(known.begin(), known.end(), sharding) == known.end()) known.push_back(sharding);
  }
  return all;
}

}  // namespace

class RerunTest : public QObject {
  Q_OBJECT
 private slots:
  void equalsARunFromNothing_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 120; ++seed) QTest::addRow("program %u", seed) << seed;
  }

  // Values are set to one sharding after another, and back: each run that repeats parts of the one before equals one that knows nothing.
  void equalsARunFromNothing() {
    QFETCH(unsigned, seed);
    random::Options options;
    options.operations = 8 + static_cast<int>(seed % 40);
    options.unreduced = seed % 5 == 0;
    options.priorities = seed % 6 == 0;
    Diagnostics diagnostics;
    auto source = SourceBuffer::fromText("random.mlir", random::randomProgram(seed, options));
    std::shared_ptr<Module> m = readModule(source, std::make_shared<Context>(), {}, diagnostics);
    QVERIFY(m && importForPropagation(*m, diagnostics));
    PropagationOptions how;
    how.strategy = static_cast<FactorStrategy>(seed % 3);
    how.opPriorities = seed % 4 != 0;
    how.userPriorities = true;
    Propagator propagator(*m, how);
    Made last = runWith(propagator, {}, nullptr);
    auto known = shardingsByType(*m, last.plan);
    std::mt19937 dice(seed);
    std::map<ValueId, AttrId> set;
    for (int round = 0; round < 30; ++round) {
      ValueId value(static_cast<std::uint32_t>(dice() % m->valueCount()));
      const std::vector<AttrId>& choices = known[m->type(value)];
      if (dice() % 3 == 0 && !set.empty()) {
        set.erase(set.begin());
      } else {
        set[value] = choices[dice() % choices.size()];
      }
      std::vector<ShardingOverride> values;
      values.reserve(set.size());
      for (const auto& [of, sharding] : set) values.push_back({of, sharding});
      Made again = runWith(propagator, values, &last.trace);
      Made fresh = runWith(propagator, values, nullptr);
      QString differs = difference(again, fresh);
      QVERIFY2(differs.isEmpty(), qPrintable(QStringLiteral("%1 in round %2").arg(differs).arg(round)));
      stretches_ += again.trace.log->repeated;
      last = std::move(again);
    }
  }

  void partsAreRepeated() { QVERIFY2(stretches_ > 10000, qPrintable(QString::number(stretches_))); }

 private:
  std::size_t stretches_ = 0;
};

QTEST_APPLESS_MAIN(RerunTest)
#include "tst_rerun.moc"
