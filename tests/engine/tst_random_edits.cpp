#include <fmt/format.h>

#include <QTest>

#include <QFile>
#include <QTemporaryDir>

#include <unordered_map>

#include "engine/mlir/mlir.h"
#include "engine/propagation/run_log.h"
#include "engine/session/document.h"
#include "engine/session/snapshot_maker.h"
#include "tests/engine/any_edits.h"
#include "tests/engine/edit_programs.h"
#include "tests/engine/open_text.h"
#include "tests/random/random_program.h"

using namespace shardlens;
using test::open;

/// Random edits of all kinds: the plan is that of the program as it would be saved.
class RandomEditsTest : public QObject {
  Q_OBJECT
 private slots:
  void planEqualsThatOfTheWrittenText_data();
  void planEqualsThatOfTheWrittenText();
  void anyProgramWithAnyEdits_data();
  void anyProgramWithAnyEdits();
  void constraintsWereFoundAround();

 private:
  void count(const Snapshot& before, const Snapshot& after);
  int imports_ = 0, repeated_ = 0;
};

/// Another import whose run repeats parts of an earlier one: a constraint came or went, and the rest was taken over.
void RandomEditsTest::count(const Snapshot& before, const Snapshot& after) {
  if (before.plan->imported == after.plan->imported) return;
  ++imports_;
  if (after.plan->trace.log->repeated > 0) ++repeated_;
}

/// All shardings and all steps of a plan by the place of each operation in the program, so that plans of modules with different ids can
/// be compared.
static std::string planText(const Plan& plan) {
  const Module& m = *plan.imported;
  std::unordered_map<std::uint32_t, std::size_t> places, values;
  std::string text = plan.complete ? "" : "incomplete\n";
  auto sharding = [&](AttrId a) { return a ? printAttribute(m.context(), a) : std::string("none"); };
  auto value = [&](ValueId v) {
    values.emplace(v.value, values.size());
    text += "  " + sharding(plan.result.of(v)) + "\n";
  };
  walk(m, m.root(), [&](OpId op) {
    places.emplace(op.value, places.size());
    text += std::string(m.name(op)) + "\n";
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) value(m.result(op, i));
    for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r)
      for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next)
        for (std::uint32_t a = 0; a < m.block(b).argCount; ++a) value(m.arg(b, a));
  });
  for (const FuncResultSharding& r : plan.result.funcResults)
    text += "result " + std::to_string(places[r.func.value]) + "#" + std::to_string(r.index) + " " + sharding(r.sharding) + "\n";
  for (OpId dead : plan.result.dead) text += "dead " + std::to_string(places[dead.value]) + "\n";
  for (const Step& step : plan.trace.steps) {
    text += "step " + std::to_string(places[step.op.value]) + " " + std::to_string(step.userPriority) + " " +
            std::to_string(step.opPriority) + " by " + (step.rule ? printAttribute(m.context(), step.rule) : "none") + "\n";
    for (std::uint32_t i = 0; i < step.changeCount; ++i) {
      const ShardingChange& c = plan.trace.changes[step.firstChange + i];
      text += "  " + (c.value ? std::to_string(values[c.value.value]) : "result " + std::to_string(c.result)) + ": " + sharding(c.before) +
              " -> " + sharding(c.after) + "\n";
    }
  }
  for (const Standoff& s : plan.trace.standoffs)
    text += "standoff " + std::to_string(places[s.visit.op.value]) + " after " + std::to_string(s.stepsBefore) + " in iteration " +
            std::to_string(s.visit.iteration) + "\n";
  return text;
}

/// The first line in which two texts differ; empty where they are equal.
static std::string difference(const std::string& a, const std::string& b) {
  if (a == b) return {};
  std::size_t at = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin()).first - a.begin());
  std::size_t line = a.rfind('\n', at) + 1;
  auto rest = [line](const std::string& text) { return text.substr(line, text.find('\n', line) - line); };
  return "line " + std::to_string(std::count(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(line), '\n')) + ": " + rest(a) + " / " +
         rest(b);
}

/// An edit of any kind with any target, some of them senseless.
static Edit randomEdit(test::EditPrograms& programs, std::mt19937& random, const std::vector<Edit>& edits) {
  const std::vector<std::string>& values = programs.values();
  std::string path = "main/" + values[random() % values.size()];
  switch (random() % 16) {
    case 0: return {path, ""};
    case 1: return {"main#" + std::to_string(random() % 2), programs.sharding(), EditKind::Result};
    case 2: return {"helper#0", random() % 3 ? programs.sharding() : "", EditKind::Result};
    case 3:
    case 4: return {path, random() % 3 ? programs.sharding() : "", EditKind::Constraint};
    case 5: return {path, random() % 3 ? std::to_string(random() % 3) : "", EditKind::Group};
    case 6:
      return {"mesh", random() % 2 ? R"(["data"=4, "model"=4])" : R"(["data"=2, "model"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0])",
              EditKind::Mesh};
    case 7: return {"mesh", random() % 2 ? R"("data" -> "batch")" : R"("batch" -> "data")", EditKind::AxisName};
    case 8: {
      PlanOptions options;
      options.strategy = static_cast<FactorStrategy>(random() % 3);
      options.opPriorities = random() % 2;
      options.userPriorities = random() % 2;
      options.conservative = random() % 2;
      return {"", printOptions(options), EditKind::Options};
    }
    case 9:
    case 10:
      if (!edits.empty()) {
        const Edit& of = edits[random() % edits.size()];
        return {of.path, std::string(editKindName(of.kind)) + (random() % 2 ? " off" : " on"), EditKind::Switch};
      }
      return {path, "sharding off", EditKind::Switch};
    default: return {path, programs.sharding()};
  }
}

