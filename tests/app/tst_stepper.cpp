#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListWidget>
#include <QSlider>
#include <QStandardPaths>
#include <QTreeView>

#include <set>

#include "app/graph/graph_panel.h"
#include "app/inspector/inspector.h"
#include "app/inspector/step_words.h"
#include "app/stepper/steps_panel.h"
#include "app/stepper/strategies_panel.h"
#include "app/window/actions.h"
#include "engine/plan/calls_around.h"
#include "engine/session/box_shares.h"
#include "engine/session/pipeline.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

class StepperTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void showsTheMomentEverywhere();
  void layoutStaysWhereItIs();
  void walksByTheChangesOfAValue();
  void findsConflicts();
  void stopsAtBreakpoints();
  void playsToTheEnd();
  void filtersTheList();
  void rowsAndSliderGoThere();
  void stepsInsideACallAreSeenThere();
  void tellsBeforeFromAfter();
  void editsLeaveThePast();
  void comparesStrategies();
  void stepsThroughARealProgram();
};

/// The fixture's program with an addition whose operands want different axes.
static QByteArray disputed() {
  return QByteArray(kProgram)
      .replace("%w2: tensor<32x16xf32>)",
               "%w2: tensor<32x16xf32>, %y: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"model\"}, {}]>})")
      .replace("  return %2", "  %3 = stablehlo.add %2, %y : tensor<8x16xf32>\n  return %3");
}

static QString shown(const WindowFixture& f, const char* path) {
  const SnapshotPtr& s = f.window->stepper().shown();
  ValueId v = f.value(path);
  if (!s->shardingOf(v)) return {};
  return QString::fromStdString(printSharding(toText(s->context(), shardingAt(*s, v)), scopeOf(*s->module, *s->meshes, v)));
}

static const SceneNode& node(const WindowFixture& f, const char* path) {
  for (const SceneNode& n : f.window->graph().view().scene().nodes)
    if (n.value == f.value(path)) return n;
  qFatal("%s is not in the picture", path);
}

static void run(const WindowFixture& f, const char* action) { f.window->actions().find(QLatin1String(action))->trigger(); }

void StepperTest::showsTheMomentEverywhere() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%0");
  QVERIFY(!f.window->stepper().stepping());
  QCOMPARE(node(f, "main/%0").look.dims[0].chips.size(), std::size_t{1});
  QVERIFY(!f.window->actions().find(QStringLiteral("stepLeave"))->isEnabled());
  run(f, "stepFirst");
  QVERIFY(f.window->stepper().stepping());
  QCOMPARE(shown(f, "main/%0"), QString());
  QCOMPARE(shown(f, "main/%x"), QStringLiteral("[{\"data\"}, {}]"));
  QVERIFY(node(f, "main/%0").look.dims[0].chips.empty());
  QVERIFY(f.window->inspector().dims().sharding().dims[0].axes.empty());
  std::size_t moments = f.window->stepper().size();
  QVERIFY(moments >= 3);
  for (std::size_t i = 0; i < moments; ++i) run(f, "stepForward");
  QVERIFY(f.window->stepper().atEnd() && f.window->stepper().stepping());
  QCOMPARE(shown(f, "main/%2"), f.sharding("main/%2"));
  QCOMPARE(node(f, "main/%0").look.dims[0].chips.size(), std::size_t{1});
  for (std::size_t i = 0; i < moments; ++i) run(f, "stepBack");
  QCOMPARE(f.window->stepper().done(), std::size_t{0});
  QVERIFY(node(f, "main/%0").look.dims[0].chips.empty());
  QTest::keyClick(f.window.get(), Qt::Key_Escape);
  QVERIFY(!f.window->stepper().stepping());
  QCOMPARE(f.window->stepper().shown(), f.window->session().snapshot());
  QCOMPARE(node(f, "main/%0").look.dims[0].chips.size(), std::size_t{1});
}

void StepperTest::layoutStaysWhereItIs() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  auto places = [&] {
    QList<QRectF> rects;
    for (const SceneNode& n : f.window->graph().view().scene().nodes) rects << n.rect;
    return rects;
  };
  f.select("main/%1");
  QList<QRectF> before = places();
  run(f, "stepFirst");
  QCOMPARE(places(), before);
  run(f, "stepForward");
  QCOMPARE(places(), before);
  f.window->graph().toggle(0);
  QCOMPARE(places(), before);
}

