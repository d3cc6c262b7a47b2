#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QStandardPaths>
#include <QTableView>

#include "app/annotations/annotations_panel.h"
#include "app/annotations/mesh_panel.h"
#include "app/inspector/axis_mime.h"
#include "app/inspector/inspector.h"
#include "app/inspector/value_extras.h"
#include "app/source/source_panel.h"
#include "app/source/source_view.h"
#include "app/window/actions.h"
#include "app/window/bottom_dock.h"
#include "app/window/strategy_button.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

/// The docks and fields by which a person edits.
class EditPanelsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void annotationsAreListedAndSwitched();
  void annotationsAreEditedInPlace();
  void meshIsEdited();
  void meshWithoutANameIsShown();
  void axisGoesOntoADimension();
  void strategyIsAnEdit();
  void constraintGroupAndResult();
  void replicatedAndPriority();
  void sourceSelectsCopiesAndFinds();
};

static const Snapshot& shown(const WindowFixture& f) { return *f.window->session().snapshot(); }

void EditPanelsTest::annotationsAreListedAndSwitched() {
  WindowFixture f;
  AnnotationsModel& model = f.window->annotations().model();
  QAbstractItemModelTester tester(&model);
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(model.index(0, AnnotationsModel::kValue).data().toString(), QStringLiteral("main/3 arguments/arg0"));
  QCOMPARE(model.index(0, AnnotationsModel::kWhere).data().toString(), QStringLiteral("line 2"));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  QVERIFY(model.setData(model.index(0, AnnotationsModel::kValue), Qt::Unchecked, Qt::CheckStateRole));
  QVERIFY(changed.wait());
  QVERIFY(!shown(f).shardingOf(f.value("main/%0")));
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(f.window->annotations().summary(), QStringLiteral("1, 1 off"));
  f.window->session().undo();
  QVERIFY(changed.wait());
  QCOMPARE(f.sharding("main/%0"), QStringLiteral("[{\"data\", ?}, {?}]"));
}

void EditPanelsTest::annotationsAreEditedInPlace() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  AnnotationsModel& model = f.window->annotations().model();
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  QVERIFY(!model.setData(model.index(0, AnnotationsModel::kSharding), QStringLiteral("[{\"nosuch\"}, {}]"), Qt::EditRole));
  QVERIFY(f.window->annotations().problem().startsWith(QStringLiteral("axis \"nosuch\"")));
  QVERIFY(model.setData(model.index(0, AnnotationsModel::kSharding), QStringLiteral("[{}, {\"model\"}]"), Qt::EditRole));
  QVERIFY(changed.wait());
  QCOMPARE(f.sharding("main/%x"), QStringLiteral("[{}, {\"model\"}]"));
  QVERIFY(f.window->annotations().problem().isEmpty());
  QVERIFY(model.setData(model.index(0, AnnotationsModel::kPriority), QStringLiteral("2"), Qt::EditRole));
  QVERIFY(changed.wait());
  QCOMPARE(model.index(0, AnnotationsModel::kSharding).data().toString(), QStringLiteral("[{}, {\"model\"}p2]"));
  f.window->annotations().filter().setText(QStringLiteral("nothing of that name"));
  QCOMPARE(model.rowCount(), 0);
  f.window->annotations().filter().setText(QStringLiteral("argument arg0"));
  QCOMPARE(model.rowCount(), 1);
  model.remove(0);
  QVERIFY(changed.wait());
  QCOMPARE(model.total(), 0);
}

