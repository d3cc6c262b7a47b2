#include "tests/engine/pass_programs.h"

using namespace shardlens;

class CanonicalTest : public QObject {
  Q_OBJECT

 private slots:
  void simplifies_data();
  void simplifies();
  void mergesBlocks_data();
  void mergesBlocks();
  void keepsWhatIsDisabled();
  void saysWhetherItConverged();
};

namespace {

QString function(const QString& body) {
  return "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %p: "
         "i1) -> tensor<8x8xf32> {\n" +
         body + "\n}";
}

}  // namespace

void CanonicalTest::simplifies_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<QStringList>("expected");
  QString result = " : tensor<8x8xf32>";
  QTest::newRow("dead operations go with what only they used")
      << "%0 = stablehlo.tanh %a" + result + "\n%1 = stablehlo.negate %0" + result + "\nreturn %a" + result
      << QStringList{"return %arg0" + result};
  QTest::newRow("effects stay") << "%0 = stablehlo.custom_call @f(%a) {has_side_effect = true} : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
                                   "return %a" +
                                       result
                                << QStringList{
                                       "%0 = stablehlo.custom_call @f(%arg0) {has_side_effect = true} : (tensor<8x8xf32>) -> "
                                       "tensor<8x8xf32>",
                                       "return %arg0" + result};
  QTest::newRow("equal constants are one, at the front")
      << "%0 = stablehlo.tanh %a" + result + "\n%c = stablehlo.constant dense<1.0>" + result + "\n%1 = stablehlo.add %0, %c" + result +
             "\n%d = stablehlo.constant dense<1.0>" + result + "\n%2 = stablehlo.add %1, %d" + result + "\nreturn %2" + result
      << QStringList{"%cst = stablehlo.constant dense<1.000000e+00>" + result, "%0 = stablehlo.tanh %arg0" + result,
                     "%1 = stablehlo.add %0, %cst" + result, "%2 = stablehlo.add %1, %cst" + result, "return %2" + result};
  QTest::newRow("reshard of a reshard") << "%0 = sdy.reshard %a <@mesh, [{\"x\"}, {}]>" + result +
                                               "\n%1 = sdy.reshard %0 <@mesh, [{}, {\"y\"}]>" + result + "\nreturn %1" + result
                                        << QStringList{"%0 = sdy.reshard %arg0 <@mesh, [{}, {\"y\"}]>" + result, "return %0" + result};
  QTest::newRow("an equal reshard before") << "%0 = sdy.reshard %a <@mesh, [{\"x\"}, {}]>" + result +
                                                  "\n%1 = sdy.reshard %a <@mesh, [{\"x\"}, {}]>" + result + "\n%2 = stablehlo.add %0, %1" +
                                                  result + "\nreturn %2" + result
                                           << QStringList{"%0 = sdy.reshard %arg0 <@mesh, [{\"x\"}, {}]>" + result,
                                                          "%1 = stablehlo.add %0, %0" + result, "return %1" + result};
  QTest::newRow("slice of a reduced value")
      << "%0 = sdy.all_reduce {\"x\"} %a out_sharding=<@mesh, [{}, {}]>" + result +
             "\n%1 = sdy.all_slice [{\"x\", \"y\"}, {}] %0 out_sharding=<@mesh, [{\"x\", \"y\"}, {}]>" + result + "\nreturn %1" + result
      << QStringList{"%0 = sdy.reduce_scatter [{\"x\"}, {}] %arg0 out_sharding=<@mesh, [{\"x\"}, {}]>" + result,
                     "%1 = sdy.all_slice [{\"y\"}, {}] %0 out_sharding=<@mesh, [{\"x\", \"y\"}, {}]>" + result, "return %1" + result};
  QTest::newRow("a choice that is known")
      << "%i = stablehlo.constant dense<1> : tensor<i32>\n%0 = \"stablehlo.case\"(%i) ({\n  stablehlo.return %a" + result +
             "\n}, {\n  %t = stablehlo.tanh %a" + result + "\n  stablehlo.return %t" + result +
             "\n}) : (tensor<i32>) -> tensor<8x8xf32>\nreturn %0" + result
      << QStringList{"%0 = stablehlo.tanh %arg0" + result, "return %0" + result};
  QTest::newRow("inputs that a manual computation does not use")
      << "%0 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{\"x\"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{\"x\"}, "
         "{}]>] manual_axes={\"x\"} (%q: tensor<4x8xf32>, %r: tensor<8x8xf32>) {\n  sdy.return %q : tensor<4x8xf32>\n} : "
         "(tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\nreturn %0" +
             result
      << QStringList{
             "%0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"x\"}, {}]>] out_shardings=[<@mesh, [{\"x\"}, {}]>] "
             "manual_axes={\"x\"} (%arg2: tensor<4x8xf32>) {",
             "sdy.return %arg2 : tensor<4x8xf32>", "} : (tensor<8x8xf32>) -> tensor<8x8xf32>", "return %0" + result};
  QTest::newRow("blocks that one branch leads to are joined, detours left out")
      << "%0 = stablehlo.tanh %a" + result +
             "\ncf.br ^one(%0 : tensor<8x8xf32>)\n^one(%u: tensor<8x8xf32>):\ncf.cond_br %p, ^two, ^three\n" +
             "^two:\ncf.br ^three\n^three:\nreturn %u" + result
      << QStringList{"%0 = stablehlo.tanh %arg0" + result, "return %0" + result};
  QTest::newRow("blocks that nothing leads to and arguments that nobody uses")
      << "cf.cond_br %p, ^one(%a : tensor<8x8xf32>), ^two\n^one(%u: tensor<8x8xf32>):\n%0 = stablehlo.tanh %a" + result + "\nreturn %0" +
             result + "\n^two:\nreturn %a" + result + "\n^three:\nreturn %a" + result
      << QStringList{"cf.cond_br %arg1, ^bb1, ^bb2", "^bb1:  // pred: ^bb0", "%0 = stablehlo.tanh %arg0" + result,
                     "return %0" + result,           "^bb2:  // pred: ^bb0", "return %arg0" + result};
  QTest::newRow("two ways to one block are a choice")
      << "%0 = stablehlo.tanh %a" + result + "\ncf.cond_br %p, ^one(%0 : tensor<8x8xf32>), ^one(%a : tensor<8x8xf32>)\n" +
             "^one(%u: tensor<8x8xf32>):\nreturn %u" + result
      << QStringList{"%0 = stablehlo.tanh %arg0" + result, "%1 = arith.select %arg1, %0, %arg0" + result, "return %1" + result};
  QTest::newRow("a condition that is known")
      << "%t = arith.constant true\ncf.assert %t, \"never\"\ncf.cond_br %t, ^one, ^two\n^one:\n%0 = stablehlo.tanh %a" + result +
             "\nreturn %0" + result + "\n^two:\nreturn %a" + result
      << QStringList{"%0 = stablehlo.tanh %arg0" + result, "return %0" + result};
  QTest::newRow("a condition that is known where it leads")
      << "cf.cond_br %p, ^one, ^two\n^one:\n%0 = stablehlo.tanh %a" + result + "\n%1 = arith.select %p, %0, %a" + result +
             "\ncf.assert %p, \"never\"\nreturn %1" + result + "\n^two:\ncf.assert %p, \"always\"\nreturn %a" + result
      << QStringList{"%false = arith.constant false",      "cf.cond_br %arg1, ^bb1, ^bb2", "^bb1:  // pred: ^bb0",
                     "%0 = stablehlo.tanh %arg0" + result, "return %0" + result,           "^bb2:  // pred: ^bb0",
                     "cf.assert %false, \"always\"",       "return %arg0" + result};
}

