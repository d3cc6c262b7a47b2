#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QStandardPaths>

#include "app/graph/export_graph.h"
#include "app/inspector/inspector.h"
#include "app/source/source_panel.h"
#include "app/source/source_view.h"
#include "app/window/actions.h"
#include "app/window/bottom_dock.h"
#include "app/window/command_palette.h"
#include "app/window/docks.h"
#include "app/window/file_desk.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void opensAndPropagates();
  void oneSelectionEverywhere();
  void editsUndoesAndRedoes();
  void refusesInvalidEditsBesideTheField();
  void editsADimension();
  void searches();
  void exportsTheGraph();
  void stopsAnExport();
  void savesWhatReadsBack();
  void asksAboutUnsavedEdits();
  void badFileLeavesTheWindowAsItWas_data();
  void badFileLeavesTheWindowAsItWas();
  void cancelsOpening();
  void readsAgainWhatChangedOnDisk();
  void everyControlHasAName();
  void commandsAreFoundByTheirName();
};

// The tester fetches inside the signals of its own fetching, which it then reports: all is fetched before it looks.
static void fetchAll(QAbstractItemModel& model, const QModelIndex& parent) {
  while (model.canFetchMore(parent)) model.fetchMore(parent);
  for (int row = 0; row < model.rowCount(parent); ++row) fetchAll(model, model.index(row, 0, parent));
}

void WindowTest::opensAndPropagates() {
  WindowFixture f;
  QAbstractItemModelTester dims(&f.window->inspector().dims());
  QAbstractItemModelTester rule(&f.window->inspector().rule());
  QAbstractItemModelTester chips(&f.window->inspector().chips());
  QAbstractItemModelTester problems(&f.window->bottom().problems());
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QCOMPARE(f.sharding("main/%0"), QStringLiteral("[{\"data\", ?}, {?}]"));
  QVERIFY(f.window->graph().view().scene().nodes.size() > 3);
  QVERIFY(f.window->outline().model().rowCount(f.window->outline().model().index(0, 0)) > 3);
  OutlineModel outline;
  outline.show(f.window->session().snapshot());
  fetchAll(outline, {});
  QAbstractItemModelTester outlineTester(&outline);
  f.select("main/%0");
  QCOMPARE(f.window->inspector().dims().rowCount(), 2);
  QCOMPARE(f.window->inspector().rule().rowCount(), 3);
  QCOMPARE(f.window->inspector().chips().rowCount(), 8);
}

void WindowTest::oneSelectionEverywhere() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%1");
  QCOMPARE(f.window->source().view().currentLine(), 4U);
  const Scene& scene = f.window->graph().view().scene();
  int node = scene.find(f.window->graph().view().selected());
  QVERIFY(node >= 0);
  QCOMPARE(scene.nodes[static_cast<std::size_t>(node)].value, f.value("main/%1"));
  QCOMPARE(f.window->outline().model().boxOf(f.window->outline().tree().currentIndex()), f.window->selection().box());
}

void WindowTest::editsUndoesAndRedoes() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.select("main/%w1");
  f.window->inspector().applyText(QStringLiteral("@sharded(axis=1, mesh=\"model\")"));
  QVERIFY(changed.wait());
  QCOMPARE(f.sharding("main/%w1"), QStringLiteral("[{}, {\"model\"}]"));
  QCOMPARE(f.sharding("main/%1"), QStringLiteral("[{\"data\", ?}, {\"model\", ?}]"));
  QVERIFY(f.window->bottom().changes().rowCount() >= 3);
  QVERIFY(f.window->isWindowModified());
  f.window->actions().find(QStringLiteral("undo"))->trigger();
  QVERIFY(changed.wait());
  QCOMPARE(f.sharding("main/%1"), QStringLiteral("[{\"data\", ?}, {?}]"));
  QVERIFY(!f.window->isWindowModified());
  f.window->actions().find(QStringLiteral("redo"))->trigger();
  QVERIFY(changed.wait());
  QCOMPARE(f.sharding("main/%1"), QStringLiteral("[{\"data\", ?}, {\"model\", ?}]"));
}

void WindowTest::refusesInvalidEditsBesideTheField() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%w1");
  for (const char* wrong : {"[{\"data\"}", "[{\"data\"}, {\"data\"}]", "[{\"nosuch\"}, {}]", "[{}]", "@sharded(axis=7)"}) {
    f.window->inspector().applyText(QString::fromLatin1(wrong));
    QVERIFY2(!f.window->inspector().problem().isEmpty(), wrong);
  }
  QVERIFY(!f.window->session().canUndo());
}

