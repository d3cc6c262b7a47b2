#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <random>

#include "engine/mlir/mlir.h"
#include "engine/session/document.h"

using namespace shardlens;

class DocumentTest : public QObject {
  Q_OBJECT
 private slots:
  void editsGiveWhatTheAnnotatedTextGives();
  void latestEditWins();
  void refusesAnEditWithoutAPlace();
  void failsWithTheReadersPlace();
  void namesAnUnknownDialectOnce();
  void cancelledOpeningSaysNothing();
  void survivesTruncation();
  void survivesTruncationWhileOpening();
};

static constexpr const char* kProgram = R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w1: tensor<16x32xf32>, %w2: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
)";

/// Collects a document's events for one waiting thread.
struct Listener {
  std::mutex mutex;
  std::condition_variable came;
  SnapshotPtr last;
  std::string refusal;
  bool failed = false;
  std::vector<Diagnostic> diagnostics;

  Document::Events events() {
    return {[this](SnapshotPtr s) { tell([&] { last = std::move(s); }); },
            [this](std::vector<Diagnostic> d) {
              tell([&] {
                failed = true;
                diagnostics = std::move(d);
              });
            },
            [this](const Edit&, const std::string& why) { tell([&] { refusal = why; }); }};
  }
  template <typename Change>
  void tell(Change change) {
    std::lock_guard lock(mutex);
    change();
    came.notify_all();
  }
  template <typename Condition>
  bool wait(Condition condition) {
    std::unique_lock lock(mutex);
    return came.wait_for(lock, std::chrono::seconds(20), condition);
  }
};

static std::string write(const QTemporaryDir& dir, const char* name, std::string_view text) {
  std::string path = dir.filePath(QString::fromLatin1(name)).toStdString();
  std::ofstream(path) << text;
  return path;
}

/// The sharding of every value, as text.
static std::string planText(const Snapshot& snapshot) {
  std::string text;
  for (std::uint32_t v = 0; v < snapshot.module->valueCount(); ++v) {
    AttrId sharding = snapshot.shardingOf(ValueId(v));
    text += valuePath(*snapshot.module, *snapshot.outline, ValueId(v)) + " " +
            (sharding ? printAttribute(snapshot.context(), sharding) : std::string("none")) + "\n";
  }
  return text;
}

void DocumentTest::editsGiveWhatTheAnnotatedTextGives() {
  QTemporaryDir dir;
  Listener heard;
  Document document(write(dir, "a.mlir", kProgram), heard.events());
  QVERIFY(heard.wait([&] { return heard.last || heard.failed; }));
  QVERIFY(heard.last);
  const char* values[] = {"main/%x", "main/%w1", "main/%w2", "main/%0", "main/%1"};
  const char* shardings[] = {"[{}, {\"model\"}]", "[{\"model\"}, {?}]", "[{}, {}]", "", "[{\"data\", ?}, {}], unreduced={\"model\"}"};
  std::mt19937 random(7);
  for (int step = 0; step < 30; ++step) {
    switch (random() % 4) {
      case 0: document.undo(); break;
      case 1: document.redo(); break;
      default: document.edit({values[random() % 5], shardings[random() % 5]});
    }
    std::vector<Edit> edits = document.edits();
    QVERIFY(heard.wait([&] { return heard.last->edits == edits; }));
  }
  std::string saved = dir.filePath(QStringLiteral("b.mlir")).toStdString();
  QCOMPARE(saveModule(*heard.last->written, saved), std::string());
  Diagnostics diagnostics;
  auto program = openProgram(saved, diagnostics, nullptr);
  QVERIFY(program);
  EditRefusal refusal;
  auto scratch = SnapshotMaker(program).make({}, nullptr, &refusal, nullptr);
  QVERIFY(scratch);
  QCOMPARE(planText(*heard.last), planText(*scratch));
}

