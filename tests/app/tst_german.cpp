#include <QFileInfo>
#include <QLineEdit>
#include <QLocale>
#include <QProcess>
#include <QTranslator>

#include "app/inspector/inspector.h"
#include "app/window/bottom_dock.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

/// The window in German: nothing is left in English, and the longer words have room.
class GermanTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void allTextsAreTranslated();
  void saysWhyNotInGerman();
  void isNotWiderThanAsked_data();
  void isNotWiderThanAsked();
};

void GermanTest::initTestCase() {
  auto* translator = new QTranslator(this);
  QVERIFY(translator->load(QStringLiteral(SHARDLENS_GERMAN)));
  QVERIFY(QCoreApplication::installTranslator(translator));
}

static QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// As `update_translations` collects them: the file that is kept has them all, each with its German text.
void GermanTest::allTextsAreTranslated() {
  QTemporaryDir dir;
  QString root = QFileInfo(QStringLiteral(SHARDLENS_TEST_DATA)).path();
  QString kept = root + QStringLiteral("/translations/shardlens_de.ts"), fresh = dir.filePath(QStringLiteral("shardlens_de.ts"));
  QVERIFY(QFile::copy(kept, fresh));
  QProcess lupdate;
  lupdate.setWorkingDirectory(root);
  lupdate.start(QStringLiteral(SHARDLENS_LUPDATE),
                {QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"), QStringLiteral("-no-obsolete"),
                 QStringLiteral("-recursive"), QStringLiteral("app"), QStringLiteral("-extensions"), QStringLiteral("cpp,h"),
                 QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("-ts"), fresh});
  QVERIFY(lupdate.waitForFinished());
  QCOMPARE(lupdate.exitCode(), 0);
  QByteArray texts = contentOf(fresh);
  QVERIFY(!texts.isEmpty());
  QVERIFY2(texts == contentOf(kept), "run the target update_translations and translate what is new");
  QVERIFY(!texts.contains("unfinished"));
}

void GermanTest::saysWhyNotInGerman() {
  WindowFixture f;
  QVERIFY(f.open(f.write("a.mlir", kProgram)));
  f.select("main/%x");
  WhySection& why = f.window->inspector().why();
  QVERIFY(why.choose(QStringLiteral("model"), 1));
  QTRY_VERIFY(!why.waiting());
  WhyModel& rows = why.answers().rows();
  QCOMPARE(rows.row(0).title, QStringLiteral("Dimension 1 von %x ist geschlossen: \"model\" kann nicht dazukommen"));
  QVERIFY2(rows.row(0).facts.startsWith(QString::fromUtf8("Dimension 1 von %x offen („?“)")), qPrintable(rows.row(0).facts));
  QStringList titles;
  for (int row = 0; row < rows.rowCount(); ++row) titles << rows.row(row).title;
  QString all = titles.join(QLatin1Char('\n'));
  QVERIFY2(all.contains(QStringLiteral("Was sich ändern müsste")), qPrintable(all));
  QVERIFY2(all.contains(QString::fromUtf8("✓ %x annotieren: dann kommt sie")), qPrintable(all));
}

void GermanTest::isNotWiderThanAsked_data() {
  QTest::addColumn<bool>("stepping");
  QTest::newRow("at the end") << false;
  QTest::newRow("at the first step") << true;
}

// kProgram has no locations: the graph says so above it.
void GermanTest::isNotWiderThanAsked() {
  QFETCH(bool, stepping);
  WindowFixture f;
  f.theme.apply(Theme::Look::Light);
  QVERIFY(f.open(f.write("a_file_with_quite_a_long_name_that_leaves_the_rest_its_room.mlir", kProgram)));
  f.select("main/%0");
  if (stepping) f.window->stepper().first();
  f.window->searchField().setText(QStringLiteral("op:dot_general"));
  QTRY_COMPARE(f.window->searcher().hits().size(), std::size_t{2});
  f.window->resize(1100, 700);
  QCoreApplication::processEvents();
  QCOMPARE(f.window->size(), QSize(1100, 700));
}

QTEST_MAIN(GermanTest)
#include "tst_german.moc"