void EditPanelsTest::meshIsEdited() {
  WindowFixture f;
  AxesModel& axes = f.window->mesh().axes();
  QAbstractItemModelTester tester(&axes);
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QCOMPARE(axes.rowCount(), 2);
  QCOMPARE(f.window->mesh().summary(), QStringLiteral("8 devices"));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  QVERIFY(axes.setData(axes.index(0, AxesModel::kSize), 4, Qt::EditRole));
  QVERIFY(changed.wait());
  QCOMPARE(f.window->mesh().summary(), QStringLiteral("16 devices"));
  QVERIFY(axes.setData(axes.index(0, AxesModel::kName), QStringLiteral("batch"), Qt::EditRole));
  QVERIFY(changed.wait());
  QCOMPARE(f.sharding("main/%0"), QStringLiteral("[{\"batch\", ?}, {?}]"));
  QVERIFY(!axes.setData(axes.index(0, AxesModel::kName), QStringLiteral("model"), Qt::EditRole));
  QCOMPARE(f.window->mesh().problem(), QStringLiteral("two axes have the name \"model\""));
  f.window->mesh().order().setText(QStringLiteral("0, 0"));
  QTest::keyClick(&f.window->mesh().order(), Qt::Key_Return);
  QVERIFY(f.window->mesh().problem().startsWith(QStringLiteral("the axes make 16 devices")));
  axes.ask({{{"other", 2}}, {}});
  QVERIFY(changed.wait());
  QCOMPARE(f.window->bottom().problems().rowCount(), 1);
  QVERIFY(!shown(f).shardingOf(f.value("main/%0")));
  QCOMPARE(shown(f).annotations->size(), std::size_t{1});
  f.window->session().undo();
  QVERIFY(changed.wait());
  QCOMPARE(f.window->bottom().problems().rowCount(), 0);
}

void EditPanelsTest::meshWithoutANameIsShown() {
  WindowFixture f;
  QByteArray text = QByteArray(kProgram)
                        .replace("sdy.mesh @mesh = <[\"data\"=2, \"model\"=4]>\n", "")
                        .replace("<@mesh,", "<mesh<[\"data\"=2, \"model\"=4]>,");
  QVERIFY(f.open(f.write("a.mlir", text)));
  AxesModel& axes = f.window->mesh().axes();
  QCOMPARE(axes.rowCount(), 2);
  QCOMPARE(axes.index(0, AxesModel::kUsed).data().toInt(), 1);
  QVERIFY(!(axes.index(0, AxesModel::kSize).flags() & Qt::ItemIsEditable));
  QVERIFY(f.window->mesh().order().isReadOnly());
  QCOMPARE(f.sharding("main/%0"), QStringLiteral("[{\"data\", ?}, {?}]"));
  f.select("main/%w1");
  f.window->inspector().applyText(QStringLiteral("[{}, {\"model\"}]"));
  QCOMPARE(f.window->inspector().problem(), QStringLiteral("the program has no mesh with a name"));
}

void EditPanelsTest::axisGoesOntoADimension() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%w1");
  AxesModel& axes = f.window->mesh().axes();
  DimsModel& dims = f.window->inspector().dims();
  std::unique_ptr<QMimeData> model(axes.mimeData({axes.index(1, 0)}));
  QVERIFY(dims.canDropMimeData(model.get(), Qt::CopyAction, -1, -1, dims.index(1, 0)));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  QVERIFY(dims.dropMimeData(model.get(), Qt::CopyAction, -1, -1, dims.index(1, 0)));
  QVERIFY(changed.wait());
  QVERIFY(f.sharding("main/%w1").contains(QStringLiteral("{\"model\"")));
  QVERIFY(!dims.dropMimeData(model.get(), Qt::CopyAction, -1, -1, dims.index(0, 0)));
  QCOMPARE(f.window->inspector().problem(), QStringLiteral("axis \"model\" is used in this sharding already"));
  QMenu menu;
  f.window->inspector().fillAxisMenu(&menu);
  QCOMPARE(menu.actions().size(), 2);
  menu.actions().front()->trigger();
  QVERIFY(changed.wait());
  QVERIFY(f.sharding("main/%w1").startsWith(QStringLiteral("[{\"data\"")));
  f.window->actions().find(QStringLiteral("removeSharding"))->trigger();
  QVERIFY(changed.wait());
  QVERIFY(!shown(f).writtenSharding(f.value("main/%w1")));
}

