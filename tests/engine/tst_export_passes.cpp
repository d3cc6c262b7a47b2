// What the passes behind propagation do, each on the smallest program that shows it, and what the pipelines make of odd programs.
#include <QTemporaryDir>
#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/passes/pipeline.h"

using namespace shardlens;

namespace {

struct Outcome {
  bool good = false;
  QString text, problem;
};

Outcome runPasses(const QString& passes, const QString& program) {
  auto context = std::make_shared<Context>();
  Diagnostics diagnostics;
  auto module = readModule(SourceBuffer::fromText("test", program.toStdString()), context, {}, diagnostics);
  if (!module) qFatal("%s", diagnostics.all().front().message.c_str());
  Pipeline pipeline;
  std::string problem;
  if (!pipeline.parse(("builtin.module(" + passes + ")").toStdString(), &problem)) return {false, {}, QString::fromStdString(problem)};
  Outcome outcome;
  outcome.good = pipeline.run(*module, true, diagnostics);
  outcome.text = QString::fromStdString(printModule(*module));
  for (const Diagnostic& d : diagnostics.all()) outcome.problem += QString::fromStdString(d.message) + "\n";
  return outcome;
}

const QString kMesh = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n";

/// A function on one argument, which has this sharding where one is given.
QString function(const QString& body, const QString& sharding = {}, const QString& result = "tensor<8x8xf32>") {
  QString attribute = sharding.isEmpty() ? QString() : " {sdy.sharding = #sdy.sharding<@mesh, " + sharding + ">}";
  return kMesh + "func.func @main(%a: tensor<8x8xf32>" + attribute + ") -> " + result + " {\n" + body + "\n}\n";
}

}  // namespace

class ExportPassesTest : public QObject {
  Q_OBJECT
 private slots:
  void does_data();
  void does();
  void refuses_data();
  void refuses();
  void survives_data();
  void survives();
  void dumps();
  void keepsOrigins();
};