void WindowTest::editsADimension() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%w2");
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  DimsModel& dims = f.window->inspector().dims();
  QVERIFY(dims.axisChoices(0).contains(QStringLiteral("model")));
  QVERIFY(dims.setData(dims.index(0, DimsModel::kAxes), QStringLiteral("model"), Qt::EditRole));
  QVERIFY(changed.wait());
  QVERIFY(f.sharding("main/%w2").startsWith(QStringLiteral("[{\"model\"")));
}

void WindowTest::searches() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QSignalSpy found(&f.window->searcher(), &Searcher::found);
  f.window->searchField().setText(QStringLiteral("op:dot_general axis:data"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{2});
  QTest::keyClick(&f.window->searchField(), Qt::Key_Return);
  QCOMPARE(f.window->selection().value(), f.value("main/%0"));
  f.window->searchField().setText(QStringLiteral("/t.nh/"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{1});
  f.window->searchField().setText(QStringLiteral("main/dot_general#2"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{1});
  f.window->searchField().setText(QStringLiteral("/^main\\/dot.*/"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{2});
  f.window->searchField().setText(QStringLiteral("annotated"));
  QTRY_VERIFY(f.window->searcher().hits().size() == 1 && found.count() > 2);
  // Enter goes to what the text in the field finds, even where that is not found yet.
  f.window->searchField().setText(QStringLiteral("tanh"));
  QTest::keyClick(&f.window->searchField(), Qt::Key_Return);
  QTRY_COMPARE(f.window->selection().value(), f.value("main/%1"));
  QTest::keyClick(&f.window->searchField(), Qt::Key_Escape);
  QVERIFY(f.window->searchField().text().isEmpty());
}

void WindowTest::stopsAnExport() {
  QWidget window;
  BackgroundExport exports(&window);
  QSignalSpy done(&exports, &BackgroundExport::done);
  std::atomic<bool> began = false, ended = false;
  exports.write(QStringLiteral("a.png"), [&](const QString&, const std::atomic<bool>& stop) {
    began = true;
    while (!stop) QThread::msleep(1);
    ended = true;
    return QString();
  });
  QTRY_VERIFY(began);
  exports.cancel();
  QTRY_VERIFY(ended);
  exports.write(QStringLiteral("b.png"), [](const QString&, const std::atomic<bool>&) { return QStringLiteral("no room"); });
  QVERIFY(done.wait());
  QCOMPARE(done.count(), 1);
  QCOMPARE(done[0], (QVariantList{QStringLiteral("b.png"), QStringLiteral("no room")}));
}

void WindowTest::exportsTheGraph() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  for (const char* name : {"graph.png", "graph.svg", "graph.pdf"}) {
    QString file = f.dir.filePath(QString::fromLatin1(name));
    f.window->files().askFile = [file](const QString&, const QString&, bool) { return file; };
    f.window->actions().find(QStringLiteral("export"))->trigger();
    QTRY_VERIFY2(QFile(file).size() > 1000, name);
  }
}

void WindowTest::savesWhatReadsBack() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.select("main/%w1");
  f.window->inspector().applyText(QStringLiteral("[{}, {\"model\"}]"));
  QVERIFY(changed.wait());
  QString file = f.dir.filePath(QStringLiteral("b.mlir"));
  f.window->files().askFile = [file](const QString&, const QString&, bool) { return file; };
  f.window->actions().find(QStringLiteral("saveAs"))->trigger();
  QVERIFY(!f.window->isWindowModified());
  WindowFixture again;
  QVERIFY(again.open(file));
  const SnapshotPtr &a = f.window->session().snapshot(), &b = again.window->session().snapshot();
  QCOMPARE(a->module->valueCount(), b->module->valueCount());
  for (std::uint32_t v = 0; v < a->shardings.size(); ++v)
    QCOMPARE(shardingAt(*a, ValueId(v)).dims.size(), shardingAt(*b, ValueId(v)).dims.size());
}

void WindowTest::asksAboutUnsavedEdits() {
  WindowFixture f;
  QString first = f.write("a.mlir", kProgram), second = f.write("b.mlir", kProgram);
  QVERIFY(f.open(first));
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.select("main/%w1");
  f.window->inspector().applyText(QStringLiteral("@replicated"));
  QVERIFY(changed.wait());
  int asked = 0;
  f.window->files().askUnsaved = [&] { return ++asked, FileDesk::Answer::Cancel; };
  f.window->files().open(second);
  QVERIFY(!f.window->session().opening());
  QVERIFY(!f.window->close());
  QCOMPARE(asked, 2);
  f.window->files().askUnsaved = [] { return FileDesk::Answer::Discard; };
  QSignalSpy opened(&f.window->session(), &SessionBridge::opened);
  f.window->files().open(second);
  QVERIFY(opened.wait());
  QCOMPARE(f.window->session().path(), second);
}

void WindowTest::badFileLeavesTheWindowAsItWas_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("garbage") << QByteArray("hello world");
  QTest::newRow("truncated") << kProgram.left(kProgram.size() / 2);
  QTest::newRow("binary") << QByteArray("\x00\x01\x02\xff", 4);
  QTest::newRow("bytecode") << QByteArray("ML\xEFR and more");
  QTest::newRow("HLO text") << QByteArray("HloModule jit_f\n");
}

