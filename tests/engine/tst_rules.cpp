#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/rules/rules.h"

using namespace shardlens;

namespace {

// Rule of the last operation of the only function, as the text prints it; `-` where it has none.
QString ruleOf(const QString& body, bool conservative = false) {
  auto context = std::make_shared<Context>();
  Diagnostics diagnostics;
  auto source = SourceBuffer::fromText(
      "test", QString("func.func @f(%s: tensor<f32>, %i: tensor<i32>, %m: tensor<8x12xf32>, %t: tensor<2x8x12xf32>) {\n%1\n"
                      "return\n}")
                  .arg(body)
                  .toStdString());
  auto module = readModule(source, context, {}, diagnostics);
  if (!module) return QString::fromStdString(diagnostics.all().front().message);
  OpId func = module->block(module->entry(module->regionOf(module->root()))).firstOp;
  OpId last = module->op(module->terminator(module->entry(module->regionOf(func)))).prev;
  AttrId rule = RuleBook(*module, conservative).ruleOf(last);
  if (!rule) return "-";
  QString text = QString::fromStdString(printAttribute(*context, rule));
  return text.mid(text.indexOf('<') + 1).chopped(1);
}

}  // namespace

class RulesTest : public QObject {
  Q_OBJECT
 private slots:
  void rules_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("rule");
    auto row = [](const char* name, const char* body, const char* rule) { QTest::newRow(name) << QString(body) << QString(rule); };
    row("elementwise", "%0 = stablehlo.tanh %m : tensor<8x12xf32>", "([i, j])->([i, j]) {i=8, j=12}");
    row("constant", "%0 = stablehlo.constant dense<0.0> : tensor<4xf32>", "-");
    row("contraction",
        "%0 = stablehlo.dot_general %t, %t, batching_dims = [0] x [0], contracting_dims = [1] x [1] : "
        "(tensor<2x8x12xf32>, tensor<2x8x12xf32>) -> tensor<2x12x12xf32>",
        "([i, l, j], [i, l, k])->([i, j, k]) {i=2, j=12, k=12, l=8} reduction={l}");
    row("reshape that splits and joins", "%0 = stablehlo.reshape %t : (tensor<2x8x12xf32>) -> tensor<16x3x4xf32>",
        "([i, j, kl])->([ij, k, l]) {i=2, j=8, k=3, l=4}");
    row("reshape without a common factor", "%0 = stablehlo.reshape %m : (tensor<8x12xf32>) -> tensor<3x32xf32>",
        "([i, lm])->([j, km]) {i=8, j=3, k=8, l=3, m=4}");
    row("static slice", "%0 = stablehlo.slice %m [0:8, 0:6] : (tensor<8x12xf32>) -> tensor<8x6xf32>",
        "([i, j])->([i, j]) {i=8, j=12} permutation={j}");
    row("dynamic slice",
        "%0 = stablehlo.dynamic_slice %m, %i, %i, sizes = [8, 1] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x1xf32>",
        "([i, j], [], [])->([i, j]) {i=8, j=12} need_replication={j} blocked_propagation={j}");
    row("a custom call that many know",
        "%0:2 = stablehlo.custom_call @Qr(%t) : (tensor<2x8x12xf32>) -> (tensor<2x8x12xf32>, tensor<2x8xf32>)",
        "([i, j, k])->([i, j, k], [i, l]) {i=2, j=8, k=12, l=8} need_replication={j, k, l}");
    row("a custom call that nobody knows", "%0 = stablehlo.custom_call @mystery(%m) : (tensor<8x12xf32>) -> tensor<8x12xf32>", "-");
    row("its own rule",
        "%0 = stablehlo.custom_call @mystery(%m) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=8, j=12} "
        "reduction={i}, custom>} : (tensor<8x12xf32>) -> tensor<12xf32>",
        "([i, j])->([j]) {i=8, j=12} reduction={i}, custom");
    row("chlo elementwise", "%0 = chlo.erf %m : tensor<8x12xf32> -> tensor<8x12xf32>", "([i, j])->([i, j]) {i=8, j=12}");
    row("chlo broadcasting", "%0 = chlo.broadcast_add %m, %s : (tensor<8x12xf32>, tensor<f32>) -> tensor<8x12xf32>",
        "([i, j], [])->([i, j]) {i=8, j=12}");
    row("chlo top_k", "%0:2 = chlo.top_k(%m, k = 3) : tensor<8x12xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)",
        "([i, j])->([i, j], [i, j]) {i=8, j=12} need_replication={j} blocked_propagation={j}");
  }
  void rules() {
    QFETCH(QString, body);
    QFETCH(QString, rule);
    QCOMPARE(ruleOf(body), rule);
  }

  // Without parts of axes and padding, dimensions that change their size do not pass.
  void conservative() {
    QCOMPARE(ruleOf("%0 = stablehlo.slice %m [0:8, 0:6] : (tensor<8x12xf32>) -> tensor<8x6xf32>", true),
             "([i, j])->([i, j]) {i=8, j=12} permutation={j} blocked_propagation={j}");
    QCOMPARE(ruleOf("%0 = stablehlo.concatenate %m, %m, dim = 0 : (tensor<8x12xf32>, tensor<8x12xf32>) -> tensor<16x12xf32>", true),
             "([j, i], [k, i])->([l, i]) {i=12, j=1, k=1, l=1}");
  }

  void joinsOfSlicesOnlyMove() {
    QString slice = "%0 = stablehlo.slice %m [0:4, 0:12] : (tensor<8x12xf32>) -> tensor<4x12xf32>\n";
    QString join = "%1 = stablehlo.concatenate %0, %m, dim = 0 : (tensor<4x12xf32>, tensor<8x12xf32>) -> tensor<12x12xf32>";
    QCOMPARE(ruleOf(slice + join), "([i, j], [i, j])->([i, j]) {i=12, j=12} permutation={i}");
  }
};

QTEST_APPLESS_MAIN(RulesTest)
#include "tst_rules.moc"
