#include <QTest>

#include "engine/mlir/mlir.h"
#include "tests/random/random_program.h"

using namespace shardlens;

class RandomTest : public QObject {
  Q_OBJECT
 private slots:
  void sameSeedSameText();
  void everyProgramReadsAndReadsBack();
};

void RandomTest::sameSeedSameText() {
  QCOMPARE(random::randomProgram(7), random::randomProgram(7));
  QVERIFY(random::randomProgram(7) != random::randomProgram(8));
}

static std::string printed(const std::string& text) {
  Diagnostics diagnostics;
  auto module = readModule(SourceBuffer::fromText("random.mlir", text), std::make_shared<Context>(), {}, diagnostics);
  return module ? printModule(*module) : "refused: " + diagnostics.all().front().message;
}

void RandomTest::everyProgramReadsAndReadsBack() {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::string once = printed(random::randomProgram(seed));
    QVERIFY2(!once.starts_with("refused"), (std::to_string(seed) + " " + once).c_str());
    QCOMPARE(printed(once), once);
  }
}

QTEST_APPLESS_MAIN(RandomTest)
#include "tst_random.moc"
