// Operations of arith, tensor and shape as StableHLO's programs carry them; texts and messages are the reference's.
#include <QtTest>

#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

struct Read {
  std::unique_ptr<Module> module;
  std::string firstError;
};

Read read(const std::string& text) {
  Diagnostics diagnostics;
  auto module = readModule(SourceBuffer::fromText("test", text), std::make_shared<Context>(), {}, diagnostics);
  if (diagnostics.all().empty()) return {std::move(module), "valid"};
  const Diagnostic& first = diagnostics.all().front();
  return {nullptr, std::to_string(first.at.line) + ":" + std::to_string(first.at.column) + ": " + first.message};
}

std::string function(const std::string& body) {
  return "func.func @f(%t: tensor<?x3xf32>, %u: tensor<*xf32>, %i: i32, %x: index, %b: i1, %f: f32, %s: !shape.shape, %w: !shape.witness, "
         "%ti: tensor<2xi32>) {\n  " +
         body + "\n  return\n}\n";
}

constexpr const char* kProgram = R"(module {
  func.func @f(%arg0: tensor<?x3xf32>, %arg1: tensor<*xf32>, %arg2: !shape.shape, %arg3: index, %arg4: tensor<?xindex>) {
    %c1 = arith.constant 1 : index
    %true = arith.constant true
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant dense<1> : tensor<2xi32>
    %c-5_i32 = arith.constant -5 : i32
    %c5_i128 = arith.constant {a.b = 1 : i64} 5 : i128
    %c5_i128_1 = arith.constant 5 : i128
    %0 = arith.addi %c1, %c1 overflow<nsw, nuw> {b.c} : index
    %1 = arith.muli %c1, %0 : index
    %2 = arith.divsi %1, %0 : index
    %3 = arith.addf %cst, %cst fastmath<nnan,ninf> : f32
    %4 = arith.mulf %3, %cst fastmath<fast> : f32
    %5 = arith.cmpi slt, %c1, %2 : index
    %6 = arith.select %5, %3, %4 : f32
    %7 = arith.index_cast %c1 : index to i32
    %from_elements = tensor.from_elements %true, %5 : tensor<2xi1>
    %8 = arith.select %from_elements, %cst_0, %cst_0 : tensor<2xi1>, tensor<2xi32>
    %cast = tensor.cast %arg0 : tensor<?x3xf32> to tensor<4x3xf32>
    %dim = tensor.dim {a.b} %arg0, %c1 : tensor<?x3xf32>
    %extracted = tensor.extract %cast[%c1, %dim] : tensor<4x3xf32>
    %inserted = tensor.insert %extracted into %cast[%c1, %c1] : tensor<4x3xf32>
    %9 = shape.shape_of %arg0 : tensor<?x3xf32> -> tensor<2xindex>
    %10 = shape.const_shape [1, 2] : tensor<2xindex>
    %11 = shape.num_elements %arg2 : !shape.shape -> !shape.size
    %12 = shape.broadcast %9, %arg4 : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
    %13 = shape.cstr_broadcastable %9, %10 : tensor<2xindex>, tensor<2xindex>
    %14 = shape.assuming %13 -> (tensor<2xindex>) {
      shape.assuming_yield %9 : tensor<2xindex>
    }
    shape.assuming %13 {
    }
    return
  }
}
)";

constexpr const char* kSparse =
    R"(#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonunique)), posWidth = 32 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 : dense, d0 mod 2 : dense) }>
module {
  func.func @f(%arg0: tensor<2x3xf32, #sparse>, %arg1: tensor<2x3xf32, #sparse1>) {
    return
  }
}
)";

struct Row {
  const char* name;
  const char* text;
  const char* expected;
};

