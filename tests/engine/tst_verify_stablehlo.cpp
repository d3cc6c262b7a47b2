#include <QtTest>

#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

/// A function with `arguments` whose body is `op` and a return.
std::string program(const char* arguments, const char* op) {
  return std::string("func.func @main(") + arguments + ") {\n" + op + "\nreturn\n}\n";
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
  row("transpose of unknown size", "%a: tensor<2x?xf32>", "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x?xf32>) -> tensor<7x2xf32>", "");
  row("transpose repeats", "%a: tensor<2x3xf32>", "%0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
      "attribute permutation must be a permutation of [0, 1] but got 1, 1");
  row("transpose result", "%a: tensor<2x3xf32>", "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
      "'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'");
  row("transpose keeps bounds", "%a: tensor<?x2xf32, #stablehlo.bounds<3, ?>>",
      "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>) -> tensor<2x4xf32>",
      "'stablehlo.transpose' op inferred type(s) 'tensor<2x?xf32, #stablehlo.bounds<?, 3>>' are incompatible with return type(s) of operation "
      "'tensor<2x4xf32>'");
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
  row("reverse twice", "%a: tensor<4xf32>", "%0 = stablehlo.reverse %a, dims = [0, 0] : tensor<4xf32>", "dimensions should be unique. Got: 0, 0");
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
      "%0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>", "");
  row("reduce beyond", "%a: tensor<4x8xf32>, %b: tensor<f32>",
      "%0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>",
      "Out-of-bounds dimension 2, expected to be in range [0, 2)");
  row("reduce region", "%a: tensor<4xf32>, %b: tensor<f32>",
      "%0 = \"stablehlo.reduce\"(%a, %b) ({\n^bb0(%x: tensor<f32>):\n\"stablehlo.return\"(%x) : (tensor<f32>) -> ()\n}) {dimensions = array<i64: 0>} "
      ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
      "Reduction-region must take 2 parameters, but takes 1 parameter(s)");
  row("while", "%a: tensor<i32>",
      "%0 = stablehlo.while(%i = %a) : tensor<i32>\ncond {\nstablehlo.return %i : tensor<i32>\n} do {\nstablehlo.return %i : tensor<i32>\n}",
      "expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'");
  row("sort", "%a: tensor<4xf32>",
      "%0 = \"stablehlo.sort\"(%a) ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> "
      "tensor<i1>\nstablehlo.return %c : tensor<i1>\n}) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>",
      "dimension attribute value must be in range [-1, 1), but found 1");
  row("get_tuple_element", "%a: tuple<tensor<4xf32>>", "%0 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>",
      "index 1 is out of bounds of operand with size 1");
  row("gather", "%a: tensor<8x4xf32>, %i: tensor<3x1xi32>",
      "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
      "index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>",
      "");
  row("gather slice", "%a: tensor<8x4xf32>, %i: tensor<3x1xi32>",
      "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
      "index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>",
      "slice size (5) is out of bounds for operand dimension (4) at index 1");
  row("broadcast_add", "%a: tensor<4x1xf32>, %b: tensor<8xf32>",
      "%0 = chlo.broadcast_add %a, %b : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x8xf32>", "");
  row("broadcast_add result", "%a: tensor<4x1xf32>, %b: tensor<8xf32>",
      "%0 = chlo.broadcast_add %a, %b : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x1xf32>",
      "'chlo.broadcast_add' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'");
  row("top_k", "%a: tensor<4xf32>", "%0:2 = chlo.top_k(%a, k = 8) : tensor<4xf32> -> (tensor<8xf32>, tensor<8xi32>)",
      "operand's last dimension must be at least 8");
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