void RandomEditsTest::planEqualsThatOfTheWrittenText_data() {
  QTest::addColumn<unsigned>("seed");
  for (unsigned seed = 1; seed <= 24; ++seed) QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
}

void RandomEditsTest::planEqualsThatOfTheWrittenText() {
  QFETCH(unsigned, seed);
  test::EditPrograms programs(seed);
  auto program = open(programs.make(14));
  QVERIFY(program);
  SnapshotMaker maker(program);
  EditRefusal refusal;
  SnapshotPtr last = maker.make({}, nullptr, &refusal, nullptr);
  QVERIFY(last);
  std::mt19937 random(seed);
  std::vector<Edit> edits;
  for (int step = 0; step < 40; ++step) {
    std::vector<Edit> next = edits;
    if (random() % 5 == 0 && !next.empty())
      next.pop_back();
    else
      next.push_back(randomEdit(programs, random, edits));
    SnapshotPtr made = maker.make(next, last.get(), &refusal, nullptr);
    if (!made) {
      QVERIFY(!refusal.why.empty());
      continue;
    }
    edits = next;
    count(*last, *made);
    last = made;
    Diagnostics diagnostics;
    std::string text = printModule(*made->written);
    std::shared_ptr<Module> again = readModule(SourceBuffer::fromText("again.mlir", text), std::make_shared<Context>(), {}, diagnostics);
    QVERIFY2(again, qPrintable(QString::fromStdString(printEdit(edits.empty() ? Edit() : edits.back()) + "\n" + text)));
    PlanPtr scratch = makePlan(again, made->plan->options, diagnostics);
    if (planText(*made->plan) != planText(*scratch)) {
      for (const Edit& edit : edits) qWarning("%s", printEdit(edit).c_str());
      qWarning("%s", text.c_str());
    }
    QCOMPARE(QString::fromStdString(planText(*made->plan)), QString::fromStdString(planText(*scratch)));
  }
}

static std::string fileText(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

void RandomEditsTest::anyProgramWithAnyEdits_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<unsigned>("seed");
  QTest::addColumn<bool>("aroundConstraints");
  for (unsigned seed = 1; seed <= 64; ++seed) {
    random::Options options;
    bool narrow = seed > 24;
    options.operations = 10 + static_cast<int>(seed) % 32;
    options.unreduced = seed % 3 == 0;
    if (narrow) options.groups = options.regions = seed % 4 == 0;
    QTest::addRow("program %u%s", seed, narrow ? " around constraints" : "")
        << QString::fromStdString(random::randomProgram(seed, options)) << seed << narrow;
  }
  for (const char* name : {"f_nested_jit", "f_switch", "f_manual_kinds", "f_reshards"})
    QTest::newRow(name) << QString::fromStdString(fileText(QStringLiteral(SHARDLENS_TEST_DATA "/conformance/examples/%1.mlir").arg(name)))
                        << 7U << false;
}

void RandomEditsTest::anyProgramWithAnyEdits() {
  QFETCH(QString, text);
  QFETCH(unsigned, seed);
  QFETCH(bool, aroundConstraints);
  auto program = open(text.toStdString());
  QVERIFY(program);
  SnapshotMaker maker(program);
  EditRefusal refusal;
  SnapshotPtr last = maker.make({}, nullptr, &refusal, nullptr);
  QVERIFY(last);
  test::AnyEdits any(*last, seed);
  if (aroundConstraints) any.aroundConstraints(*last);
  std::vector<Edit> edits;
  std::vector<std::vector<Edit>> done{{}};
  int taken = 0;
  for (int step = 0; step < 40; ++step) {
    std::vector<Edit> next = edits;
    if (any.undo()) {
      next = done[done.size() > 1 ? done.size() - 2 : 0];
    } else {
      next.push_back(any.next(edits));
    }
    SnapshotPtr made = maker.make(next, last.get(), &refusal, nullptr);
    if (!made) {
      QVERIFY(!refusal.why.empty());
      continue;
    }
    ++taken;
    edits = next;
    done.push_back(edits);
    count(*last, *made);
    last = made;
    QTemporaryDir dir;
    std::string path = dir.filePath(QStringLiteral("saved.mlir")).toStdString();
    QCOMPARE(saveModule(*made->written, path), std::string());
    std::string list;
    for (const Edit& edit : edits) list += printEdit(edit) + "\n";
    Diagnostics diagnostics;
    auto again = openProgram(path, diagnostics, nullptr);
    std::string said = diagnostics.all().empty() ? std::string() : diagnostics.all().front().message;
    QVERIFY2(again, fmt::format("{}{}\n{}", list, said, fileText(QString::fromStdString(path))).c_str());
    PlanPtr scratch = makePlan(again->module, made->plan->options, diagnostics);
    std::string differs = difference(planText(*made->plan), planText(*scratch));
    QVERIFY2(differs.empty(), fmt::format("{}\n{}{}", differs, list, fileText(QString::fromStdString(path))).c_str());
  }
  QVERIFY(taken > 5);
}

void RandomEditsTest::constraintsWereFoundAround() {
  qInfo("%d of %d new imports were taken over", repeated_, imports_);
  QVERIFY(repeated_ > 20);
}

QTEST_APPLESS_MAIN(RandomEditsTest)
#include "tst_random_edits.moc"