constexpr Row kRefused[] = {
    {"integers of floats", "%r = \"arith.addi\"(%f, %f) : (f32, f32) -> f32",
     "2:8: 'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'"},
    {"two types", "%r = \"arith.addi\"(%i, %x) : (i32, index) -> index",
     "2:8: 'arith.addi' op requires the same type for all operands and results"},
    {"a constant of another type", "%r = \"arith.constant\"() {value = 1 : i32} : () -> i64",
     "2:8: 'arith.constant' op failed to verify that all of {value, result} have same type"},
    {"a constant with a sign", "%r = arith.constant 5 : si32", "2:8: 'arith.constant' op integer return type must be signless"},
    {"a constant text", "%r = arith.constant \"five\" : i32",
     "2:8: 'arith.constant' op value must be an integer, float, or elements attribute"},
    {"a constant symbol", "%r = arith.constant @five", "2:23: custom op 'arith.constant' invalid kind of attribute specified"},
    {"no such predicate", "%r = arith.cmpi less, %i, %i : i32",
     "2:19: custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, "
     "ne, slt, sle, sgt, sge, ult, ule, ugt, uge]"},
    {"a condition of another shape", "%r = \"arith.cmpi\"(%ti, %ti) {predicate = 1} : (tensor<2xi32>, tensor<2xi32>) -> i1",
     "2:8: 'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands"},
    {"a choice by a number", "%r = \"arith.select\"(%i, %f, %f) : (i32, f32, f32) -> f32",
     "2:8: 'arith.select' op operand #0 must be bool-like, but got 'i32'"},
    {"a cast to what it is", "%r = arith.index_cast %i : i32 to i32",
     "2:8: 'arith.index_cast' op operand type 'i32' and result type 'i32' are cast incompatible"},
    {"a cast to another shape", "%r = tensor.cast %ti : tensor<2xi32> to tensor<3xi32>",
     "2:8: 'tensor.cast' op operand type 'tensor<2xi32>' and result type 'tensor<3xi32>' are cast incompatible"},
    {"too few indices", "%r = tensor.extract %t[%x] : tensor<?x3xf32>",
     "2:8: 'tensor.extract' op incorrect number of indices for extract_element"},
    {"too few elements", "%r = tensor.from_elements %f, %f : tensor<3xf32>",
     "2:29: custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types"},
    {"more elements than there is memory", "%r = tensor.from_elements %f : tensor<9000000000x9000000000x9000000000xf32>",
     "2:29: custom op 'tensor.from_elements' number of operands and types do not match: got 1 operands and 18446744073709551615 types"},
    {"a shape of another rank", "%r = shape.shape_of %t : tensor<?x3xf32> -> tensor<1xindex>",
     "2:8: 'shape.shape_of' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<1xindex>'"},
    {"an error that is lost", "%r = shape.num_elements %s : !shape.shape -> index",
     "2:8: 'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to "
     "propagate them"},
    {"a constant shape of another size", "%r = shape.const_shape [1, 2] : tensor<3xindex>",
     "2:8: 'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'"},
    {"a yield outside", "shape.assuming_yield %i : i32", "2:3: 'shape.assuming_yield' op expects parent op 'shape.assuming'"},
    {"a type that shape has not", "%r = \"shape.shape_of\"(%t) : (tensor<?x3xf32>) -> !shape.form",
     "2:59: unknown  type `form` in dialect `shape`"},
    {"an encoding of another rank",
     "%r = arith.constant dense<0> : tensor<2xi8, #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : dense)}>>",
     "2:112: dimension-rank mismatch between encoding and tensor shape: 2 != 1"},
};

}  // namespace

class TstArith : public QObject {
  Q_OBJECT

 private slots:
  void readsAndPrints_data();
  void readsAndPrints();
  void refuses_data();
  void refuses();
};

void TstArith::readsAndPrints_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("operations") << QByteArray(kProgram);
  QTest::newRow("sparse tensors") << QByteArray(kSparse);
}

// The pretty text reads back to itself, the generic one to the pretty one.
void TstArith::readsAndPrints() {
  QFETCH(QByteArray, text);
  Read pretty = read(text.toStdString());
  QCOMPARE(QByteArray::fromStdString(pretty.firstError), QByteArray("valid"));
  QCOMPARE(QByteArray::fromStdString(printModule(*pretty.module)), text + '\n');
  Read generic = read(printModule(*pretty.module, {.genericForm = true}));
  QCOMPARE(QByteArray::fromStdString(generic.firstError), QByteArray("valid"));
  QCOMPARE(QByteArray::fromStdString(printModule(*generic.module)), text + '\n');
}

void TstArith::refuses_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("expected");
  for (const Row& row : kRefused) QTest::newRow(row.name) << QByteArray(row.text) << QByteArray(row.expected);
}

void TstArith::refuses() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, expected);
  QCOMPARE(QByteArray::fromStdString(read(function(text.toStdString())).firstError), expected);
}

QTEST_GUILESS_MAIN(TstArith)
#include "tst_arith.moc"