void ExportPassesTest::does_data() {
  QTest::addColumn<QString>("passes");
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("has");
  QTest::addColumn<QString>("hasNot");
  QString plain = "return %a : tensor<8x8xf32>";
  QTest::newRow("close") << "sdy-close-shardings" << function(plain, "[{\"x\", ?}, {?}], replicated={\"y\"}")
                         << "#sdy.sharding<@mesh, [{\"x\"}, {}]>"
                         << "replicated";
  QTest::newRow("drop all") << "sdy-drop-sharding-and-mesh" << function(plain, "[{\"x\"}, {}]") << "%arg0: tensor<8x8xf32>)"
                            << "sdy.";
  QTest::newRow("inline meshes") << "sdy-inline-meshes" << function(plain, "[{\"x\"}, {}]")
                                 << "#sdy.sharding<mesh<[\"x\"=2, \"y\"=4]>, [{\"x\"}, {}]>"
                                 << "@mesh";
  QTest::newRow("drop rules, not custom ones")
      << "func.func(sdy-drop-sharding-rules)"
      << function(
             "%0 = stablehlo.abs %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>\n"
             "%1 = stablehlo.abs %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}, custom>} : tensor<8x8xf32>\n"
             "return %1 : tensor<8x8xf32>")
      << "%0 = stablehlo.abs %arg0 : tensor<8x8xf32>\n    %1 = stablehlo.abs %0 {sdy.sharding_rule"
      << "j=8}>}";
  QTest::newRow("groups go") << "sdy-remove-sharding-groups" << function("sdy.sharding_group %a group_id = 0 : tensor<8x8xf32>\n" + plain)
                             << "return"
                             << "sharding_group";
  QTest::newRow("constraint to reshard")
      << "func.func(sdy-sharding-constraint-to-reshard)"
      << function("%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}, {}]> : tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>")
      << "%0 = sdy.reshard %arg0 <@mesh, [{\"x\"}, {}]> : tensor<8x8xf32>"
      << "constraint";
  QTest::newRow("merge equal constants")
      << "func.func(sdy-constant-or-scalar-merger)"
      << function(
             "%0 = stablehlo.constant dense<1.0> : tensor<8x8xf32>\n%1 = stablehlo.constant dense<1.0> : tensor<8x8xf32>\n"
             "%2 = stablehlo.add %0, %1 : tensor<8x8xf32>\nreturn %2 : tensor<8x8xf32>")
      << "stablehlo.add %cst, %cst : "
      << "%cst_0";
  QTest::newRow("constants sharded otherwise stay")
      << "func.func(sdy-constant-or-scalar-merger)"
      << function(
             "%0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>} dense<1.0> : tensor<8x8xf32>\n"
             "%1 = stablehlo.constant dense<1.0> : tensor<8x8xf32>\n"
             "%2 = stablehlo.add %0, %1 : tensor<8x8xf32>\nreturn %2 : tensor<8x8xf32>")
      << "stablehlo.add %cst, %cst_0 : "
      << "nothing";
  QTest::newRow("even borders: a part of an axis") << "sdy-update-non-divisible-input-output-shardings"
                                                   << kMesh +
                                                          "func.func @main(%a: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
                                                          "[{\"y\"}, {\"x\"}]>}) -> tensor<6x8xf32> {\nreturn %a : tensor<6x8xf32>\n}"
                                                   << "[{\"y\":(1)2}, {\"x\"}]"
                                                   << "nothing";
  QTest::newRow("sub-axes leave open dimensions")
      << "sdy-remove-sub-axes-in-input-output-shardings" << function(plain, "[{\"x\", \"y\":(1)2, ?}, {\"y\":(2)2}]")
      << "[{\"x\", ?}, {\"y\":(2)2}]"
      << "(1)2";
  QTest::newRow("edges hand on and go")
      << "func.func(sdy-sink-data-flow-edges)"
      << function(
             "%0 = stablehlo.optimization_barrier %a : tensor<8x8xf32>\n"
             "%1 = sdy.data_flow_edge %0 sharding=<@mesh, [{\"x\"}, {?}]> : tensor<8x8xf32>\nreturn %1 : tensor<8x8xf32>")
      << "optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {?}]>]>} %arg0"
      << "data_flow_edge";
  QTest::newRow("computation to function")
      << "sdy-export-named-computations"
      << function(
             "%0 = sdy.named_computation<\"f\">(%a) in_shardings=[<@mesh, [{\"x\"}, {}]>] (%b: tensor<8x8xf32>) {\n"
             "%1 = stablehlo.abs %b : tensor<8x8xf32>\nsdy.return %1 : tensor<8x8xf32>\n} : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
             "return %0 : tensor<8x8xf32>")
      << "func.func private @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>})"
      << "named_computation";
  QTest::newRow("results of callees")
      << "sdy-propagate-to-func-results"
      << function("%0 = call @g(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>") +
             "func.func private @g(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> tensor<8x8xf32> {\n"
             "return %a : tensor<8x8xf32>\n}"
      << "-> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>})"
      << "nothing";
  QTest::newRow("results of the main function stay as they are")
      << "sdy-propagate-to-func-results"
      << function("return %a : tensor<8x8xf32>", "[{\"x\"}, {}]") +
             "func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {\nreturn %a : tensor<8x8xf32>\n}"
      << "func.func @main"
      << "-> (tensor<8x8xf32> {";
  QTest::newRow("calls of copies become one")
      << "sdy-unflatten-call-graph"
      << function(
             "%0 = call @g(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n%1 = call @g_0(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
             "return %1 : tensor<8x8xf32>") +
             "func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {sdy.original_func_name = \"g\"} {\n"
             "return %a : tensor<8x8xf32>\n}\n"
             "func.func private @g_0(%a: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {sdy.original_func_name = \"g\"} {\n"
             "return %a : tensor<8x8xf32>\n}"
      << "%1 = call @g(%0)"
      << "original_func_name";
  QTest::newRow("reshard behind a call")
      << "sdy-insert-func-call-reshards"
      << function(
             "%0 = call @g(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"y\"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
             "return %0 : tensor<8x8xf32>") +
             "func.func private @g(%a: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) {\n"
             "return %a : tensor<8x8xf32>\n}"
      << "%1 = sdy.reshard %0 <@mesh, [{\"y\"}, {}]> : tensor<8x8xf32>\n    return %1"
      << "nothing";
  QTest::newRow("reshard behind a call that leaves more unreduced")
      << "sdy-insert-func-call-reshards"
      << function(
             "%0 = call @g(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}], unreduced={\"y\"}>]>} : (tensor<8x8xf32>) "
             "-> tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>") +
             "func.func private @g(%a: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) {\n"
             "return %a : tensor<8x8xf32>\n}"
      << "%1 = sdy.reshard %0 <@mesh, [{\"x\"}, {}], unreduced={\"y\"}> : tensor<8x8xf32>\n    return %1"
      << "nothing";
}

void ExportPassesTest::does() {
  QFETCH(QString, passes);
  QFETCH(QString, program);
  QFETCH(QString, has);
  QFETCH(QString, hasNot);
  Outcome outcome = runPasses(passes, program);
  QVERIFY2(outcome.good, qPrintable(outcome.problem));
  QVERIFY2(outcome.text.contains(has), qPrintable(outcome.text));
  QVERIFY2(!outcome.text.contains(hasNot), qPrintable(outcome.text));
}

void ExportPassesTest::refuses_data() {
  QTest::addColumn<QString>("passes");
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("why");
  QString partial =
      "%0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={\"x\"}>]>} : tensor<8x8xf32>\n";
  QTest::newRow("a partial sum is forgotten")
      << "func.func(sdy-verify-unreduced-axes)"
      << function(partial +
                  "%1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>\n"
                  "return %1 : tensor<8x8xf32>")
      << "'stablehlo.abs' op dropped unreduced axis 'x' without a blessed operation";
  QTest::newRow("no such pass") << "sdy-no-such-pass" << function("return %a : tensor<8x8xf32>") << "does not refer to a registered pass";
  QTest::newRow("no such option") << "sdy-propagation-pipeline{no-such-option=true}" << function("return %a : tensor<8x8xf32>")
                                  << "no such option no-such-option";
}

