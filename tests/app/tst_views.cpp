#include <QAction>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTableView>

#include "app/annotations/annotations_panel.h"
#include "app/inspector/inspector.h"
#include "app/source/source_panel.h"
#include "app/stepper/steps_panel.h"
#include "app/window/actions.h"
#include "app/window/search_query.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

class ViewsTest : public QObject {
  Q_OBJECT
 private slots:
  void legendTellsEveryMesh();
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void coloursSayWhenATensorWasSharded();
  void coloursStayThroughAnEdit();
  void sourceStandsBesideTheGraph();
  void producersAndConsumersLightUp();
  void finds_data();
  void finds();
  void stepsAreListedWithoutStepping();
  void zoomsToTheSelection();
  void undoReachesTheWindowFromAField();
  void editsLeaveTheLayout();
  void aClickOnTheBoxLeavesAnAnnotationOut();
  void manyFarEdgesAreCounted();
};

static const SceneNode& nodeOf(const WindowFixture& f, const char* path) {
  for (const SceneNode& n : f.window->graph().view().scene().nodes)
    if (n.value == f.value(path)) return n;
  qFatal("%s is not in the picture", path);
}

static void trigger(const WindowFixture& f, const char* action) { f.window->actions().find(QLatin1String(action))->trigger(); }

void ViewsTest::coloursSayWhenATensorWasSharded() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QList<QRectF> before, after;
  for (const SceneNode& n : f.window->graph().view().scene().nodes) before << n.rect;
  f.window->graph().colourBy(ColourBy::Iteration);
  for (const SceneNode& n : f.window->graph().view().scene().nodes) after << n.rect;
  QCOMPARE(after, before);
  QVERIFY(f.window->graph().view().scene().toned);
  QCOMPARE(nodeOf(f, "main/%0").look.tone, 0);
  const Stepper& stepper = f.window->stepper();
  const Step& first = *stepper.moments()->visitAt(stepper.moments()->changing(f.value("main/%0")).front());
  QCOMPARE(nodeOf(f, "main/%0").look.mark, QString::number(first.iteration));
  QCOMPARE(nodeOf(f, "main/%x").look.tone, -1);  // a person gave it all that it has
  Legend legend = f.window->graph().model().legend();
  QVERIFY(!legend.tones.empty());
  QCOMPARE(legend.tones[0].mark, QString::number(first.iteration));
  trigger(f, "stepFirst");
  QCOMPARE(nodeOf(f, "main/%0").look.tone, -1);
  trigger(f, "stepForward");
  QCOMPARE(nodeOf(f, "main/%0").look.tone, 0);
  f.window->graph().colourBy(ColourBy::Sharding);
  QVERIFY(!f.window->graph().view().scene().toned);
  QCOMPARE(nodeOf(f, "main/%0").look.tone, -1);
}

void ViewsTest::coloursStayThroughAnEdit() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.window->graph().colourBy(ColourBy::UserPriority);
  f.select("main/%w1");
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.window->session().edit(f.value("main/%w1"), QStringLiteral("[{}, {\"model\"}p1]"));
  QVERIFY(changed.wait());
  QTRY_VERIFY(f.window->graph().view().scene().toned);
  QCOMPARE(f.window->graph().model().legend().tones.size(), std::size_t{2});
  QCOMPARE(nodeOf(f, "main/%0").look.mark, QStringLiteral("0"));
}

void ViewsTest::sourceStandsBesideTheGraph() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QVERIFY(!f.window->source().isVisible());
  trigger(f, "beside");
  QVERIFY(f.window->source().isVisible() && f.window->graph().isVisible());
  QVERIFY(f.window->actions().find(QStringLiteral("beside"))->isChecked());
  QVERIFY(f.window->openPanel(QStringLiteral("source")));
  trigger(f, "beside");
  QVERIFY(f.window->source().isVisible() != f.window->graph().isVisible());
  QVERIFY(f.window->openPanel(QStringLiteral("graph")));
  QVERIFY(f.window->graph().isVisible());
}

void ViewsTest::producersAndConsumersLightUp() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%2");
  trigger(f, "producers");
  QCOMPARE(f.window->searchField().text(), QStringLiteral("producers:%2:1"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{3});  // itself, %1 and %w2
  trigger(f, "producers");
  QCOMPARE(f.window->searchField().text(), QStringLiteral("producers:%2:2"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{4});
  f.select("main/%x");
  trigger(f, "consumers");
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{2});
}

void ViewsTest::finds_data() {
  QTest::addColumn<QString>("query");
  QTest::addColumn<int>("hits");
  QTest::newRow("larger") << QStringLiteral("bytes>2K") << 2;    // the weights, 2048 bytes each
  QTest::newRow("smaller") << QStringLiteral("bytes<600") << 2;  // %x and %2
  QTest::newRow("between") << QStringLiteral("bytes>600 bytes<2k") << 2;
  QTest::newRow("none") << QStringLiteral("bytes>1G") << 0;
  QTest::newRow("expression over the path") << QStringLiteral("/main.*dot_general/") << 2;
  QTest::newRow("expression of what is around only") << QStringLiteral("/main/") << 0;
  QTest::newRow("words over the path") << QStringLiteral("main tanh") << 1;
  QTest::newRow("word of what is around only") << QStringLiteral("main") << 0;
  QTest::newRow("all that is around, of a kind") << QStringLiteral("op:tanh main") << 1;
}

