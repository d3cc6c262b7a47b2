// The command line as a process: flags, files, diagnostics and exit codes of `shardlens-cli opt`.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace {

constexpr auto kProgram = R"(sdy.mesh @mesh = <["x"=2]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
)";

struct Result {
  int code = -1;
  QByteArray out, err;
};

Result run(const QStringList& arguments, const QByteArray& input = {}, const QString& command = "opt") {
  QProcess process;
  process.start(SHARDLENS_CLI, QStringList{command} + arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished()) return {};
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

}  // namespace

class TstCli : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(dir_.isValid()); }
  void propagates_data();
  void propagates();
  void refusesFlags_data();
  void refusesFlags();
  void refusesFiles();
  void refusesEncodings_data();
  void refusesEncodings();
  void saysWhatCouldNotBeWritten_data();
  void saysWhatCouldNotBeWritten();
  void listsAnnotationsOfComputations();
  void writesFiles();
  void readsPackedFiles();
  void splits();
  void verifiesDiagnostics_data();
  void verifiesDiagnostics();
  void dropsUnusedSymbols();
  void explains();
  void explainsTheBorder();
  void explainsWhyNot();
  void refusesQuestions_data();
  void refusesQuestions();
  void helps();

 private:
  QString write(const QString& name, const QByteArray& text);
  QTemporaryDir dir_;
};

QString TstCli::write(const QString& name, const QByteArray& text) {
  QFile file(dir_.filePath(name));
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(text);
  return file.fileName();
}

void TstCli::propagates_data() {
  QTest::addColumn<QString>("flag");
  QTest::newRow("one dash") << "-sdy-basic-propagate";
  QTest::newRow("two dashes") << "--sdy-basic-propagate";
  QTest::newRow("options") << "-sdy-basic-propagate=keep-sharding-rules=false conservative-propagation";
  QTest::newRow("pipeline") << "--pass-pipeline=builtin.module(sdy-basic-propagate{conservative-propagation=false})";
}

void TstCli::propagates() {
  QFETCH(QString, flag);
  Result result = run({flag}, kProgram);
  QCOMPARE(result.code, 0);
  QVERIFY2(result.out.contains("stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\", ?}]>]>}"),
           result.out.constData());
}

void TstCli::refusesFlags_data() {
  QTest::addColumn<QStringList>("flags");
  QTest::addColumn<QString>("message");
  QTest::newRow("pass") << QStringList{"-sdy-does-not-exist"} << "Unknown command line argument '-sdy-does-not-exist'";
  QTest::newRow("option") << QStringList{"-sdy-basic-propagate=speed=9"} << "no such option speed";
  QTest::newRow("value") << QStringList{"-sdy-basic-propagate=keep-sharding-rules=maybe"}
                         << "'maybe' is invalid value for boolean argument";
  QTest::newRow("two files") << QStringList{"a.mlir", "b.mlir"} << "Too many positional arguments";
  QTest::newRow("pipeline level") << QStringList{"--pass-pipeline=builtin.module(func.func(sdy-basic-propagate))"}
                                  << "restricted to 'builtin.module'";
  QTest::newRow("pipeline syntax") << QStringList{"--pass-pipeline=builtin.module(symbol-dce"} << "expected ')'";
  QTest::newRow("pipeline and pass") << QStringList{"-symbol-dce", "--pass-pipeline=builtin.module(symbol-dce)"}
                                     << "can't be used with individual pass options";
  QTest::newRow("number") << QStringList{"-mlir-elide-elementsattrs-if-larger=few"} << "invalid";
}

void TstCli::refusesFlags() {
  QFETCH(QStringList, flags);
  QFETCH(QString, message);
  Result result = run(flags, kProgram);
  QCOMPARE(result.code, 1);
  QVERIFY2(result.err.contains(message.toUtf8()), result.err.constData());
  QVERIFY(result.out.isEmpty());
}