void CanonicalTest::mergesBlocks_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<QStringList>("expected");
  QString result = " : tensor<8x8xf32>";
  QTest::newRow("blocks that do the same with other values")
      << "%0 = stablehlo.tanh %a" + result + "\ncf.cond_br %p, ^one, ^two\n^one:\n%1 = stablehlo.negate %0" + result + "\nreturn %1" +
             result + "\n^two:\n%2 = stablehlo.negate %a" + result + "\nreturn %2" + result
      << QStringList{"%0 = stablehlo.tanh %arg0" + result, "%1 = arith.select %arg1, %0, %arg0" + result,
                     "%2 = stablehlo.negate %1" + result, "return %2" + result};
  QTest::newRow("blocks that do something else stay")
      << "cf.cond_br %p, ^one, ^two\n^one:\n%1 = stablehlo.negate %a" + result + "\nreturn %1" + result +
             "\n^two:\n%2 = stablehlo.tanh %a" + result + "\nreturn %2" + result
      << QStringList{"cf.cond_br %arg1, ^bb1, ^bb2",
                     "^bb1:  // pred: ^bb0",
                     "%0 = stablehlo.negate %arg0" + result,
                     "return %0" + result,
                     "^bb2:  // pred: ^bb0",
                     "%1 = stablehlo.tanh %arg0" + result,
                     "return %1" + result};
  QTest::newRow("arguments that get one value from everywhere")
      << "cf.cond_br %p, ^one(%a : tensor<8x8xf32>), ^two(%a : tensor<8x8xf32>)\n^one(%u: tensor<8x8xf32>):\n%1 = stablehlo.negate %u" +
             result + "\nreturn %1" + result + "\n^two(%v: tensor<8x8xf32>):\nreturn %v" + result
      << QStringList{"cf.cond_br %arg1, ^bb1, ^bb2", "^bb1:  // pred: ^bb0", "%0 = stablehlo.negate %arg0" + result,
                     "return %0" + result,           "^bb2:  // pred: ^bb0", "return %arg0" + result};
}