void EditPanelsTest::strategyIsAnEdit() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.window->actions().find(QStringLiteral("strategy-basic"))->trigger();
  QVERIFY(changed.wait());
  QVERIFY(shown(f).plan->options.strategy == FactorStrategy::Basic && !shown(f).plan->options.opPriorities);
  QVERIFY(f.window->strategy().text().contains(QStringLiteral("basic")));
  f.window->session().undo();
  QVERIFY(changed.wait());
  QCOMPARE(shown(f).plan->options, PlanOptions());
  QVERIFY(f.window->strategy().text().contains(QStringLiteral("Shardy")));
}

void EditPanelsTest::constraintGroupAndResult() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.select("main/%1");
  ValueExtras& extras = f.window->inspector().extras();
  extras.applyText(ValueExtras::kConstraint, QStringLiteral("[{}, {\"oops\"}]"));
  QVERIFY(f.window->inspector().problem().startsWith(QStringLiteral("axis \"oops\"")));
  QVERIFY2(extras.field(ValueExtras::kConstraint).property("wrong").toBool(), "the field that was asked");
  QVERIFY2(!f.window->inspector().field().property("wrong").toBool(), "and no other");
  extras.applyText(ValueExtras::kConstraint, QStringLiteral("@sharded(axis=1, mesh=\"model\")"));
  QVERIFY(changed.wait());
  QVERIFY(f.window->inspector().problem().isEmpty() && !extras.field(ValueExtras::kConstraint).property("wrong").toBool());
  QCOMPARE(extras.field(ValueExtras::kConstraint).text(), QStringLiteral("[{}, {\"model\"}]"));
  QVERIFY(f.sharding("main/%w2").startsWith(QStringLiteral("[{\"model\"")));
  extras.applyText(ValueExtras::kGroups, QStringLiteral("3"));
  QVERIFY(changed.wait());
  QCOMPARE(f.window->annotations().model().rowCount(), 3);
  extras.applyText(ValueExtras::kConstraint, QString());
  QVERIFY(changed.wait());
  QCOMPARE(f.window->annotations().model().rowCount(), 2);
  f.select("main/%2");
  extras.applyText(ValueExtras::kResult, QStringLiteral("[{}, {\"model\"}]"));
  QVERIFY(changed.wait());
  OpId func = shown(f).module->parentOp(shown(f).module->definingOp(f.value("main/%2")));
  QVERIFY(shown(f).annotation({EditKind::Result, func.value, 0}));
}

void EditPanelsTest::replicatedAndPriority() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.select("main/%w1");
  ValueExtras& extras = f.window->inspector().extras();
  extras.applyText(ValueExtras::kReplicated, QStringLiteral("data"));
  QVERIFY(changed.wait());
  QVERIFY(f.sharding("main/%w1").contains(QStringLiteral("replicated={\"data\"}")));
  DimsModel& dims = f.window->inspector().dims();
  QVERIFY(dims.setData(dims.index(1, DimsModel::kPriority), QStringLiteral("1"), Qt::EditRole));
  QVERIFY(changed.wait());
  QCOMPARE(dims.index(1, DimsModel::kPriority).data().toString(), QStringLiteral("1"));
  QVERIFY(f.window->inspector().field().text().contains(QStringLiteral("}p1]")));
  QVERIFY(!dims.setData(dims.index(1, DimsModel::kPriority), QStringLiteral("-1"), Qt::EditRole));
  QVERIFY(!f.window->inspector().problem().isEmpty());
}

void EditPanelsTest::sourceSelectsCopiesAndFinds() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  SourceView& view = f.window->source().view();
  QVERIFY(view.find(QStringLiteral("TANH"), false, false));
  QCOMPARE(view.currentLine(), 4U);
  QCOMPARE(view.selectedText(), QStringLiteral("tanh"));
  view.copy();
  QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("tanh"));
  QVERIFY(!view.find(QStringLiteral("TANH"), false, true));
  QVERIFY(view.find(QStringLiteral("sdy.MESH"), true, false));
  QCOMPARE(view.currentLine(), 1U);
  view.selectAll();
  QCOMPARE(view.selectedText().toUtf8().trimmed(), kProgram.trimmed());
  QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
  QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
  QCOMPARE(view.selectedText(), QStringLiteral("sd"));
}

QTEST_MAIN(EditPanelsTest)
#include "tst_edit_panels.moc"