void TstCli::refusesFiles() {
  QByteArray missing = run({dir_.filePath("none.mlir")}).err;
  QVERIFY2(missing.contains("cannot be opened: No such file"), missing.constData());
  QCOMPARE(run({dir_.path()}).code, 1);
  QVERIFY(run({dir_.path()}).err.contains("is a folder"));
  QVERIFY(run({write("bytecode.mlir", "ML\xEFR\x0D")}).err.contains("export text with"));
  QVERIFY(run({write("cut.mlir.gz", QByteArray("\x1F\x8B\x08\x00", 4))}).err.contains("gzip"));
  Result broken = run({write("broken.mlir", "func.func @f( {\n")});
  QCOMPARE(broken.code, 1);
  QVERIFY2(broken.err.contains("broken.mlir:1:") && broken.err.contains("func.func @f( {\n"), broken.err.constData());
}

void TstCli::writesFiles() {
  QString out = dir_.filePath("out.mlir");
  QCOMPARE(run({"-o", out, "-"}, kProgram).code, 0);
  QFile file(out);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), run({}, kProgram).out);
  Result refused = run({"-o", dir_.filePath("no/such/folder.mlir")}, kProgram);
  QCOMPARE(refused.code, 1);
  QVERIFY(refused.err.contains("cannot open output file"));
}

void TstCli::readsPackedFiles() {
  // gzip of `module {\n}\n`.
  auto packed = QByteArray::fromBase64("H4sIAAAAAAACA8vNTynNSVWo5qrlAgDgoRcrCwAAAA==");
  Result result = run({write("packed.mlir.gz", packed)});
  QVERIFY2(result.code == 0, result.err.constData());
  QCOMPARE(result.out, QByteArray("module {\n}\n\n"));
}

void TstCli::splits() {
  Result result = run({"-split-input-file"}, "module @a {}\n// -----\nmodule @b { oops }\n// -----\nmodule @c {}\n");
  QCOMPARE(result.code, 1);
  QCOMPARE(result.out, QByteArray("module @a {\n}\n\n// -----\n// -----\nmodule @c {\n}\n\n"));
  QVERIFY2(result.err.contains("within split at <stdin>:2 offset :2:"), result.err.constData());
}

void TstCli::verifiesDiagnostics_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("code");
  QTest::newRow("met") << QByteArray("// expected-error@+1 {{unknown}}\nreturn %unknown : i32 // expected-error {{}}\n") << 1;
  QTest::newRow("below") << QByteArray("func.func @f() {\n  // expected-error@below {{undeclared}}\n  return %a : i32\n}\n") << 0;
  QTest::newRow("above") << QByteArray("func.func @f() {\n  return %a : i32\n  // expected-error@above {{undeclared}}\n}\n") << 0;
  QTest::newRow("pattern") << QByteArray("func.func @f() {\n  return %a : i32 // expected-error-re {{unde{{c.*}}ed SSA}}\n}\n") << 0;
  QTest::newRow("wrong line") << QByteArray("func.func @f() {\n  // expected-error@+2 {{undeclared}}\n  return %a : i32\n}\n") << 1;
  QTest::newRow("in vain") << QByteArray("module {} // expected-error {{nothing}}\n") << 1;
  QTest::newRow("unexpected") << QByteArray("func.func @f() {\n  return %a : i32\n}\n") << 1;
}

void TstCli::verifiesDiagnostics() {
  QFETCH(QByteArray, text);
  QFETCH(int, code);
  Result result = run({"-verify-diagnostics"}, text);
  QVERIFY2(result.code == code, result.err.constData());
}

void TstCli::dropsUnusedSymbols() {
  Result result = run({"-symbol-dce"}, R"(func.func private @unused() { call @alsoUnused() : () -> () return }
func.func private @alsoUnused() { return }
func.func private @used() { return }
func.func @main() { call @used() : () -> () return }
)");
  QCOMPARE(result.code, 0);
  QVERIFY(result.out.contains("@used"));
  QVERIFY(!result.out.contains("nused"));
}