void CanonicalTest::mergesBlocks() {
  QFETCH(QString, body);
  QFETCH(QStringList, expected);
  PassProgram program(function(body));
  QVERIFY(program.run("canonicalize", "region-simplify=aggressive"));
  QCOMPARE(program.body(), expected);
}

void CanonicalTest::simplifies() {
  QFETCH(QString, body);
  QFETCH(QStringList, expected);
  PassProgram program(function(body));
  QVERIFY(program.run("canonicalize"));
  QCOMPARE(program.body(), expected);
}

void CanonicalTest::keepsWhatIsDisabled() {
  QString reshards =
      "%0 = sdy.reshard %a <@mesh, [{\"x\"}, {}]> : tensor<8x8xf32>\n%1 = sdy.reshard %0 <@mesh, [{}, {}]> : "
      "tensor<8x8xf32>\nreturn %1 : tensor<8x8xf32>";
  PassProgram program(function(reshards));
  QVERIFY(program.run("canonicalize", "enable-patterns=sdy-collective"));
  QCOMPARE(program.body().size(), 3);
  QVERIFY(program.run("canonicalize", "disable-patterns=sdy-reshard"));
  QCOMPARE(program.body().size(), 3);
  QVERIFY(program.run("canonicalize", "enable-patterns=sdy-reshard"));
  QCOMPARE(program.body().size(), 2);
}

void CanonicalTest::saysWhetherItConverged() {
  QString dead = "%0 = stablehlo.tanh %a : tensor<8x8xf32>\nreturn %a : tensor<8x8xf32>";
  QVERIFY(PassProgram(function(dead)).run("canonicalize", "test-convergence=true"));
  QVERIFY(!PassProgram(function(dead)).run("canonicalize", "test-convergence=true max-iterations=1"));
}

QTEST_GUILESS_MAIN(CanonicalTest)
#include "tst_canonical.moc"
