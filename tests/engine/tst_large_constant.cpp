// Constants are views on the file: a large one costs no memory of the process's own until somebody looks at it.
#include <QFile>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/support/load_source.h"

using namespace shardlens;

class LargeConstantTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void readsAndPrintsWithoutACopy();

 private:
  QTemporaryDir dir_;
};

namespace {

constexpr qint64 kElements = 16LL << 20;
constexpr qint64 kDigits = kElements * 8;  // of f32, two a byte
constexpr qint64 kAllowed = 1 << 20;

/// Anonymous memory of this process in bytes; -1 where the system does not tell.
qint64 anonymousMemory() {
  QFile status("/proc/self/status");
  if (!status.open(QIODevice::ReadOnly)) return -1;
  for (const QByteArray& line : status.readAll().split('\n')) {
    if (line.startsWith("RssAnon:")) return line.mid(8).trimmed().split(' ').front().toLongLong() * 1024;
  }
  return -1;
}

bool writeProgram(const QString& path, qint64 digits) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  QByteArray type = "tensor<" + QByteArray::number(digits / 8) + "xf32>";
  file.write("func.func @main() -> " + type + " {\n  %cst = stablehlo.constant dense<\"0x");
  const QByteArray chunk = QByteArray("0000803F00000040").repeated(1 << 16);
  for (qint64 left = digits; left > 0; left -= chunk.size()) file.write(chunk.left(std::min<qint64>(left, chunk.size())));
  file.write("\"> : " + type + "\n  return %cst : " + type + "\n}\n");
  return file.flush() && file.error() == QFile::NoError;
}

struct Printed {
  std::size_t bytes = 0;
  qint64 mostMemory = 0;
  std::size_t moduleMemory = 0;
};

/// Reads the program as the command line does and writes it to nowhere.
Printed readAndPrint(const QString& path) {
  constexpr int kLookEvery = 64;
  Diagnostics diagnostics;
  SourcePtr source = loadSource(path.toStdString(), LoadMode::Map, diagnostics);
  auto module = source ? readModule(source, std::make_shared<Context>(), {}, diagnostics) : nullptr;
  Printed printed;
  if (!module) return printed;
  printed.mostMemory = anonymousMemory();
  printed.moduleMemory = module->memory();
  int pieces = 0;
  printModule(*module, {}, [&](std::string_view piece) {
    printed.bytes += piece.size();
    if (++pieces % kLookEvery == 0) printed.mostMemory = std::max(printed.mostMemory, anonymousMemory());
  });
  return printed;
}

}  // namespace

void LargeConstantTest::initTestCase() {
#ifdef SHARDLENS_SANITIZED
  QSKIP("the sanitizer's own memory is counted with the process's");
#endif
  if (anonymousMemory() < 0) QSKIP("no /proc/self/status with RssAnon on this system");
  QVERIFY(dir_.isValid());
  if (QStorageInfo(dir_.path()).bytesAvailable() < 2 * kDigits) QSKIP("less than 256 MB of room for temporary files");
}

void LargeConstantTest::readsAndPrintsWithoutACopy() {
  QString small = dir_.filePath("small.mlir"), large = dir_.filePath("large.mlir");
  QVERIFY(writeProgram(small, 1024));
  if (!writeProgram(large, kDigits)) QSKIP("no room for a temporary file of 128 MB");
  Printed one = readAndPrint(small), other = readAndPrint(large);
  QVERIFY(one.bytes > 1024);
  QVERIFY(other.bytes > static_cast<std::size_t>(kDigits));
  qint64 grown = other.mostMemory - one.mostMemory;
  QVERIFY2(grown < kAllowed, qPrintable(QStringLiteral("%1 bytes of anonymous memory more").arg(grown)));
  // Room that is kept for operations is anonymous memory, too, where the system gives large pages.
  QVERIFY(other.moduleMemory <= one.moduleMemory);
}

QTEST_APPLESS_MAIN(LargeConstantTest)
#include "tst_large_constant.moc"