void ExportPassesTest::refuses() {
  QFETCH(QString, passes);
  QFETCH(QString, program);
  QFETCH(QString, why);
  Outcome outcome = runPasses(passes, program);
  QVERIFY(!outcome.good);
  QVERIFY2(outcome.problem.contains(why), qPrintable(outcome.problem));
}

// Programs on which the reference crashes or gives up: the pipeline goes on and spreads what there is.
void ExportPassesTest::survives_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("has");
  QTest::newRow("a dead operation with a priority")
      << function(
             "%0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}p3, {}]>]>} : tensor<8x8xf32>\n"
             "return %a : tensor<8x8xf32>")
      << "return %arg0";
  QTest::newRow("nothing called main")
      << kMesh +
             "func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> tensor<8x8xf32> {\n"
             "%0 = call @h(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>\n}\n"
             "func.func @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {\nreturn %a : tensor<8x8xf32>\n}\n"
             "func.func private @h(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {\n%0 = stablehlo.abs %a : tensor<8x8xf32>\n"
             "return %0 : tensor<8x8xf32>\n}"
      << "stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>}";
  QTest::newRow("a named computation of the program's own")
      << function(
             "%0 = sdy.named_computation<\"f\">(%a) (%b: tensor<8x8xf32>) {\n%1 = stablehlo.abs %b : tensor<8x8xf32>\n"
             "sdy.return %1 : tensor<8x8xf32>\n} : (tensor<8x8xf32>) -> tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>",
             "[{\"x\"}, {}]")
      << "%0 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>}";
  QTest::newRow("an inlined mesh")
      << "func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[\"x\"=2]>, [{\"x\"}, {}]>}) -> tensor<8x8xf32> {\n"
         "%0 = stablehlo.abs %a : tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>\n}"
      << "stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>}";
  QTest::newRow("a declaration only") << "func.func private @f(tensor<8x8xf32>) -> tensor<8x8xf32>"
                                      << "module";
  QTest::newRow("nothing") << "module {}"
                           << "module";
}

void ExportPassesTest::survives() {
  QFETCH(QString, program);
  QFETCH(QString, has);
  for (const char* passes : {"sdy-propagation-pipeline", "sdy-propagation-pipeline{dedup-functions-fully=true}",
                             "sdy-propagation-pipeline{debug-sharding-origins debug-propagation-edge-sharding}"}) {
    Outcome outcome = runPasses(passes, program);
    QVERIFY2(outcome.good, qPrintable(QString(passes) + ": " + outcome.problem));
    // Without flattening a computation stays where it is.
    if (!QString(passes).contains("dedup")) QVERIFY2(outcome.text.contains(has), qPrintable(outcome.text));
  }
}

void ExportPassesTest::dumps() {
  QTemporaryDir dir;
  Outcome outcome = runPasses("sdy-propagation-pipeline{module-dump-directory=" + dir.path() + "}",
                              function("%0 = stablehlo.abs %a : tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>", "[{\"x\"}p1, {}]"));
  QVERIFY2(outcome.good, qPrintable(outcome.problem));
  QStringList files = QDir(dir.path()).entryList(QDir::Files, QDir::Name);
  QCOMPARE(files.join(' '), QString("01.before_propagation.mlir 02.after_propagation.mlir 02.propagation_after_user_priority_0.mlir "
                                    "03.after_minimal_partitioner_with_global_shapes.mlir"));
}

// What a pass makes for a call or a computation stands where that stood in the text.
void ExportPassesTest::keepsOrigins() {
  QString program = function(
      "%0 = sdy.named_computation<\"f\">(%a) (%b: tensor<8x8xf32>) {\n%1 = stablehlo.abs %b : tensor<8x8xf32>\n"
      "sdy.return %1 : tensor<8x8xf32>\n} : (tensor<8x8xf32>) -> tensor<8x8xf32>\nreturn %0 : tensor<8x8xf32>");
  auto context = std::make_shared<Context>();
  Diagnostics diagnostics;
  auto module = readModule(SourceBuffer::fromText("test", program.toStdString()), context, {}, diagnostics);
  QVERIFY(module);
  Pipeline pipeline;
  std::string problem;
  QVERIFY(pipeline.parse("builtin.module(sdy-export-named-computations)", &problem));
  QVERIFY(pipeline.run(*module, true, diagnostics));
  OpId call;
  walk(*module, module->root(), [&](OpId op) {
    if (module->op(op).kind == OpKind::FuncCall) call = op;
  });
  QVERIFY(call.valid());
  QCOMPARE(static_cast<qsizetype>(module->op(call).source), program.indexOf("sdy.named_computation"));
  QCOMPARE(static_cast<qsizetype>(module->value(module->result(call)).source), program.indexOf("%0 = sdy.named"));
}

QTEST_APPLESS_MAIN(ExportPassesTest)
#include "tst_export_passes.moc"
