// Formats of StableHLO, CHLO and check operations and of their attributes.
#include <QtTest/QtTest>

#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

/// Reads `text` without verifying it; its print, or the first error as `line:column: message`.
QByteArray reprint(const QByteArray& text, bool generic = false) {
  Diagnostics diagnostics;
  auto source = SourceBuffer::fromText("<stdin>", text.toStdString());
  ReadOptions options;
  options.verify = false;
  auto module = readModule(source, std::make_shared<Context>(), options, diagnostics);
  if (!module) {
    const Diagnostic& d = diagnostics.all().front();
    return QByteArray::number(d.at.line) + ':' + QByteArray::number(d.at.column) + ": " + QByteArray::fromStdString(d.message);
  }
  PrintOptions print;
  print.genericForm = generic;
  return QByteArray::fromStdString(printModule(*module, print));
}

QByteArray inFunction(const QByteArray& arguments, const QByteArray& body) {
  return "module {\n  func.func @main(" + arguments + ") {\n    " + body + "\n    return\n  }\n}\n\n";
}

}  // namespace

class TestStablehloText : public QObject {
  Q_OBJECT

 private slots:
  void formats_data() {
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("body");
    auto row = [](const char* name, const char* arguments, const char* body) {
      QTest::newRow(name) << QByteArray(arguments) << QByteArray(body);
    };
    row("same types", "%arg0: tensor<4xf32>", "%0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>");
    row("types differ", "%arg0: tensor<4xf32>", "%0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>");
    row("accuracy", "%arg0: tensor<4xf32>",
        "%0 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 1, mode = "
        "#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>");
    row("iota", "", "%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>");
    row("slice", "%arg0: tensor<8x8xf32>", "%0 = stablehlo.slice %arg0 [0:4, 0:8:2] : (tensor<8x8xf32>) -> tensor<4x4xf32>");
    row("compare", "%arg0: tensor<4xf32>",
        "%0 = stablehlo.compare LT, %arg0, %arg0, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>");
    row("select", "%arg0: tensor<i1>, %arg1: tensor<4xf32>", "%0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<i1>, tensor<4xf32>");
    row("complex", "%arg0: tensor<4xf32>", "%0 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>");
    row("tuple", "%arg0: tensor<f32>, %arg1: !stablehlo.token", "%0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<f32>, !stablehlo.token>");
    row("dot_general", "%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x4xf32>",
        "%0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] "
        ": "
        "(tensor<2x4x8xf32>, tensor<2x8x4xf32>) -> tensor<2x4x4xf32>");
    row("dot algorithm", "%arg0: tensor<4x4xf32>",
        "%0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type "
        "= bf16, "
        "accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, "
        "allow_imprecise_accumulation = "
        "false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>");
    row("convolution", "%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x4xf32>",
        "%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = "
        "[[1, 1], "
        "[0, 1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, "
        "tensor<3x3x4x4xf32>) -> tensor<1x8x4x4xf32>");
    row("custom call", "%arg0: tensor<4xf32>",
        "%0 = stablehlo.custom_call @\"odd name\"(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>");
    row("composite without operands", "", "stablehlo.composite \"a.b\"  {decomposition = @main} : () -> ()");
    row("barrier", "%arg0: tensor<f32>", "%0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>");
    row("barrier of nothing", "", "stablehlo.optimization_barrier()");
    row("reduce applies", "%arg0: tensor<4x4xf32>, %arg1: tensor<f32>",
        "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> "
        "tensor<4xf32>");
    row("reduce with a reducer", "%arg0: tensor<4x4xf32>, %arg1: tensor<f32>",
        "%0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>\n"
        "     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {\n"
        "      %1 = stablehlo.add %arg3, %arg2 : tensor<f32>\n"
        "      stablehlo.return %1 : tensor<f32>\n"
        "    }");
    row("while", "%arg0: tensor<i1>, %arg1: tensor<f32>",
        "%0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i1>, tensor<f32> attributes {x}\n"
        "    cond {\n"
        "      stablehlo.return %iterArg : tensor<i1>\n"
        "    } do {\n"
        "      stablehlo.return %iterArg, %iterArg_0 : tensor<i1>, tensor<f32>\n"
        "    }");
    row("quantised constant", "", "%cst = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> {x} : () -> tensor<2xf32>");
    row("bounds", "%arg0: tensor<?x4xf32, #stablehlo.bounds<8, ?>>", "%0 = stablehlo.abs %arg0 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>");
    row("collective", "%arg0: tensor<4xf32>",
        "%0 = \"stablehlo.all_gather\"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = "
        "0>, replica_groups "
        "= #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", size = 2>]>, axes = [#stablehlo.axis_ref<name = "
        "\"x\", "
        "sub_axis_info = (1)2>]>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>");
    row("named results", "%arg0: tensor<8xf32>",
        "%values, %indices = chlo.top_k(%arg0, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)");
    row("broadcast compare", "%arg0: tensor<8xf32>",
        "%0 = chlo.broadcast_compare %arg0, %arg0 {comparison_direction = #chlo<comparison_direction NE>} : (tensor<8xf32>, tensor<8xf32>) "
        "-> "
        "tensor<8xi1>");
    row("check", "%arg0: tensor<2xf32>",
        "check.expect_almost_eq_const %arg0, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, tolerance = 1.000000e-03");
    row("interpreter print", "%arg0: tensor<2xf32>", "interpreter.print %arg0 {x} : tensor<2xf32>");
    row("interpreter probe", "%arg0: tensor<2xf32>", "%0 = interpreter.probe %arg0, probe_id = \"a\\22b\" {x} : tensor<2xf32>");
    row("interpreter programs", "%arg0: !stablehlo.token",
        "%0:2 = \"interpreter.run_parallel\"(%arg0) <{infeed = [@queue], programs = [[@one, @two]]}> : (!stablehlo.token) -> (tensor<i64>, "
        "!stablehlo.token)");
    row("check close", "%arg0: tensor<2xf32>", "check.expect_close %arg0, %arg0, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>");
  }
  void formats() {
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArray, body);
    QByteArray text = inFunction(arguments, body);
    QCOMPARE(reprint(text), text);
    QCOMPARE(reprint(reprint(text, /*generic=*/true)), text);
  }

  void defaultsAreNotWritten() {
    QByteArray call =
        inFunction("", "stablehlo.custom_call @f() {api_version = 1 : i32, called_computations = [], has_side_effect = false} : () -> ()");
    QCOMPARE(reprint(call), inFunction("", "stablehlo.custom_call @f() : () -> ()"));
    QByteArray accuracy =
        "%0 = stablehlo.sine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : "
        "tensor<f32>";
    QCOMPARE(reprint(inFunction("%arg0: tensor<f32>", accuracy)),
             inFunction("%arg0: tensor<f32>", "%0 = stablehlo.sine %arg0 : tensor<f32>"));
  }

  void absentValuesAreHeld() {
    QByteArray infeed = "%0:2 = \"stablehlo.infeed\"(%arg0) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)";
    QVERIFY(reprint(inFunction("%arg0: !stablehlo.token", infeed)).contains("(%arg0) <{infeed_config = \"\"}> : "));
  }

  void bracesOverrule() {
    QByteArray twice = inFunction("", "%0 = stablehlo.iota dim = 0 {iota_dimension = 1 : i64} : tensor<2x3xi32>");
    QCOMPARE(reprint(twice), inFunction("", "%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>"));
  }

  void reduceStandsAtItsOperands() {
    QByteArray reduce =
        "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> "
        "tensor<f32>";
    Diagnostics diagnostics;
    auto source = SourceBuffer::fromText("x", inFunction("%arg0: tensor<4xf32>, %arg1: tensor<f32>", reduce).toStdString());
    auto module = readModule(source, std::make_shared<Context>(), {}, diagnostics);
    QVERIFY(module);
    PrintOptions print;
    print.debugInfo = true;
    QVERIFY(QByteArray::fromStdString(printModule(*module, print)).contains("loc(\"x\":3:26)"));
  }

  void refused_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("place");
    auto row = [](const char* name, const char* body, const char* place) { QTest::newRow(name) << QByteArray(body) << QByteArray(place); };
    row("unknown word", "%0 = stablehlo.compare LX, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>", "3:28: ");
    row("too few operands", "%0 = stablehlo.add %a, %a : (tensor<4xf32>) -> tensor<4xf32>", "3:33: ");
    row("operands of a list", "%0 = stablehlo.reshape %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", "3:28: ");
    row("operands apart", "%0 = stablehlo.transpose %a, dims = [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", "3:10: ");
    row("no tuple", "%0 = stablehlo.tuple %a : tensor<4xf32>", "3:31: ");
    row("one type", "%0 = stablehlo.select %a, %a, %a : tensor<4xf32>", "3:40: ");
    row("exponent", "%0 = stablehlo.reduce_precision %a, format = e5x : tensor<4xf32>", "3:50: ");
    row("dimension twice",
        "%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, f, 0, 0]x[i, o]->[b, f], window = {} : (tensor<4xf32>) -> tensor<4xf32>",
        "3:64: ");
    row("struct field twice",
        "%0 = \"stablehlo.dot_general\"(%a, %a) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], "
        "lhs_batching_dimensions = [1]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
        "3:137: ");
    row("attribute in braces", "stablehlo.custom_call @f() {api_version = 9 : i32} : () -> ()", "3:32: ");
    row("types without operands", "stablehlo.return %a %a : tensor<4xf32>", "3:22: ");
    row("no such attribute", "%0 = stablehlo.abs %a {x = #stablehlo.nothing<1>} : tensor<4xf32>", "3:43: ");
    row("other dialect reduces",
        "%0 = stablehlo.reduce(%a init: %a) applies stablehlo.subtract across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>) -> "
        "tensor<f32>",
        "3:26: ");
  }
  void refused() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, place);
    QByteArray message = reprint(inFunction("%a: tensor<4xf32>", body));
    QVERIFY2(message.startsWith(place), message.constData());
  }
};

QTEST_GUILESS_MAIN(TestStablehloText)
#include "tst_stablehlo_text.moc"