void DocumentTest::latestEditWins() {
  QTemporaryDir dir;
  Listener heard;
  Document document(write(dir, "a.mlir", kProgram), heard.events());
  QVERIFY(heard.wait([&] { return heard.last != nullptr; }));
  for (int i = 0; i < 50; ++i) document.edit({"main/%w1", i % 2 ? "[{}, {\"model\"}]" : "[{\"model\"}, {}]"});
  QVERIFY(heard.wait([&] { return heard.last->edits.size() == 50; }));
  QVERIFY(heard.last->number <= 51);
}

void DocumentTest::refusesAnEditWithoutAPlace() {
  QTemporaryDir dir;
  Listener heard;
  Document document(write(dir, "a.mlir", kProgram), heard.events());
  QVERIFY(heard.wait([&] { return heard.last != nullptr; }));
  document.edit({"main/%nosuch", "[{}, {}]"});
  QVERIFY(heard.wait([&] { return !heard.refusal.empty(); }));
  QVERIFY(!document.canUndo());
}

void DocumentTest::failsWithTheReadersPlace() {
  QTemporaryDir dir;
  Listener heard;
  Document document(write(dir, "a.mlir", "func.func @f() {\n  nonsense\n}\n"), heard.events());
  QVERIFY(heard.wait([&] { return heard.failed; }));
  QCOMPARE(heard.diagnostics.front().at.line, 2U);
}

void DocumentTest::namesAnUnknownDialectOnce() {
  QTemporaryDir dir;
  Listener heard;
  Document document(write(dir, "a.mlir", R"(sdy.mesh @mesh = <["data"=2]>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "foo.bar"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "foo.other"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "toy.op"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
)"),
                    heard.events());
  QVERIFY(heard.wait([&] { return heard.last != nullptr; }));
  std::vector<std::uint32_t> lines;
  for (const Diagnostic& d : heard.last->diagnostics) lines.push_back(d.at.line);
  QCOMPARE(lines, (std::vector<std::uint32_t>{3, 5}));
}

void DocumentTest::cancelledOpeningSaysNothing() {
  QTemporaryDir dir;
  Listener heard;
  Document document(write(dir, "a.mlir", kProgram), heard.events());
  document.cancel();
  QVERIFY(heard.wait([&] { return heard.failed || heard.last; }));
  QVERIFY(heard.diagnostics.empty());
}

// What an editor cuts off is a mapped file's death: documents read into memory of their own.
void DocumentTest::survivesTruncation() {
  QTemporaryDir dir;
  std::string path = write(dir, "a.mlir", kProgram);
  Listener heard;
  Document document(path, heard.events());
  QVERIFY(heard.wait([&] { return heard.last != nullptr; }));
  SnapshotPtr before = heard.last;
  std::filesystem::resize_file(path, std::string_view(kProgram).size() / 2);
  QCOMPARE(QByteArray(before->source->text().data(), static_cast<qsizetype>(before->source->text().size())), QByteArray(kProgram));
  document.edit({"main/%w1", "[{}, {\"model\"}]"});
  QVERIFY(heard.wait([&] { return heard.last->edits.size() == 1; }));
  QVERIFY(!heard.failed);

  Listener again;
  Document reopened(path, again.events());
  QVERIFY(again.wait([&] { return again.last || again.failed; }));
  QVERIFY(again.failed);
  QVERIFY(again.diagnostics.front().at.line > 1);
}

void DocumentTest::survivesTruncationWhileOpening() {
  QTemporaryDir dir;
  std::string text = "func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {\n";
  constexpr int kOperations = 100000;
  for (int i = 0; i < kOperations; ++i) text += "  %" + std::to_string(i) + " = stablehlo.tanh %x : tensor<8xf32>\n";
  std::string path = write(dir, "a.mlir", text + "  return %x : tensor<8xf32>\n}\n");
  Listener heard;
  Document document(path, heard.events());
  std::filesystem::resize_file(path, 100);
  QVERIFY(heard.wait([&] { return heard.last || heard.failed; }));
  QVERIFY(heard.last || !heard.diagnostics.empty());
}

QTEST_APPLESS_MAIN(DocumentTest)
#include "tst_document.moc"
