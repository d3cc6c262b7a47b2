#include <QtTest>

#include "engine/mlir/mlir.h"
#include "engine/verify/ods.h"

using namespace shardlens;

namespace {

/// The first error of reading and verifying `text` as `line:column: message`, or `valid`.
std::string firstError(const char* text) {
  Diagnostics diagnostics;
  auto module = readModule(SourceBuffer::fromText("test", text), std::make_shared<Context>(), {.allowUnknownDialects = true}, diagnostics);
  if (diagnostics.all().empty()) return module ? "valid" : "silent";
  const Diagnostic& first = diagnostics.all().front();
  return std::to_string(first.at.line) + ":" + std::to_string(first.at.column) + ": " + first.message;
}

struct Row {
  const char* name;
  const char* text;
  const char* expected;
};

constexpr Row kRows[] = {
    // Structure.
    {"a function", "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\n", "valid"},
    {"a module has no arguments", "\"builtin.module\"() ({\n^bb0(%a: i32):\n}) : () -> ()\n",
     "1:1: 'builtin.module' op region should have no arguments"},
    {"values of another region are not visible",
     "func.func @f(%p: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {\n"
     "  %0 = \"stablehlo.if\"(%p) ({\n"
     "    %1 = stablehlo.negate %2 : tensor<2xf32>\n"
     "    stablehlo.return %1 : tensor<2xf32>\n"
     "  }, {\n"
     "    stablehlo.return %a : tensor<2xf32>\n"
     "  }) : (tensor<i1>) -> tensor<2xf32>\n"
     "  %2 = stablehlo.negate %a : tensor<2xf32>\n"
     "  return %0 : tensor<2xf32>\n"
     "}\n",
     "3:10: operand #0 does not dominate this use"},
    {"a use before its definition",
     "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
     "  %0 = stablehlo.negate %1 : tensor<2xf32>\n"
     "  %1 = stablehlo.negate %a : tensor<2xf32>\n"
     "  return %0 : tensor<2xf32>\n"
     "}\n",
     "2:8: operand #0 does not dominate this use"},
    {"a loop begins with a value of its own body",
     "func.func @f(%p: tensor<i1>) -> tensor<2xf32> {\n"
     "  %1 = stablehlo.while(%a = %0) : tensor<2xf32>\n"
     "  cond {\n"
     "    stablehlo.return %p : tensor<i1>\n"
     "  } do {\n"
     "    %0 = stablehlo.negate %a : tensor<2xf32>\n"
     "    stablehlo.return %0 : tensor<2xf32>\n"
     "  }\n"
     "  return %1 : tensor<2xf32>\n"
     "}\n",
     "2:8: operation's operand is unlinked"},
    {"a branch dominates what follows it",
     "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n"
     "  %0 = stablehlo.negate %a : tensor<f32>\n"
     "  \"x.br\"()[^b1, ^b2] : () -> ()\n"
     "^b1:\n"
     "  \"x.br\"()[^b3] : () -> ()\n"
     "^b2:\n"
     "  \"x.br\"()[^b3] : () -> ()\n"
     "^b3:\n"
     "  return %0 : tensor<f32>\n"
     "}\n",
     "valid"},
    {"one of two branches does not",
     "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n"
     "  \"x.br\"()[^b1, ^b2] : () -> ()\n"
     "^b1:\n"
     "  %0 = stablehlo.negate %a : tensor<f32>\n"
     "  \"x.br\"()[^b3] : () -> ()\n"
     "^b2:\n"
     "  \"x.br\"()[^b3] : () -> ()\n"
     "^b3:\n"
     "  return %0 : tensor<f32>\n"
     "}\n",
     "9:3: operand #0 does not dominate this use"},
    {"a block that control never reaches may use anything",
     "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n"
     "  return %a : tensor<f32>\n"
     "^b1:\n"
     "  %0 = stablehlo.negate %1 : tensor<f32>\n"
     "  %1 = stablehlo.negate %0 : tensor<f32>\n"
     "  return %1 : tensor<f32>\n"
     "}\n",
     "valid"},
    {"isolated regions see nothing of the outside",
     "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
     "  %0 = \"sdy.named_computation\"(%a) <{name = \"n\"}> ({\n"
     "  ^bb0(%b: tensor<2xf32>):\n"
     "    %1 = stablehlo.add %a, %b : tensor<2xf32>\n"
     "    sdy.return %1 : tensor<2xf32>\n"
     "  }) : (tensor<2xf32>) -> tensor<2xf32>\n"
     "  return %0 : tensor<2xf32>\n"
     "}\n",
     "4:10: 'stablehlo.add' op using value defined outside the region"},
    {"an empty block", "\"func.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({\n^bb0:\n}) : () -> ()\n",
     "1:1: empty block: expect at least a terminator"},
    {"a symbol twice",
     "func.func private @f()\n"
     "func.func private @f()\n",
     "2:1: redefinition of symbol named 'f'"},
    {"a declaration that all may see", "func.func @f()\n", "1:1: 'func.func' op symbol declaration cannot have public visibility"},
    {"too few values returned", "func.func @f(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n  return %a : tensor<f32>\n}\n",
     "2:3: 'func.return' op has 1 operands, but enclosing function (@f) returns 2"},
    {"a call of nothing", "func.func @f(%a: tensor<f32>) {\n  call @g(%a) : (tensor<f32>) -> ()\n  return\n}\n",
     "2:3: 'func.call' op 'g' does not reference a valid function"},
    {"a call with another type",
     "func.func private @g(tensor<i32>)\n"
     "func.func @f(%a: tensor<f32>) {\n  call @g(%a) : (tensor<f32>) -> ()\n  return\n}\n",
     "3:3: 'func.call' op operand type mismatch: expected operand type 'tensor<i32>', but provided 'tensor<f32>' for operand number 0"},

    // Declared constraints.
    {"too many operands",
     "func.func @f(%a: tensor<f32>) {\n  %0 = \"stablehlo.negate\"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n  return\n}\n",
     "2:8: 'stablehlo.negate' op requires a single operand"},
    {"an operand of another kind",
     "func.func @f(%a: tensor<f32>) {\n  %0 = \"stablehlo.not\"(%a) : (tensor<f32>) -> tensor<f32>\n  return\n}\n",
     "2:8: 'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<f32>'"},
    {"a missing attribute",
     "func.func @f(%a: tensor<2xf32>) {\n  %0 = \"stablehlo.reverse\"(%a) : (tensor<2xf32>) -> tensor<2xf32>\n  return\n}\n",
     "2:8: 'stablehlo.reverse' op requires attribute 'dimensions'"},
    {"one size for all indices",
     "func.func @f(%a: tensor<4xf32>) {\n"
     "  %0 = \"stablehlo.slice\"(%a) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1, 1>}>"
     " : (tensor<4xf32>) -> tensor<2xf32>\n  return\n}\n",
     "2:8: 'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size"},

    // Families and inference.
    {"dynamic sizes go with known ones",
     "func.func @f(%a: tensor<?xf32>, %b: tensor<3xf32>) {\n  %0 = stablehlo.add %a, %b : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>\n"
     "  return\n}\n",
     "valid"},
    {"elementwise shapes",
     "func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n"
     "  %0 = \"stablehlo.multiply\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n  return\n}\n",
     "2:8: 'stablehlo.multiply' op requires compatible types for all operands and results"},
    {"a result that is not what the operands give",
     "func.func @f(%a: tensor<2x3xf32>) {\n"
     "  %0 = \"stablehlo.transpose\"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>\n  return\n}\n",
     "2:8: 'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation "
     "'tensor<2x3xf32>'"},
    {"a dot of unequal sizes",
     "func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {\n"
     "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>\n"
     "  return\n}\n",
     "2:8: contracting dimension sizes must match for lhs/rhs"},
    {"a broadcast to the wrong size",
     "func.func @f(%a: tensor<2xf32>) {\n"
     "  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>\n  return\n}\n",
     "2:8: size of operand dimension 0 (2) is not equal to 1 or size of result dimension 1 (3)"},
    {"replica groups with a hole",
     "func.func @f(%a: tensor<2xf32>) {\n"
     "  %0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}>"
     " : (tensor<2xf32>) -> tensor<4xf32>\n  return\n}\n",
     "2:8: replica id #1 not seen in replica groups"},
};

}  // namespace

