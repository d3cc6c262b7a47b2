#include <QTest>

#include <QFile>
#include <QTemporaryDir>

#include <fstream>
#include <unordered_map>

#include "engine/mlir/mlir.h"
#include "engine/session/document.h"
#include "engine/session/snapshot_maker.h"
#include "tests/engine/any_edits.h"
#include "tests/engine/edit_programs.h"
#include "tests/random/random_program.h"

using namespace shardlens;

/// Random edits of all kinds, and each kind by itself.
class EditsTest : public QObject {
  Q_OBJECT
 private slots:
  void textOfAnEditReadsBack();
  void planEqualsThatOfTheWrittenText_data();
  void planEqualsThatOfTheWrittenText();
  void anyProgramWithAnyEdits_data();
  void anyProgramWithAnyEdits();
  void constraintStandsBehindItsValue();
  void groupMembershipIsWritten();
  void axisNameGoesThroughAllAnnotations();
  void meshTroublesAreListedAndNothingIsLost();
  void optionsChangeThePlan();
  void plainEditsNeedNoImport();
  void switchedOffIsLeftOut();
  void refusals_data();
  void refusals();
};

static constexpr const char* kProgram = R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %s: tensor<f32>) -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"data", ?}, {?}]> : tensor<8x32xf32>
  %3 = stablehlo.reduce(%2 init: %s) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<8x32xf32>
}
)";

