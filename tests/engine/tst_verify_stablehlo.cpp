#include <QtTest>

#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

/// A function with `arguments` whose body is `op` and a return; beside it others of which it may speak.
std::string program(const char* arguments, const char* op) {
  return std::string("func.func @main(") + arguments + ") {\n" + op +
         "\nreturn\n}\n"
         "func.func private @step(tensor<2xf32>) -> (tensor<i64>, !stablehlo.token)\n"
         "func.func private @token() -> !stablehlo.token\n"
         "func.func private @queue() -> tensor<i64>\n";
}

}  // namespace

/// Each row is one operation that holds (no message), or the first error that it gets.
class TestVerifyStablehlo : public QObject {
  Q_OBJECT

 private slots:
  void operation_data();
  void operation();
};

void TestVerifyStablehlo::operation_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<QString>("op");
  QTest::addColumn<QString>("message");
  auto row = [](const char* name, const char* arguments, const char* op, const char* message) {
    QTest::newRow(name) << QString(arguments) << QString(op) << QString(message);
  };
  row("transpose", "%a: tensor<2x3xf32>", "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>", "");
  row("transpose of unknown size", "%a: tensor<2x?xf32>",
      "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x?xf32>) -> tensor<7x2xf32>", "");
  row("transpose repeats", "%a: tensor<2x3xf32>", "%0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
      "attribute permutation must be a permutation of [0, 1] but got 1, 1");
  row("transpose result", "%a: tensor<2x3xf32>", "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
      "'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'");
  row("transpose keeps bounds", "%a: tensor<?x2xf32, #stablehlo.bounds<3, ?>>",
      "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>) -> tensor<2x4xf32>",
      "'stablehlo.transpose' op inferred type(s) 'tensor<2x?xf32, #stablehlo.bounds<?, 3>>' are incompatible with return type(s) of "
      "operation "
      "'tensor<2x4xf32>'");
  row("abs of complex", "%a: tensor<2xcomplex<f32>>", "%0 = stablehlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>", "");
  row("bitcast to smaller", "%a: tensor<2xf32>", "%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x4xi8>", "");
  row("bitcast loses bits", "%a: tensor<2xf32>", "%0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x3xi8>",
      "requires compatible bit widths. Got: 'tensor<2xf32>' and 'tensor<2x3xi8>', but 8 * 3 != 32.");
  row("concatenate of bounded sizes", "%a: tensor<?xf32, #stablehlo.bounds<3>>, %b: tensor<2xf32>",
      "%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<2xf32>) -> tensor<6xf32>",
      "'stablehlo.concatenate' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<5>>' are incompatible with return type(s) of operation "
      "'tensor<6xf32>'");
  row("concatenate of other sizes", "%a: tensor<2x3xf32>, %b: tensor<2x4xf32>",
      "%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>",
      "shapes of operand (0) and (1) are not compatible at non-concat index 1: (2, 3) != (2, 4)");
  row("clamp", "%a: tensor<2xf32>, %b: tensor<3xf32>",
      "%0 = stablehlo.clamp %b, %a, %a : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
      "min shape [3] is not scalar and is not compatible to operand shape [2]");
  row("batch norm", "%a: tensor<2x3xf32>, %b: tensor<4xf32>",
      "%0 = \"stablehlo.batch_norm_inference\"(%a, %b, %b, %b, %b) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, "
      "tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3xf32>",
      "expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is "
      "4 "
      "and the feature count is 3.");
  row("convolution", "%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>",
      "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} "
      "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x8x8x16xf32>",
      "");
  row("convolution without padding", "%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>",
      "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
      "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x8x8x16xf32>",
      "inferred shape '[1, 6, 6, 16]' is incompatible with return type of operation 'tensor<1x8x8x16xf32>'");
  row("custom call with half its layouts", "%a: tensor<2xf32>",
      "%0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>",
      "'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.");
  row("all_to_all", "%a: tensor<4x6xf32>",
      "%0 = \"stablehlo.all_to_all\"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, "
      "replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x6xf32>) -> tensor<16x1xf32>",
      "split dimension has size 6, expected to be a multiple of split_count 4");
  row("collective_permute to one twice", "%a: tensor<2xf32>",
      "%0 = \"stablehlo.collective_permute\"(%a) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : "
      "(tensor<2xf32>) -> tensor<2xf32>",
      "duplicate targets not allowed.");
  row("dynamic_slice", "%a: tensor<4xf32>, %i: tensor<i32>",
      "%0 = stablehlo.dynamic_slice %a, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>",
      "has slice size 5 greater than dimension size 4 in dimension 0 of operand");
  row("dynamic_reshape by a constant", "%a: tensor<6xf32>",
      "%s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>\n"
      "%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
      "output_shape is incompatible with input type of operation: input has 6 elements, but output_shape has 8");
  row("composite of nothing", "%a: tensor<f32>",
      "%0 = stablehlo.composite \"my.op\" %a {decomposition = @nowhere} : (tensor<f32>) -> tensor<f32>",
      "'nowhere' does not reference a valid function");
  row("reshape", "%a: tensor<2x3xf32>", "%0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<7xf32>",
      "number of output elements (7) doesn't match expected number of elements (6)");
  row("slice", "%a: tensor<8xf32>", "%0 = stablehlo.slice %a [1:8:3] : (tensor<8xf32>) -> tensor<3xf32>", "");
  row("slice beyond", "%a: tensor<8xf32>", "%0 = stablehlo.slice %a [1:9] : (tensor<8xf32>) -> tensor<8xf32>",
      "limit index 9 is larger than dimension size 8 in dimension 0");
  row("pad", "%a: tensor<4xf32>, %b: tensor<f32>",
      "%0 = stablehlo.pad %a, %b, low = [1], high = [-1], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>", "");
  row("pad below zero", "%a: tensor<4xf32>, %b: tensor<f32>",
      "%0 = stablehlo.pad %a, %b, low = [-5], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>",
      "Padding result in negative size for dimension 0");
  row("reverse twice", "%a: tensor<4xf32>", "%0 = stablehlo.reverse %a, dims = [0, 0] : tensor<4xf32>",
      "dimensions should be unique. Got: 0, 0");
  row("iota", "", "%0 = stablehlo.iota dim = 1 : tensor<4xi32>", "iota dimension cannot go beyond the output rank.");
  row("get_dimension_size", "%a: tensor<4xf32>", "%0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<4xf32>) -> tensor<i32>",
      "requires dimension attribute in range [0, 1); found (1)");
  row("select", "%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>",
      "%0 = stablehlo.select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>",
      "requires compatible types for non-predicate operands");
  row("fft", "%a: tensor<3x9xf32>", "%0 = stablehlo.fft %a, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>", "");
  row("fft of reals", "%a: tensor<3x9xf32>", "%0 = stablehlo.fft %a, type = FFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x9xf32>",
      "FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<3x9xf32>'.");
  row("real", "%a: tensor<3xcomplex<f32>>", "%0 = stablehlo.real %a : (tensor<3xcomplex<f32>>) -> tensor<3xf32>", "");
  row("reduce", "%a: tensor<4x8xf32>, %b: tensor<f32>",
      "%0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>",
      "");
  row("reduce beyond", "%a: tensor<4x8xf32>, %b: tensor<f32>",
      "%0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>",
      "Out-of-bounds dimension 2, expected to be in range [0, 2)");
  row("reduce region", "%a: tensor<4xf32>, %b: tensor<f32>",
      "%0 = \"stablehlo.reduce\"(%a, %b) ({\n^bb0(%x: tensor<f32>):\n\"stablehlo.return\"(%x) : (tensor<f32>) -> ()\n}) {dimensions = "
      "array<i64: 0>} "
      ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
      "Reduction-region must take 2 parameters, but takes 1 parameter(s)");
  row("while", "%a: tensor<i32>",
      "%0 = stablehlo.while(%i = %a) : tensor<i32>\ncond {\nstablehlo.return %i : tensor<i32>\n} do {\nstablehlo.return %i : "
      "tensor<i32>\n}",
      "expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'");
  row("sort", "%a: tensor<4xf32>",
      "%0 = \"stablehlo.sort\"(%a) ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%c = stablehlo.compare LT, %x, %y : (tensor<f32>, "
      "tensor<f32>) -> "
      "tensor<i1>\nstablehlo.return %c : tensor<i1>\n}) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>",
      "dimension attribute value must be in range [-1, 1), but found 1");
  row("get_tuple_element", "%a: tuple<tensor<4xf32>>", "%0 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>",
      "index 1 is out of bounds of operand with size 1");
  row("gather", "%a: tensor<8x4xf32>, %i: tensor<3x1xi32>",
      "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
      "start_index_map = [0], "
      "index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>",
      "");
  row("gather slice", "%a: tensor<8x4xf32>, %i: tensor<3x1xi32>",
      "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
      "start_index_map = [0], "
      "index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>",
      "slice size (5) is out of bounds for operand dimension (4) at index 1");
  row("broadcast_add", "%a: tensor<4x1xf32>, %b: tensor<8xf32>",
      "%0 = chlo.broadcast_add %a, %b : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x8xf32>", "");
  row("broadcast_add result", "%a: tensor<4x1xf32>, %b: tensor<8xf32>",
      "%0 = chlo.broadcast_add %a, %b : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x1xf32>",
      "'chlo.broadcast_add' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'");
  row("top_k", "%a: tensor<4xf32>", "%0:2 = chlo.top_k(%a, k = 8) : tensor<4xf32> -> (tensor<8xf32>, tensor<8xi32>)",
      "operand's last dimension must be at least 8");
  row("print", "%a: tensor<2xf32>", "interpreter.print %a : tensor<2xf32>", "");
  row("print of a token", "%a: !stablehlo.token", "\"interpreter.print\"(%a) : (!stablehlo.token) -> ()",
      "'interpreter.print' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or "
      "complex "
      "type with 32/64-bit float elements or per-tensor integer quantized values, but got '!stablehlo.token'");
  row("probe of another type", "%a: tensor<2xf32>",
      "%0 = \"interpreter.probe\"(%a) <{probe_id = \"a\"}> : (tensor<2xf32>) -> tensor<3xf32>",
      "'interpreter.probe' op requires the same type for all operands and results");
  row("probe without its name", "%a: tensor<2xf32>", "%0 = \"interpreter.probe\"(%a) : (tensor<2xf32>) -> tensor<2xf32>",
      "'interpreter.probe' op requires attribute 'probe_id'");
  auto parallel = [&](const char* name, const char* attributes, const char* message) {
    std::string op =
        std::string("%0:2 = \"interpreter.run_parallel\"(%a) <{") + attributes + "}> : (tensor<2xf32>) -> (tensor<i64>, !stablehlo.token)";
    row(name, "%a: tensor<2xf32>", op.c_str(), message);
  };
  parallel("programs", "infeed = [@queue], programs = [[@step]]", "");
  parallel("no programs", "programs = [[]]", "`programs` attribute cannot be empty");
  parallel("programs of two counts", "programs = [[@step], [@step, @step]]",
           "Sizes of second dimension of `programs` should all match 1 but got 2");
  parallel("program that is not there", "programs = [[@other]]", "Function \"other\" not found");
  parallel("programs that take more", "programs = [[@step, @step]]",
           "Number of inputs (1) should match the sum of the number of inputs of all programs (2)");
  parallel("programs that return more", "programs = [[@step, @token]]",
           "Number of results (2) should match the sum of the number of results of all programs (3)");
  parallel("programs that are no names", "programs = [[1]]",
           "'interpreter.run_parallel' op attribute 'programs' failed to satisfy constraint: Array of FlatSymbolRefArrayAttr");
  parallel("no infeed", "infeed = [], programs = [[@step]]", "infeed attribute is optional or should not be empty");
  parallel("infeed of two", "infeed = [@step], programs = [[@step]]", "Function \"step\" should return 1 tensor but returns 2");
  parallel("infeed of a token", "infeed = [@token], programs = [[@step]]",
           "Function \"token\" should return a tensor type, but instead returns '!stablehlo.token'");
}

void TestVerifyStablehlo::operation() {
  QFETCH(QString, arguments);
  QFETCH(QString, op);
  QFETCH(QString, message);
  Diagnostics diagnostics;
  auto source = SourceBuffer::fromText("test.mlir", program(arguments.toUtf8().constData(), op.toUtf8().constData()));
  auto module = readModule(source, std::make_shared<Context>(), {}, diagnostics);
  QString first = diagnostics.all().empty() ? QString() : QString::fromStdString(diagnostics.all().front().message);
  QCOMPARE(first, message);
  QCOMPARE(module != nullptr, message.isEmpty());
}

QTEST_APPLESS_MAIN(TestVerifyStablehlo)
#include "tst_verify_stablehlo.moc"