class TestVerifier : public QObject {
  Q_OBJECT

 private slots:
  void reportsFirstError_data();
  void reportsFirstError();
  void repeatsAreCheckedInTheirOwnPlace();
  void declaresEveryOperation();
};

void TestVerifier::reportsFirstError_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  for (const Row& row : kRows) QTest::newRow(row.name) << QString(row.text) << QString(row.expected);
}

void TestVerifier::reportsFirstError() {
  QFETCH(QString, text);
  QFETCH(QString, expected);
  QCOMPARE(QString::fromStdString(firstError(text.toUtf8().constData())), expected);
}

/// An operation equal to one that passed is not looked at again, but what stands around it is.
void TestVerifier::repeatsAreCheckedInTheirOwnPlace() {
  QCOMPARE(firstError("func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                      "  %0 = stablehlo.negate %a : tensor<2xf32>\n"
                      "  %1 = stablehlo.negate %2 : tensor<2xf32>\n"
                      "  %2 = stablehlo.negate %0 : tensor<2xf32>\n"
                      "  return %1 : tensor<2xf32>\n"
                      "}\n"),
           std::string("3:8: operand #0 does not dominate this use"));
}

void TestVerifier::declaresEveryOperation() {
  for (std::size_t i = 0; i < kOpKinds; ++i) {
    auto kind = static_cast<OpKind>(i);
    if (kind == OpKind::MhloTopk) continue;
    const OdsSpec& spec = odsSpec(kind);
    QVERIFY2(spec.known, std::string(opInfo(kind).name).c_str());
    for (const auto& value : spec.operands) QVERIFY2(value.type != nullptr, std::string(opInfo(kind).name).c_str());
    for (const auto& value : spec.results) QVERIFY2(value.type != nullptr, std::string(opInfo(kind).name).c_str());
    for (const auto& attr : spec.attributes) QVERIFY2(attr.constraint != nullptr, std::string(attr.name).c_str());
    for (const auto& use : spec.traits) QVERIFY2(use.trait != nullptr, std::string(opInfo(kind).name).c_str());
  }
}

QTEST_APPLESS_MAIN(TestVerifier)
#include "tst_verifier.moc"