static std::shared_ptr<Program> open(const std::string& text) {
  static QTemporaryDir dir;
  std::string path = dir.filePath(QStringLiteral("p.mlir")).toStdString();
  std::ofstream(path) << text;
  Diagnostics diagnostics;
  auto program = openProgram(path, diagnostics, nullptr);
  if (!program) qWarning("%s\n%s", text.c_str(), diagnostics.all().empty() ? "" : diagnostics.all().front().message.c_str());
  return program;
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

/// The snapshot with `edits`; fails the test with the reason where they are refused.
static SnapshotPtr snapshotOf(const std::shared_ptr<Program>& program, const std::vector<Edit>& edits) {
  EditRefusal refusal;
  SnapshotPtr made = SnapshotMaker(program).make(edits, nullptr, &refusal, nullptr);
  if (!made) qWarning("%s", refusal.why.c_str());
  return made;
}

static QString sharding(const Snapshot& s, const char* path) {
  ValueId value = findValue(*s.module, *s.outline, path);
  AttrId found = s.shardingOf(value);
  return found ? QString::fromStdString(printAttribute(s.context(), found)) : QStringLiteral("none");
}

static QString writtenText(const Snapshot& s) { return QString::fromStdString(printModule(*s.written)); }

void EditsTest::textOfAnEditReadsBack() {
  PlanOptions options;
  options.strategy = FactorStrategy::BasicThenAggressive;
  options.conservative = true;
  const Edit edits[] = {{"main/%w1", "[{}, {\"model\"}]"},
                        {"main/a \"b\"\\c/dot", "", EditKind::Constraint},
                        {"mesh", "\"data\" -> \"batch\"", EditKind::AxisName},
                        {"", printOptions(options), EditKind::Options}};
  for (const Edit& edit : edits) QCOMPARE(readEdit(printEdit(edit)), std::optional<Edit>(edit));
  QCOMPARE(readOptions(printOptions(options)), std::optional<PlanOptions>(options));
  QVERIFY(!readEdit("nonsense \"x\" y") && !readEdit("sharding main/%w []"));
  QCOMPARE(printMesh(*readMesh("[\"a\"=2,\"b\"=2], device_ids=[3,2,1,0]").value),
           std::string("[\"a\"=2, \"b\"=2], device_ids=[3, 2, 1, 0]"));
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

void EditsTest::planEqualsThatOfTheWrittenText_data() {
  QTest::addColumn<unsigned>("seed");
  for (unsigned seed = 1; seed <= 24; ++seed) QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
}

void EditsTest::planEqualsThatOfTheWrittenText() {
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

void EditsTest::anyProgramWithAnyEdits_data() {
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

void EditsTest::anyProgramWithAnyEdits() {
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
    last = made;
    QTemporaryDir dir;
    std::string path = dir.filePath(QStringLiteral("saved.mlir")).toStdString();
    QCOMPARE(saveModule(*made->written, path), std::string());
    std::string list;
    for (const Edit& edit : edits) list += printEdit(edit) + "\n";
    Diagnostics diagnostics;
    auto again = openProgram(path, diagnostics, nullptr);
    QVERIFY2(again, qPrintable(QString::fromStdString(list + (diagnostics.all().empty() ? "" : diagnostics.all().front().message) + "\n" +
                                                      fileText(QString::fromStdString(path)))));
    PlanPtr scratch = makePlan(again->module, made->plan->options, diagnostics);
    std::string differs = difference(planText(*made->plan), planText(*scratch));
    QVERIFY2(differs.empty(), (differs + "\n" + list + fileText(QString::fromStdString(path))).c_str());
  }
  QVERIFY(taken > 5);
}

void EditsTest::constraintStandsBehindItsValue() {
  SnapshotPtr s = snapshotOf(open(kProgram), {{"main/%0", "[{}, {\"model\"}]", EditKind::Constraint}});
  QVERIFY(s);
  QString text = writtenText(*s);
  QVERIFY2(text.contains(QStringLiteral("%1 = sdy.sharding_constraint %0 <@mesh, [{}, {\"model\"}]>")), qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("stablehlo.tanh %1")), qPrintable(text));
  QCOMPARE(s->module->opCount(), open(kProgram)->module->opCount());
  QVERIFY(s->annotation({EditKind::Constraint, findValue(*s->module, *s->outline, "main/%0").value, 0}));
}

void EditsTest::groupMembershipIsWritten() {
  SnapshotPtr s = snapshotOf(open(kProgram), {{"main/%0", "5", EditKind::Group}, {"main/%1", "5", EditKind::Group}});
  QVERIFY(s);
  QCOMPARE(writtenText(*s).count(QStringLiteral("group_id=5")), 2);
  QCOMPARE(sharding(*s, "main/%0"), sharding(*s, "main/%1"));
}

void EditsTest::axisNameGoesThroughAllAnnotations() {
  SnapshotPtr s = snapshotOf(open(kProgram), {{"main/%0", "[{\"data\"}, {}]"}, {"mesh", "\"data\" -> \"batch\"", EditKind::AxisName}});
  QVERIFY(s);
  QVERIFY(!writtenText(*s).contains(QStringLiteral("\"data\"")));
  QVERIFY(sharding(*s, "main/%0").contains(QStringLiteral("batch")));
  for (const Annotation& a : *s->annotations) QVERIFY(printAttribute(s->context(), a.sharding).find("\"data\"") == std::string::npos);
}

void EditsTest::meshTroublesAreListedAndNothingIsLost() {
  auto program = open(kProgram);
  std::vector<Edit> edits = {{"mesh", "[\"data\"=2, \"other\"=4]", EditKind::Mesh}};
  SnapshotPtr s = snapshotOf(program, edits);
  QVERIFY(s);
  const Annotation* weight = s->annotation({EditKind::Sharding, findValue(*s->module, *s->outline, "main/%w").value, 0});
  QVERIFY(weight && !weight->counts() && weight->trouble.find("axis \"model\" is not in mesh @mesh") == 0);
  QCOMPARE(s->diagnostics.size(), std::size_t{1});
  QCOMPARE(s->diagnostics.front().at.line, 2U);
  edits.push_back({"mesh", "[\"data\"=2, \"model\"=8]", EditKind::Mesh});
  s = snapshotOf(program, edits);
  QVERIFY(s && s->diagnostics.empty());
  QVERIFY(sharding(*s, "main/%w").contains(QStringLiteral("model")));
}

void EditsTest::optionsChangeThePlan() {
  PlanOptions basic;
  basic.strategy = FactorStrategy::Basic;
  SnapshotPtr s = snapshotOf(open(kProgram), {{"", printOptions(basic), EditKind::Options}});
  QVERIFY(s);
  QCOMPARE(s->plan->options, basic);
}

void EditsTest::plainEditsNeedNoImport() {
  SnapshotMaker maker(open(kProgram));
  EditRefusal refusal;
  SnapshotPtr first = maker.make({}, nullptr, &refusal, nullptr);
  SnapshotPtr weight = maker.make({{"main/%w", "[{\"model\"}, {}]"}}, first.get(), &refusal, nullptr);
  QVERIFY(weight && weight->plan->imported == first->plan->imported && !weight->changed.empty());
  SnapshotPtr result = maker.make({{"main#0", "[{}, {\"model\"}]", EditKind::Result}}, weight.get(), &refusal, nullptr);
  QVERIFY(result && result->plan->imported == first->plan->imported);
  auto sharesImport = [&](const std::vector<Edit>& edits, SnapshotPtr* last) {
    SnapshotPtr made = maker.make(edits, last->get(), &refusal, nullptr);
    bool shared = made && made->plan->imported == (*last)->plan->imported;
    *last = made;
    return shared;
  };
  SnapshotPtr last = result;
  QVERIFY2(sharesImport({{"main/%1", "[{}, {}]"}}, &last), "what is constrained");
  QVERIFY2(sharesImport({{"main/%2", "[{\"data\"}, {}]"}}, &last), "a constraint");
  QCOMPARE(sharding(*last, "main/%1"), QStringLiteral("#sdy.sharding<@mesh, [{\"data\"}, {}]>"));
  QVERIFY2(!sharesImport({{"main/%0", "[{\"data\"}, {}]", EditKind::Constraint}}, &last), "a new constraint");
  QVERIFY2(sharesImport({{"main/%0", "[{}, {\"data\"}]", EditKind::Constraint}}, &last), "the same with another sharding");
  QCOMPARE(sharding(*last, "main/%0"), QStringLiteral("#sdy.sharding<@mesh, [{}, {\"data\"}]>"));
  QVERIFY2(!sharesImport({{"main/%2", ""}}, &last), "a constraint that goes");
  std::shared_ptr<const Module> without = last->plan->imported;
  QVERIFY2(!sharesImport({{"main/%0", "[{}, {\"model\"}]", EditKind::Constraint}}, &last), "it is there again");
  QVERIFY2(!sharesImport({{"main/%2", ""}}, &last), "and goes again");
  QVERIFY2(last->plan->imported == without, "which was met before");
}

void EditsTest::switchedOffIsLeftOut() {
  auto program = open(kProgram);
  SnapshotPtr s = snapshotOf(program, {{"main/%w", "sharding off", EditKind::Switch}});
  QVERIFY(s);
  QVERIFY(!sharding(*s, "main/%0").contains(QStringLiteral("model")));
  QCOMPARE(std::count_if(s->annotations->begin(), s->annotations->end(), [](const Annotation& a) { return !a.on; }), 1);
  s = snapshotOf(program, {{"main/%2", "sharding off", EditKind::Switch}, {"main/%w", "sharding off", EditKind::Switch}});
  QVERIFY(s && !writtenText(*s).contains(QStringLiteral("sharding_constraint")));
  s = snapshotOf(program, {{"main/%w", "sharding off", EditKind::Switch}, {"main/%w", "sharding on", EditKind::Switch}});
  QVERIFY(s && sharding(*s, "main/%0").contains(QStringLiteral("model")));
}

void EditsTest::refusals_data() {
  QTest::addColumn<QString>("edit");
  QTest::addColumn<QString>("why");
  auto row = [](const char* name, const char* edit, const char* why) {
    QTest::newRow(name) << QString::fromUtf8(edit) << QString::fromUtf8(why);
  };
  row("no value", R"(sharding "main/%nosuch" [{}, {}])", "there is no value main/%nosuch");
  row("no axis", R"(constraint "main/%0" [{"z"}, {}])", "axis \"z\" is not in mesh @mesh (its axes: data, model)");
  row("no result", R"(result "main#1" [{}, {}])", "function main has 1 results");
  row("no group", R"(group "main/%0" x)", "a sharding group is a number from 0 on");
  row("axis twice", R"(mesh "mesh" ["a"=2, "a"=4])", "two axes have the name \"a\"");
  row("size zero", R"(mesh "mesh" ["a"=0])", "axis \"a\" has size 0: at least 1 is needed");
  row("device twice", R"(mesh "mesh" ["a"=2], device_ids=[1, 1])", "each device from 0 to 1 must stand once in the order");
  row("name taken", R"(axis "mesh" "data" -> "model")", "two axes have the name \"model\"");
  row("options", R"(options "" strategy=none)", "these are no options of the propagation: strategy=none");
  row("inside a reduction", R"(sharding "main/reduce/%" [])",
      "this value cannot carry a sharding: it lives inside one operation's computation");
  row("nothing to switch", R"(switch "main/%0" sharding off)", "main/%0 has no annotation of this kind");
}

void EditsTest::refusals() {
  QFETCH(QString, edit);
  QFETCH(QString, why);
  auto program = open(kProgram);
  SnapshotMaker maker(program);
  EditRefusal refusal;
  SnapshotPtr before = maker.make({}, nullptr, &refusal, nullptr);
  std::optional<Edit> read = readEdit(edit.toStdString());
  QVERIFY(read);
  SnapshotPtr after = maker.make({*read}, before.get(), &refusal, nullptr);
  QVERIFY(!after);
  QCOMPARE(QString::fromStdString(refusal.why), why);
  SnapshotPtr again = maker.make({}, before.get(), &refusal, nullptr);
  QVERIFY(again && again->changed.empty());
}

QTEST_APPLESS_MAIN(EditsTest)
#include "tst_edits.moc"