void WindowTest::badFileLeavesTheWindowAsItWas() {
  QFETCH(QByteArray, text);
  WindowFixture f;
  QString good = f.write("a.mlir", kProgram);
  QVERIFY(f.open(good));
  SnapshotPtr before = f.window->session().snapshot();
  QSignalSpy failed(&f.window->session(), &SessionBridge::openFailed);
  for (const QString& path : {f.write("bad.mlir", text), f.dir.path(), f.dir.filePath(QStringLiteral("missing.mlir"))}) {
    failed.clear();
    f.window->session().open(path);
    QVERIFY(failed.count() > 0 || failed.wait(20000));
    QVERIFY(f.window->bottom().problems().rowCount() > 0);
    QCOMPARE(f.window->session().snapshot(), before);
    QCOMPARE(f.window->session().path(), good);
  }
}

void WindowTest::cancelsOpening() {
  WindowFixture f;
  QString good = f.write("a.mlir", kProgram);
  QVERIFY(f.open(good));
  QByteArray large = "func.func @main(%0: tensor<4xf32>) -> tensor<4xf32> {\n";
  for (int i = 0; i < 200000; ++i) large += QStringLiteral("  %%1 = stablehlo.tanh %%2 : tensor<4xf32>\n").arg(i + 1).arg(i).toLatin1();
  large += "  return %0 : tensor<4xf32>\n}\n";
  QString path = f.write("large.mlir", large);
  f.window->session().open(path);
  QVERIFY(f.window->session().opening());
  f.window->actions().find(QStringLiteral("cancel"))->trigger();
  QVERIFY(!f.window->session().opening());
  QCOMPARE(f.window->session().path(), good);
}

void WindowTest::readsAgainWhatChangedOnDisk() {
  WindowFixture f;
  QString path = f.write("a.mlir", kProgram);
  QVERIFY(f.open(path));
  QSignalSpy reloaded(&f.window->session(), &SessionBridge::reloaded);
  f.write("a.mlir", QByteArray(kProgram).replace("\"data\"}, {}", "}, {\"data\"}"));
  QVERIFY(reloaded.wait(20000));
  QCOMPARE(f.sharding("main/%x"), QStringLiteral("[{}, {\"data\"}]"));
  QSignalSpy failed(&f.window->session(), &SessionBridge::openFailed);
  f.write("a.mlir", kProgram.left(300));
  QVERIFY(failed.wait(20000));
  QCOMPARE(f.sharding("main/%x"), QStringLiteral("[{}, {\"data\"}]"));
}

void WindowTest::everyControlHasAName() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%0");
  for (QWidget* widget : f.window->findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
    bool named = !widget->accessibleName().isEmpty() || !widget->property("text").toString().isEmpty();
    for (QWidget* up = widget->parentWidget(); up && !named; up = up->parentWidget()) named = up->focusProxy() == widget;
    if (!named && widget->inherits("QTabBar")) named = true;
    QVERIFY2(named, qPrintable(QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName()));
  }
}

void WindowTest::commandsAreFoundByTheirName() {
  WindowFixture f;
  QStringList names;
  for (QAction* action : f.window->actions().all()) {
    QVERIFY(!action->text().isEmpty());
    QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
    names << action->objectName();
  }
  f.window->actions().find(QStringLiteral("palette"))->trigger();
  auto* palette = f.window->findChild<CommandPalette*>();
  QVERIFY(palette && palette->isVisible());
  QSignalSpy changed(&f.theme, &Theme::changed);
  auto* field = palette->findChild<QLineEdit*>();
  field->setText(QStringLiteral("light or dark"));
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(changed.wait());
  f.theme.apply(Theme::Look::Light);
}

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