void StepperTest::walksByTheChangesOfAValue() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%2");
  run(f, "stepFirst");
  run(f, "stepNextChange");
  QCOMPARE(f.window->selection().value(), f.value("main/%2"));
  QCOMPARE(shown(f, "main/%2"), QStringLiteral("[{\"data\", ?}, {?}]"));
  run(f, "stepBack");
  QCOMPARE(shown(f, "main/%2"), QString());
  f.select("main/%2");
  run(f, "stepNextChange");
  std::size_t at = f.window->stepper().done();
  run(f, "stepNextChange");
  QCOMPARE(f.window->stepper().done(), at);
  QVERIFY(!f.window->stepsPanel().told().isEmpty());
  run(f, "stepLast");
  run(f, "stepPreviousChange");
  QCOMPARE(f.window->stepper().done(), at);
}

void StepperTest::findsConflicts() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", disputed())));
  run(f, "stepFirst");
  run(f, "stepNextConflict");
  const ShownMoment& at = *f.window->stepper().shown()->moment;
  QVERIFY(at.visit() && at.facts->of(*at.visit()).conflict.any());
  // The product meets "data" from its left side and "model" from the addition.
  QCOMPARE(f.window->selection().value(), f.value("main/%2"));
  QVERIFY(f.window->inspector().stepText().contains(QStringLiteral("conflict")));
}

void StepperTest::stopsAtBreakpoints() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  Stepper& stepper = f.window->stepper();
  stepper.first();
  stepper.runToBreakpoint();
  QVERIFY(!f.window->stepsPanel().told().isEmpty());
  stepper.addBreakpoint({"stablehlo.tanh", {}, {}, false}, QStringLiteral("tanh"));
  QCOMPARE(f.window->stepsPanel().breakpointList().count(), 1);
  run(f, "stepRun");
  QVERIFY(!stepper.atEnd() || stepper.stepping());
  QCOMPARE(f.window->selection().value(), f.value("main/%1"));
  f.select("main/%2");
  run(f, "stepBreak");
  QCOMPARE(stepper.breakpoints().size(), std::size_t{2});
  f.window->stepsPanel().breakpointList().item(0)->setCheckState(Qt::Unchecked);
  QVERIFY(!stepper.breakpoints()[0].enabled);
  stepper.first();
  run(f, "stepRun");
  QCOMPARE(shown(f, "main/%2"), QStringLiteral("[{\"data\", ?}, {?}]"));
  stepper.first();
  stepper.setSpeed(1000);
  stepper.play(true);
  QTRY_VERIFY(!stepper.playing());
  QCOMPARE(f.window->selection().value(), f.value("main/%2"));
  f.window->stepsPanel().breakpointList().setFocus();
  f.window->stepsPanel().breakpointList().setCurrentRow(0);
  QTest::keyClick(&f.window->stepsPanel().breakpointList(), Qt::Key_Delete);
  QCOMPARE(stepper.breakpoints().size(), std::size_t{1});
}

void StepperTest::playsToTheEnd() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  Stepper& stepper = f.window->stepper();
  stepper.setSpeed(100);
  run(f, "stepPlay");
  QVERIFY(stepper.playing());
  QCOMPARE(stepper.done(), std::size_t{0});
  QTRY_VERIFY(!stepper.playing());
  QVERIFY(stepper.atEnd());
  run(f, "stepPlay");
  run(f, "stepPlay");
  QVERIFY(!stepper.playing());
}

