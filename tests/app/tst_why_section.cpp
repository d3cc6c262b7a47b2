// *Why* of the inspector: rows, what a click does, questions and their answers.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPushButton>

#include "app/inspector/inspector.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

class WhySectionTest : public QObject {
  Q_OBJECT
 private slots:
  void tellsTheWayOfAnAxis();
  void clicksGoAlongTheWay();
  void saysWhyNotAndAppliesTheChange();
  void saysWhatElseGivesAnAxis();
  void saysWhatTheBorderTakes();
  void comesUpToDateWithEdits();
};

static QString text(const WhyModel& model) {
  QStringList rows;
  for (int r = 0; r < model.rowCount(); ++r) rows << model.row(r).spoken();
  return rows.join(QLatin1Char('\n'));
}

static WhySection& shown(WindowFixture& f, const char* path) {
  f.select(path);
  return f.window->inspector().why();
}

void WhySectionTest::tellsTheWayOfAnAxis() {
  WindowFixture f;
  QVERIFY(f.open(f.write(QStringLiteral("a.mlir"), kProgram)));
  WhySection& why = shown(f, "main/%1");
  QAbstractItemModelTester chains(&why.chains().rows()), answers(&why.answers().rows());
  QTRY_VERIFY(!why.waiting());
  QCOMPARE(text(why.chains().rows()),
           QString::fromUtf8("data, on dimension 0, 2 steps\n"
                             "stablehlo.tanh, %1 dim 0 ← %0 dim 0, factor i · forward · op priority 2, step 1\n"
                             "stablehlo.dot_general, %0 dim 0 ← %x dim 0, factor i · forward · op priority 2, step 0\n"
                             "written on argument %x, [{\"data\"}, {}], line 2"));
}

void WhySectionTest::clicksGoAlongTheWay() {
  WindowFixture f;
  QVERIFY(f.open(f.write(QStringLiteral("a.mlir"), kProgram)));
  WhySection& why = shown(f, "main/%1");
  QTRY_VERIFY(!why.waiting());
  QSignalSpy steps(&why, &WhySection::stepPicked);
  QTest::mouseClick(why.chains().viewport(), Qt::LeftButton, {}, why.chains().visualRect(why.chains().rows().index(1)).center());
  QCOMPARE(f.window->selection().value(), f.value("main/%0"));
  QCOMPARE(steps.count(), 1);
  QTRY_VERIFY(!why.waiting());
  why.chains().setCurrentIndex(why.chains().rows().index(2));
  QTest::keyClick(&why.chains(), Qt::Key_Return);
  QCOMPARE(f.window->selection().value(), f.value("main/%x"));
}

void WhySectionTest::saysWhyNotAndAppliesTheChange() {
  WindowFixture f;
  QVERIFY(f.open(f.write(QStringLiteral("a.mlir"), kProgram)));
  WhySection& why = shown(f, "main/%x");
  QVERIFY(!why.choose(QStringLiteral("nothing"), 0));
  QVERIFY(why.choose(QStringLiteral("model"), 1));
  QTRY_VERIFY(!why.waiting());
  QVERIFY(why.answers().isVisible());
  QCOMPARE(why.answers().rows().row(0).kind, WhyRow::Kind::Obstacle);
  QVERIFY2(text(why.answers().rows()).contains(QStringLiteral("dimension 1 of %x is closed")), qPrintable(text(why.answers().rows())));
  int last = why.answers().rows().rowCount() - 1;
  QCOMPARE(why.answers().rows().row(last).kind, WhyRow::Kind::Remedy);
  why.answers().setCurrentIndex(why.answers().rows().index(last));
  auto* apply = why.findChild<QPushButton*>();
  QVERIFY(apply && apply->isVisible());
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  apply->click();
  QTRY_COMPARE(changed.count(), 1);
  QCOMPARE(f.sharding("main/%x"), QStringLiteral("[{\"data\"}, {\"model\"}]"));
}

void WhySectionTest::saysWhatElseGivesAnAxis() {
  WindowFixture f;
  QVERIFY(f.open(f.write(QStringLiteral("a.mlir"), kProgram)));
  WhySection& why = shown(f, "main/%1");
  QVERIFY(why.choose(QStringLiteral("data"), 0));
  QTRY_VERIFY(!why.waiting());
  QCOMPARE(text(why.answers().rows()), QStringLiteral("written on argument %x, [{\"data\"}, {}], line 2\nWithout it the axis is gone."));
}

void WhySectionTest::saysWhatTheBorderTakes() {
  WindowFixture f;
  QVERIFY(f.open(f.write(QStringLiteral("a.mlir"), R"(sdy.mesh @mesh = <["data"=4]>
func.func public @main(%x: tensor<6x8xf32>, %w: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}]>}) -> tensor<6x8xf32> {
  %0 = stablehlo.add %x, %w : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
)")));
  WhySection& why = shown(f, "main/%x");
  QTRY_VERIFY(!why.waiting());
  QString said = text(why.chains().rows());
  QVERIFY2(said.contains(QStringLiteral("as argument 0 of the program: [{?}, {?}]\ndimension 0 of size 6 does not divide into 4 parts")),
           qPrintable(said));
}

void WhySectionTest::comesUpToDateWithEdits() {
  WindowFixture f;
  QVERIFY(f.open(f.write(QStringLiteral("a.mlir"), kProgram)));
  WhySection& why = shown(f, "main/%1");
  QTRY_VERIFY(!why.waiting());
  QSignalSpy changed(&f.window->session(), &SessionBridge::changed);
  f.window->session().edit(f.value("main/%w1"), QStringLiteral("[{}, {\"model\"}]"));
  QTRY_COMPARE(changed.count(), 1);
  QTRY_VERIFY(!why.waiting());
  QVERIFY2(text(why.chains().rows()).contains(QStringLiteral("model, on dimension 1")), qPrintable(text(why.chains().rows())));
}

QTEST_MAIN(WhySectionTest)
#include "tst_why_section.moc"