void TstCli::refusesEncodings_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("message");
  QTest::newRow("UTF-16") << QByteArray("\xFF\xFEm\0o\0", 6) << ":1:1: error: this is UTF-16 text";
  QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF") + kProgram
                                   << ":1:1: error: this is UTF-8 text that begins with a byte order mark";
  QTest::newRow("zeros") << QByteArray("module {\0}", 10) << ":1:1: error: this is a binary file";
}

void TstCli::refusesEncodings() {
  QFETCH(QByteArray, text);
  QFETCH(QString, message);
  for (const char* command : {"opt", "inspect", "outline"}) {
    Result result = run({write("encoding.mlir", text)}, {}, command);
    QCOMPARE(result.code, 1);
    QVERIFY2(result.err.contains(message.toUtf8()), result.err.constData());
  }
}

void TstCli::saysWhatCouldNotBeWritten_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("opt") << QStringList{"opt", "-"};
  QTest::newRow("help") << QStringList{"opt", "--help"};
  QTest::newRow("inspect") << QStringList{"inspect", "-"};
  QTest::newRow("outline") << QStringList{"outline", "-", "--json"};
  QTest::newRow("explain") << QStringList{"explain", "-", "%0"};
}

void TstCli::saysWhatCouldNotBeWritten() {
  QFETCH(QStringList, arguments);
  QProcess process;
  process.setStandardOutputFile(QStringLiteral("/dev/full"));
  process.start(SHARDLENS_CLI, arguments);
  process.write(kProgram);
  process.closeWriteChannel();
  QVERIFY(process.waitForFinished());
  QCOMPARE(process.exitCode(), 1);
  QVERIFY(process.readAllStandardError().contains("shardlens-cli: cannot write to '-': No space left on device"));
}

void TstCli::listsAnnotationsOfComputations() {
  Result result = run({"-", "--json"}, R"(sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
)",
                      "inspect");
  QCOMPARE(result.code, 0);
  QStringList all;
  const QJsonArray annotations = QJsonDocument::fromJson(result.out).object()["annotations"].toArray();
  for (const auto& value : annotations) {
    QJsonObject a = value.toObject();
    all << a["kind"].toString() + ' ' + a["value"].toString() + ' ' + a["sharding"].toString();
  }
  all.sort();
  QCOMPARE(all, (QStringList{"in_shardings f/manual_computation/%arg1 #sdy.sharding<@mesh, [{\"x\", \"y\"}]>",
                             "out_shardings f/manual_computation #sdy.sharding<@mesh, [{\"x\", ?}]>"}));
}

void TstCli::helps() {
  Result result = run({"--help"});
  QCOMPARE(result.code, 0);
  for (const char* flag : {"--sdy-basic-propagate", "keep-sharding-rules", "--symbol-dce", "--pass-pipeline", "--split-input-file"})
    QVERIFY2(result.out.contains(flag), flag);
  QCOMPARE(run({}, {}, "help").code, 0);
  QVERIFY(run({"--version"}).out.startsWith("Shardlens "));
}

void TstCli::explains() {
  Result result = run({"-", "%0"}, kProgram, "explain");
  QCOMPARE(result.code, 0);
  QVERIFY2(result.out.contains("stablehlo.tanh               %0 dim 0 <- %arg0 dim 0"), result.out.constData());
  QVERIFY2(result.out.contains("written: argument %arg0"), result.out.constData());
  result = run({"-", "f/%0", "--axis", "x", "--dim", "0", "--json"}, kProgram, "explain");
  QCOMPARE(result.code, 0);
  QJsonObject json = QJsonDocument::fromJson(result.out).object();
  QJsonObject axis = json["axes"].toArray().at(0).toObject();
  QCOMPARE(axis["chains"].toArray().at(0).toObject()["links"].toArray().at(0).toObject()["op"].toString(), QString("stablehlo.tanh"));
  QVERIFY(axis["complete"].toBool());
}