void StepperTest::filtersTheList() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", disputed())));
  f.window->openPanel(QStringLiteral("steps"));
  StepsPanel& panel = f.window->stepsPanel();
  QAbstractItemModelTester tester(&panel.model());
  int all = panel.model().rowCount();
  QVERIFY(all > 3);
  panel.filterField().setText(QStringLiteral("TANH"));
  QTRY_VERIFY(!panel.sieving() && panel.model().narrowed());
  QVERIFY(panel.model().rowCount() > 0 && panel.model().rowCount() < all);
  for (int row = 0; row < panel.model().rowCount(); ++row)
    QVERIFY(panel.model().index(row, StepsModel::kOperation).data().toString().contains(QStringLiteral("tanh")));
  panel.filterField().clear();
  QTRY_COMPARE(panel.model().rowCount(), all);
  panel.onlyConflicts().setChecked(true);
  QTRY_VERIFY(!panel.sieving() && panel.model().narrowed());
  QVERIFY(panel.model().index(0, StepsModel::kRemark).data().toString().contains(QStringLiteral("conflict")));
  panel.onlyConflicts().setChecked(false);
  QTRY_COMPARE(panel.model().rowCount(), all);
  f.select("main/%2");
  panel.onlySelected().setChecked(true);
  QTRY_VERIFY(!panel.sieving() && panel.model().narrowed());
  QCOMPARE(panel.model().rowCount(), static_cast<int>(f.window->stepper().moments()->changing(f.value("main/%2")).size()));
  panel.onlySelected().setChecked(false);
  panel.opFilter().setCurrentIndex(panel.opFilter().findText(QStringLiteral("stablehlo.tanh")));
  QTRY_VERIFY(!panel.sieving() && panel.model().narrowed());
  panel.axisFilter().setCurrentIndex(panel.axisFilter().findText(QStringLiteral("model")));
  QTRY_VERIFY(!panel.sieving());
  QTRY_COMPARE(panel.model().rowCount(), 0);
}

void StepperTest::rowsAndSliderGoThere() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.window->openPanel(QStringLiteral("steps"));
  StepsPanel& panel = f.window->stepsPanel();
  panel.list().setCurrentIndex(panel.model().index(1, 0));
  QCOMPARE(f.window->stepper().done(), std::size_t{2});
  QCOMPARE(panel.slider().value(), 2);
  panel.slider().setValue(0);
  QCOMPARE(f.window->stepper().done(), std::size_t{0});
  panel.slider().setValue(panel.slider().maximum());
  QVERIFY(!f.window->stepper().stepping());
}

// A function's operations stand in the program once for each of its calls.
void StepperTest::stepsInsideACallAreSeenThere() {
  WindowFixture f;
  QVERIFY(f.open(f.write("calls.mlir", R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<8x16xf32> {
  %0 = call @twice(%x) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16xf32>
  %2 = call @twice(%1) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
func.func private @twice(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %b = stablehlo.add %a, %a : tensor<8x16xf32>
  return %b : tensor<8x16xf32>
}
)")));
  Stepper& stepper = f.window->stepper();
  QTRY_VERIFY(stepper.indexed());
  const Plan& plan = *stepper.base()->plan;
  GraphPanel& graph = f.window->graph();
  std::set<OpId> seen;
  for (std::size_t step = 0; step < plan.trace.steps.size(); ++step) {
    OpId imported = plan.trace.steps[step].op;
    if (plan.imported->op(imported).kind != OpKind::StablehloAdd) continue;
    stepper.jump(stepper.moments()->ofStep(static_cast<std::uint32_t>(step)) + 1);
    std::vector<OpId> calls = callsAround(plan, imported);
    QCOMPARE(calls.size(), std::size_t{1});
    QCOMPARE(graph.model().callsOn(graph.view().selected()), calls);
    QString path = visitName(*stepper.base(), *stepper.moments(), plan.trace.steps[step]);
    QVERIFY2(path.startsWith(QString::fromStdString(pathThrough(*stepper.base()->outline, calls, {})).section(QLatin1Char('/'), 1)),
             qPrintable(path));
    seen.insert(calls.front());
  }
  QCOMPARE(seen.size(), std::size_t{2});
}

void StepperTest::tellsBeforeFromAfter() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  Stepper& stepper = f.window->stepper();
  stepper.first();
  f.select("main/%0");
  stepper.nextChange(f.value("main/%0"));
  Inspector& inspector = f.window->inspector();
  QAbstractItemModelTester tester(&inspector.ruleBefore());
  QCOMPARE(inspector.ruleBefore().rowCount(), 3);
  auto cell = [](const RuleModel& model, int row, int column) { return model.index(row, column).data(Qt::AccessibleTextRole).toString(); };
  QCOMPARE(cell(inspector.ruleBefore(), 0, 1), QStringLiteral("data, the source of the new axes"));
  QCOMPARE(cell(inspector.ruleBefore(), 2, 1), QStringLiteral("not split"));
  QCOMPARE(cell(inspector.rule(), 0, 1), QStringLiteral("data"));
  QCOMPARE(cell(inspector.rule(), 2, 1), QStringLiteral("data, new"));
  QVERIFY2(inspector.stepText().contains(QStringLiteral("\"data\" on factor i from %x to %0")), qPrintable(inspector.stepText()));
  f.select("main/%2");
  QCOMPARE(inspector.ruleBefore().rowCount(), 0);
  QCOMPARE(inspector.rule().rowCount(), 3);
}

void StepperTest::editsLeaveThePast() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  run(f, "stepFirst");
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.select("main/%w1");
  f.window->inspector().applyText(QStringLiteral("[{}, {\"model\"}]"));
  QVERIFY(changed.wait());
  QVERIFY(!f.window->stepper().stepping());
  QCOMPARE(shown(f, "main/%1"), QStringLiteral("[{\"data\", ?}, {\"model\", ?}]"));
  QCOMPARE(node(f, "main/%1").look.dims[1].chips.size(), std::size_t{1});
}

void StepperTest::comparesStrategies() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", disputed())));
  StrategiesPanel& panel = f.window->strategies();
  QAbstractItemModelTester tester(&panel.model());
  run(f, "compareStrategies");
  QVERIFY(panel.waiting());
  QTRY_VERIFY(!panel.waiting());
  QCOMPARE(panel.model().columnCount(), 5);
  for (int row = 0; row < panel.model().rowCount(); ++row) {
    QStringList texts;
    for (int c = 1; c < 5; ++c) texts << panel.model().index(row, c).data().toString();
    QVERIFY(texts.removeDuplicates() < 3);
  }
  if (panel.model().rowCount() > 0) {
    panel.table().setCurrentIndex(panel.model().index(0, 0));
    QCOMPARE(f.window->selection().value(), panel.model().valueAt(0));
  }
  for (std::size_t i = 1; i < panel.choices().size(); ++i) panel.choices()[i]->setChecked(false);
  panel.ask();
  QVERIFY(!panel.waiting());
}

