#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/session/document.h"
#include "engine/session/snapshot_maker.h"
#include "tests/engine/open_text.h"

using namespace shardlens;
using test::open;

/// Each kind of edit by itself.
class EditsTest : public QObject {
  Q_OBJECT
 private slots:
  void textOfAnEditReadsBack();
  void constraintStandsBehindItsValue();
  void groupMembershipIsWritten();
  void axisNameGoesThroughAllAnnotations();
  void meshTroublesAreListedAndNothingIsLost();
  void otherSizesChangeWhatChipsHold();
  void optionsChangeThePlan();
  void plainEditsNeedNoImport();
  void whatFlowsIntoCallsAndLoopsNeedsNoImport();
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
  QVERIFY(!readMesh("[\"a\"=2,\"b\"=2], device_ids=[0,1]").value);
  QCOMPARE(printMesh(*readMesh("[\"a\"=2,\"b\"=2], device_ids=[3,2,1,0]").value),
           std::string("[\"a\"=2, \"b\"=2], device_ids=[3, 2, 1, 0]"));
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

void EditsTest::otherSizesChangeWhatChipsHold() {
  SnapshotMaker maker(open(kProgram));
  EditRefusal refusal;
  SnapshotPtr before = maker.make({}, nullptr, &refusal, nullptr);
  SnapshotPtr after = maker.make({{"mesh", R"(["data"=4, "model"=4])", EditKind::Mesh}}, before.get(), &refusal, nullptr);
  QVERIFY2(after, refusal.why.c_str());
  auto changed = [&](const char* path) {
    ValueId value = findValue(*after->module, *after->outline, path);
    return std::find(after->changed.begin(), after->changed.end(), value) != after->changed.end();
  };
  QCOMPARE(sharding(*after, "main/%x"), sharding(*before, "main/%x"));
  QVERIFY(changed("main/%x") && !changed("main/%w") && !changed("main/%s"));
  QCOMPARE(chipShape(*after, findValue(*after->module, *after->outline, "main/%x")), (std::vector<std::int64_t>{2, 16}));
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
  PlanOptions options;
  options.opPriorities = false;
  QVERIFY2(sharesImport({{"main/%2", ""}, {"", printOptions(options), EditKind::Options}}, &last), "other options");
  QVERIFY(last->plan->options == options);
}

void EditsTest::whatFlowsIntoCallsAndLoopsNeedsNoImport() {
  auto program = open(R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %n: tensor<i32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = call @twice(%x) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = call @twice(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2:2 = stablehlo.while(%i = %n, %a = %y) : tensor<i32>, tensor<8x16xf32>
  cond {
    %5 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %5 = stablehlo.tanh %a : tensor<8x16xf32>
    stablehlo.return %i, %5 : tensor<i32>, tensor<8x16xf32>
  }
  return %1, %2#1 : tensor<8x16xf32>, tensor<8x16xf32>
}
func.func private @twice(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
)");
  SnapshotMaker maker(program);
  EditRefusal refusal;
  SnapshotPtr first = maker.make({}, nullptr, &refusal, nullptr);
  QVERIFY(first);
  SnapshotPtr called = maker.make({{"main/%x", "[{\"data\"}, {}]"}}, first.get(), &refusal, nullptr);
  QVERIFY(called && called->plan->imported == first->plan->imported);
  QVERIFY(sharding(*called, "main/%1").contains(QStringLiteral("data")));
  SnapshotPtr looped = maker.make({{"main/%y", "[{}, {\"model\"}]"}}, called.get(), &refusal, nullptr);
  QVERIFY(looped && looped->plan->imported == first->plan->imported);
  QVERIFY(sharding(*looped, "main/%2#1").contains(QStringLiteral("model")));
  QVERIFY(!sharding(*looped, "main/%1").contains(QStringLiteral("data")));
}

void EditsTest::switchedOffIsLeftOut() {
  auto program = open(kProgram);
  SnapshotPtr s = snapshotOf(program, {{"main/%w", "sharding off", EditKind::Switch}});
  QVERIFY(s);
  QVERIFY(!sharding(*s, "main/%0").contains(QStringLiteral("model")));
  QCOMPARE(std::count_if(s->annotations->begin(), s->annotations->end(), [](const Annotation& a) { return !a.on; }), 1);
  s = snapshotOf(program, {{"main/%2", "sharding off", EditKind::Switch}, {"main/%w", "sharding off", EditKind::Switch}});
  QVERIFY(s && !writtenText(*s).contains(QStringLiteral("sharding_constraint")));
  QCOMPARE(sharding(*s, "main/%2"), sharding(*s, "main/%1"));
  ValueId constrained = findValue(*s->module, *s->outline, "main/%2");
  QCOMPARE(s->standing(constrained), findValue(*s->module, *s->outline, "main/%1"));
  QVERIFY(!s->writtenSharding(constrained));
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