void ViewsTest::finds() {
  QFETCH(QString, query);
  QFETCH(int, hits);
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  SearchQuery::Result result = SearchQuery(query).run(*f.window->session().snapshot(), std::atomic<bool>(false));
  QCOMPARE(static_cast<int>(result.hits.size()), hits);
}

void ViewsTest::stepsAreListedWithoutStepping() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QVERIFY(f.window->stepper().indexed() && !f.window->stepper().stepping());
  QTRY_COMPARE(f.window->stepsPanel().model().rowCount(), static_cast<int>(f.window->stepper().size()));
  f.window->session().edit(f.value("main/%x"), QStringLiteral("[{\"nowhere\"}, {}]"));  // stops the worker, and is refused
  QTRY_VERIFY(f.window->stepper().indexed());
}

void ViewsTest::zoomsToTheSelection() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%1");
  f.window->graph().view().zoomTo(0.1, QPointF(0, 0));
  trigger(f, "zoomSelection");
  QVERIFY(f.window->graph().view().scale() > 1);
  QVERIFY(f.window->graph().view().visibleArea().contains(nodeOf(f, "main/%1").rect));
}

void ViewsTest::editsLeaveTheLayout() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QList<QRectF> before, after;
  for (const SceneNode& n : f.window->graph().view().scene().nodes) before << n.rect;
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.window->session().edit(f.value("main/%1"), QStringLiteral("[{\"data\", \"model\"}, {}]"));
  QVERIFY(changed.wait());
  for (const SceneNode& n : f.window->graph().view().scene().nodes) after << n.rect;
  QCOMPARE(after, before);
  QCOMPARE(nodeOf(f, "main/%1").look.note, QStringLiteral("annotated"));
}

void ViewsTest::undoReachesTheWindowFromAField() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%w1");
  QLineEdit* field = f.window->inspector().findChild<QLineEdit*>();
  field->setFocus();
  field->setText(QStringLiteral("[{}, {\"model\"}]"));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(changed.wait());
  QVERIFY(f.window->session().canUndo());
  QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(changed.wait());
  QVERIFY(!f.window->session().canUndo());
}

void ViewsTest::aClickOnTheBoxLeavesAnAnnotationOut() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.window->openPanel(QStringLiteral("annotations"));
  auto* table = f.window->annotations().findChild<QTableView*>();
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  QRect cell = table->visualRect(table->model()->index(0, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 60, cell.center().y()));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 11, cell.center().y()));
  QVERIFY(changed.wait());
  QCOMPARE(f.window->session().snapshot()->edits.size(), std::size_t{1});
  QVERIFY(f.sharding("main/%0").isEmpty());
}

// Five operations, each more than seven rows away, take one value: three stubs stand beside it, and how many there are more.
void ViewsTest::manyFarEdgesAreCounted() {
  QByteArray text = "func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  %0 = stablehlo.tanh %x : tensor<8xf32>\n";
  int last = 0;
  auto add = [&](const char* op, bool far) {
    QByteArray from = '%' + QByteArray::number(last++);
    text += "  %" + QByteArray::number(last) + " = stablehlo." + op + ' ' + from + (far ? ", %0" : "") + " : tensor<8xf32>\n";
  };
  for (const char* op : {"sine", "cosine", "exponential", "negate", "abs", "sqrt", "rsqrt", "log", "logistic", "floor", "ceil"})
    add(op, false);
  for (const char* op : {"add", "subtract", "multiply", "maximum", "minimum"}) add(op, true);
  text += "  return %" + QByteArray::number(last) + " : tensor<8xf32>\n}\n";
  WindowFixture f;
  QVERIFY(f.open(f.write("far.mlir", text)));
  const Scene& scene = *f.window->graph().model().scene();
  BoxId from = f.window->session().snapshot()->outline->boxOfValue[f.value("main/%0").value];
  std::vector<SceneStub> beside;
  for (const SceneStub& stub : scene.stubs)
    if (scene.nodes[stub.node].box == from) beside.push_back(stub);
  QCOMPARE(beside.size(), std::size_t{4});
  QVERIFY(beside[0].target != from && beside[0].text.contains(QStringLiteral("add")));
  QCOMPARE(beside[3].text, QString::fromUtf8("… 2 more"));
  QCOMPARE(beside[3].target, from);
}

void ViewsTest::legendTellsEveryMesh() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", QByteArray(kProgram).replace("sdy.mesh @mesh", "sdy.mesh @flat = <[\"all\"=8]>\nsdy.mesh @mesh"))));
  QStringList rows;
  for (const LegendAxis& axis : f.window->graph().model().legend().axes) rows << QString::number(axis.axis) + QLatin1Char(' ') + axis.text;
  QCOMPARE(rows, QStringList({"-1 @flat", "0 all = 8", "-1 @mesh", "0 data = 2", "1 model = 4"}));
  QVERIFY(f.open(
      f.write("b.mlir", QByteArray(kProgram).replace("sdy.mesh @mesh", "sdy.mesh @same = <[\"data\"=2, \"model\"=4]>\nsdy.mesh @mesh"))));
  QCOMPARE(f.window->graph().model().legend().axes.size(), std::size_t{2});
}

QTEST_MAIN(ViewsTest)
#include "tst_views.moc"