// From the end to the start and back, some by steps and some by jumps, the selection following each; SHARDLENS_STEP_FILE takes another
// file.
void StepperTest::stepsThroughARealProgram() {
  WindowFixture f;
  QString file =
      qEnvironmentVariable("SHARDLENS_STEP_FILE", QStringLiteral(SHARDLENS_TEST_DATA "/../resources/programs/llama_2l_train_fsdp_tp.mlir"));
  QVERIFY(f.open(file));
  Stepper& stepper = f.window->stepper();
  const int steps = 60;
  QVERIFY(stepper.size() > 10 * steps);
  QElapsedTimer watch;
  watch.start();
  for (int i = 0; i < steps; ++i) stepper.back();
  double back = static_cast<double>(watch.restart()) / steps;
  for (int i = 1; i <= 20; ++i) stepper.jump(stepper.size() - stepper.size() * static_cast<std::size_t>(i) / 20, Stepper::Way::Passing);
  double jump = static_cast<double>(watch.restart()) / 20;
  QCOMPARE(stepper.done(), std::size_t{0});
  const Snapshot& start = *stepper.shown();
  std::vector<BoxShares> shares = boxShares(*start.module, *start.outline, start.shardings, *start.meshes);
  for (std::size_t b = 0; b < shares.size(); ++b)
    for (std::size_t a = 0; a < BoxShares::kAxes; ++a) QVERIFY(std::abs(shares[b].share[a] - start.shares[b].share[a]) < 1e-3F);
  qInfo("a step back took %.1f ms, a jump %.1f ms, with all panels", back, jump);
  for (std::uint32_t v = 0; v < stepper.base()->module->valueCount(); ++v) {
    if (stepper.moments()->changing(ValueId(v)).empty())
      QCOMPARE(stepper.shown()->shardingOf(ValueId(v)).value, stepper.base()->shardingOf(ValueId(v)).value);
  }
  stepper.jump(stepper.size());
  QVERIFY(std::equal(stepper.base()->shardings.begin(), stepper.base()->shardings.end(), stepper.shown()->shardings.begin()));
}

QTEST_MAIN(StepperTest)
#include "tst_stepper.moc"
