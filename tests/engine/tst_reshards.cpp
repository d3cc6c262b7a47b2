#include "tests/engine/pass_programs.h"

using namespace shardlens;

class ReshardsTest : public QObject {
  Q_OBJECT

 private slots:
  void inserts_data();
  void inserts();
  void refuses_data();
  void refuses();
  void leavesAgreementAlone();
  void madeOperationsComeFromTheirValue();
};

namespace {

// Arguments `%a` and `%b`, results without shardings.
QString program(const QString& arguments, const QString& body) {
  return "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(" + arguments + ") -> tensor<8x8xf32> {\n" + body + "\n}";
}

QString sharded(const QString& name, const QString& dims) {
  return name + ": tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, " + dims + ">}";
}

QString on(const QString& dims) { return "{sdy.sharding = #sdy.sharding_per_value<[<@mesh, " + dims + ">]>}"; }

constexpr const char* kDotTypes = " : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>";

}  // namespace

void ReshardsTest::inserts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("options");
  QTest::addColumn<QStringList>("body");
  QString both = sharded("%a", "[{}, {\"x\"}]") + ", " + sharded("%b", "[{\"x\"}, {\"y\"}]");
  QTest::newRow("result of a product gives way")
      << program(both, "  %0 = stablehlo.dot %a, %b " + on("[{}, {\"x\"}]") + kDotTypes + "\n  return %0 : tensor<8x8xf32>") << ""
      << QStringList{"%0 = stablehlo.dot %arg0, %arg1 " + on("[{}, {\"y\"}]") + kDotTypes,
                     "%1 = sdy.reshard %0 <@mesh, [{}, {\"x\"}]> : tensor<8x8xf32>", "return %1 : tensor<8x8xf32>"};
  QTest::newRow("sums are added up") << program(both, "  %0 = stablehlo.dot %a, %b " + on("[{}, {\"y\"}]") + kDotTypes +
                                                          "\n  return %0 : tensor<8x8xf32>")
                                     << "enable-full-version=true"
                                     << QStringList{"%0 = stablehlo.dot %arg0, %arg1 " + on("[{}, {\"y\"}]") + kDotTypes,
                                                    "%1 = sdy.all_reduce {\"x\"} %0 out_sharding=<@mesh, [{}, {\"y\"}]> : tensor<8x8xf32>",
                                                    "%2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>",
                                                    "return %2 : tensor<8x8xf32>"};
  QTest::newRow("partial values are reduced for who wants them whole")
      << program(both, "  %0 = stablehlo.dot %a, %b " + on("[{}, {\"y\"}], unreduced={\"x\"}") + kDotTypes + "\n  %1 = stablehlo.tanh %0 " +
                           on("[{}, {\"y\"}]") + " : tensor<8x8xf32>\n  return %1 : tensor<8x8xf32>")
      << ""
      << QStringList{"%0 = stablehlo.dot %arg0, %arg1 " + on("[{}, {\"y\"}], unreduced={\"x\"}") + kDotTypes,
                     "%1 = sdy.all_reduce {\"x\"} %0 out_sharding=<@mesh, [{}, {\"y\"}]> : tensor<8x8xf32>",
                     "%2 = stablehlo.tanh %1 " + on("[{}, {\"y\"}]") + " : tensor<8x8xf32>", "return %2 : tensor<8x8xf32>"};
  QTest::newRow("most elements win the vote")
      << program(sharded("%a", "[{\"x\"}, {}]") + ", " + sharded("%b", "[{\"x\"}, {}]"),
                 "  %0 = stablehlo.add %a, %b " + on("[{}, {\"x\"}]") + " : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>")
      << "enable-full-version=true"
      << QStringList{"%0 = stablehlo.add %arg0, %arg1 " + on("[{\"x\"}, {}]") + " : tensor<8x8xf32>",
                     "%1 = sdy.reshard %0 <@mesh, [{}, {\"x\"}]> : tensor<8x8xf32>",
                     "%2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>", "return %2 : tensor<8x8xf32>"};
  QTest::newRow("an axis wanted replicated and agreed on")
      << program(sharded("%a", "[{\"x\"}, {}]") + ", " + sharded("%b", "[{\"x\"}, {}]"),
                 "  %0 = stablehlo.add %a, %b " + on("[{}, {}], replicated={\"x\"}") + " : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>")
      << "enable-full-version=true"
      << QStringList{"%0 = stablehlo.add %arg0, %arg1 " + on("[{\"x\"}, {}]") + " : tensor<8x8xf32>",
                     "%1 = sdy.reshard %0 <@mesh, [{}, {}], replicated={\"x\"}> : tensor<8x8xf32>", "return %1 : tensor<8x8xf32>"};
}

void ReshardsTest::inserts() {
  QFETCH(QString, text);
  QFETCH(QString, options);
  QFETCH(QStringList, body);
  PassProgram program(text);
  QVERIFY(program.run("sdy-insert-explicit-reshards", options.toUtf8()));
  QCOMPARE(program.body(), body);
}

void ReshardsTest::refuses_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("message");
  QTest::newRow("function argument on one device")
      << "sdy.mesh @one = <[], device_ids=[0]>\nfunc.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> "
         "tensor<8x8xf32> {\n  return %a : tensor<8x8xf32>\n}"
      << "'func.func' op function argument 0 cannot have a single-device (maximal) sharding attribute";
  QTest::newRow("partial result of operands in conflict")
      << program(sharded("%a", "[{}, {\"x\"}]") + ", " + sharded("%b", "[{}, {}]"),
                 "  %0 = stablehlo.dot %a, %b " + on("[{}, {}], unreduced={\"x\"}") + kDotTypes + "\n  return %0 : tensor<8x8xf32>")
      << "'stablehlo.dot' op has a result with unreduced axes while its operands are sharded differently along dimensions that it reduces";
}

void ReshardsTest::refuses() {
  QFETCH(QString, text);
  QFETCH(QString, message);
  PassProgram program(text);
  QVERIFY(!program.run("sdy-insert-explicit-reshards"));
  QCOMPARE(QString::fromStdString(program.diagnostics.all().front().message), message);
}

void ReshardsTest::leavesAgreementAlone() {
  QString text = program(sharded("%a", "[{\"x\"}, {}]"),
                         "  %0 = stablehlo.tanh %a " + on("[{\"x\"}, {}]") + " : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>");
  PassProgram program(text);
  QString before = QString::fromStdString(printModule(*program.module));
  QVERIFY(program.run("sdy-insert-explicit-reshards"));
  QCOMPARE(QString::fromStdString(printModule(*program.module)), before);
}

void ReshardsTest::madeOperationsComeFromTheirValue() {
  PassProgram program(::program(sharded("%a", "[{\"x\"}, {}]"), "  return %a : tensor<8x8xf32>"));
  QVERIFY(program.run("sdy-insert-explicit-reshards", "enable-full-version=true"));
  const Module& m = *program.module;
  OpId func = m.block(m.entry(m.regionOf(m.root()))).lastOp;
  BlockId body = m.entry(m.regionOf(func));
  OpId reshard = m.block(body).firstOp;
  QCOMPARE(m.op(reshard).kind, OpKind::SdyReshard);
  QCOMPARE(m.op(reshard).source, m.value(m.arg(body, 0)).source);
}

QTEST_GUILESS_MAIN(ReshardsTest)
#include "tst_reshards.moc"