// The passes behind propagation take off at the program's ends what does not divide a tensor, and parts of axes.
void TstCli::explainsTheBorder() {
  const char* program = R"(sdy.mesh @mesh = <["x"=4, "y"=4]>
func.func @main(%a: tensor<10x8xf32>, %w: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y":(1)2, ?}]>}) -> tensor<10x8xf32> {
  %0 = stablehlo.add %a, %w : tensor<10x8xf32>
  return %0 : tensor<10x8xf32>
})";
  Result result = run({"-", "%a"}, program, "explain");
  QCOMPARE(result.code, 0);
  QVERIFY2(result.out.contains("at the border, as argument 0, #sdy.sharding<@mesh, [{?}, {?}]>"), result.out.constData());
  QVERIFY2(result.out.contains("dimension 0 of size 10 does not divide into 4 parts; dimension 1 is open"), result.out.constData());
  QJsonObject json = QJsonDocument::fromJson(run({"-", "%0", "--json"}, program, "explain").out).object();
  QCOMPARE(json["border"].toArray().at(0).toObject()["place"].toString(), QString("result 0"));
  // A mesh in the sharding itself has a name only while passes run.
  const char* inlined =
      R"(func.func @main(%a: tensor<7xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}, %b: tensor<7xf32>) -> tensor<7xf32> {
  %0 = stablehlo.add %a, %b : tensor<7xf32>
  return %0 : tensor<7xf32>
})";
  result = run({"-", "%b"}, inlined, "explain");
  QVERIFY2(result.out.contains("as argument 1, #sdy.sharding<mesh<[\"x\"=2]>, [{?}]>"), result.out.constData());
  QVERIFY2(result.out.contains("dimension 0 of size 7 does not divide into 2 parts"), result.out.constData());
}

void TstCli::explainsWhyNot() {
  QByteArray closed = QByteArray(kProgram)
                          .replace("%0 = stablehlo.tanh %arg0", "%0 = stablehlo.custom_call @unheard_of(%arg0)")
                          .replace(": tensor<8xf32>\n  return", ": (tensor<8xf32>) -> tensor<8xf32>\n  return");
  Result result = run({"-", "%0", "--axis", "x", "--dim", "0", "--json"}, closed, "explain");
  QCOMPARE(result.code, 2);
  QJsonObject json = QJsonDocument::fromJson(result.out).object();
  QCOMPARE(json["obstacles"].toArray().at(0).toObject()["kind"].toString(), QString("no-rule"));
  QVERIFY(json["remedies"].toArray().at(0).toObject()["helps"].toBool());
}

void TstCli::refusesQuestions_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("message");
  QTest::newRow("value") << QStringList{"-", "%9"} << "error: there is no value %9";
  QTest::newRow("axis") << QStringList{"-", "%0", "--axis", "y", "--dim", "0"} << "error: no mesh has an axis \"y\" (axes: x)";
  QTest::newRow("part") << QStringList{"-", "%0", "--axis", "x:(1)4", "--dim", "0"} << "is not a part of \"x\"";
  QTest::newRow("dimension") << QStringList{"-", "%0", "--axis", "x", "--dim", "1"} << "has 1 dimensions";
  QTest::newRow("axis without dimension") << QStringList{"-", "%0", "--axis", "x"} << "--dim";
  QTest::newRow("no axis") << QStringList{"-", "%0", "--axis", "", "--dim", "0"} << "no mesh has an axis \"\"";
  QTest::newRow("dimension below 0") << QStringList{"-", "%0", "--axis", "x", "--dim", "-1"} << "'-1' is not a number from 0 on";
  QTest::newRow("no such result") << QStringList{"-", "f/tanh:7"} << "error: there is no value f/tanh:7";
  QTest::newRow("no such result by name") << QStringList{"-", "%0#7"} << "error: there is no value %0#7";
  QTest::newRow("result that is no number") << QStringList{"-", "%0#99999999999"} << "error: there is no value";
}

void TstCli::refusesQuestions() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, message);
  Result result = run(arguments, kProgram, "explain");
  QCOMPARE(result.code, 1);
  QVERIFY2(result.err.contains(message.toUtf8()) || result.out.contains(message.toUtf8()), result.err.constData());
}

QTEST_GUILESS_MAIN(TstCli)
#include "tst_cli.moc"
