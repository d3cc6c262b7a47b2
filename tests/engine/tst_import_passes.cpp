#include <QTest>

#include "engine/ir/clone.h"
#include "engine/mlir/mlir.h"
#include "engine/passes/pipeline.h"

using namespace shardlens;

namespace {

struct Program {
  explicit Program(const char* text) {
    module = readModule(SourceBuffer::fromText("test", text), context, {}, diagnostics);
    if (!module) qFatal("%s", diagnostics.all().front().message.c_str());
  }
  bool run(const char* pass, const char* options = "") {
    Pipeline pipeline;
    std::string problem;
    if (!pipeline.add(pass, options, &problem)) qFatal("%s", problem.c_str());
    return pipeline.run(*module, true, diagnostics);
  }
  /// Lines of the printed module that hold `word`, without indentation.
  [[nodiscard]] QStringList lines(const char* word) const {
    QStringList found;
    for (const QString& line : QString::fromStdString(printModule(*module)).split('\n')) {
      if (line.contains(QString(word))) found << line.trimmed();
    }
    return found;
  }
  [[nodiscard]] std::vector<OpId> all(OpKind kind) const {
    std::vector<OpId> found;
    walk(*module, module->root(), [&](OpId op) {
      if (module->op(op).kind == kind) found.push_back(op);
    });
    return found;
  }

  std::shared_ptr<Context> context = std::make_shared<Context>();
  Diagnostics diagnostics;
  std::unique_ptr<Module> module;
};

constexpr const char* kLoop = R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %n: tensor<i32>) -> tensor<8xf32> {
  %done:2 = stablehlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.tanh %v : tensor<8xf32>
    stablehlo.return %i, %next : tensor<i32>, tensor<8xf32>
  }
  return %done#1 : tensor<8xf32>
})";

}  // namespace

class ImportPassesTest : public QObject {
  Q_OBJECT
 private slots:
  void copiesKeepWhereTheyCameFrom() {
    Program p(kLoop);
    Module& m = *p.module;
    OpId loop = p.all(OpKind::StablehloWhile)[0];
    CloneMap map;
    OpId copy = cloneOp(m, loop, map);
    m.insertAfter(loop, copy);
    auto tanhs = p.all(OpKind::StablehloTanh);
    QCOMPARE(tanhs.size(), 2U);
    QCOMPARE(m.op(tanhs[1]).source, m.op(tanhs[0]).source);
    QCOMPARE(m.value(m.result(tanhs[1])).source, m.value(m.result(tanhs[0])).source);
    ValueId argument = m.operand(tanhs[0], 0), copied = m.operand(tanhs[1], 0);
    QVERIFY2(argument != copied, "the copy uses its own argument");
    QCOMPARE(m.value(copied).source, m.value(argument).source);
    QCOMPARE(m.operand(copy, 1), m.operand(loop, 1));
  }

  void argumentsGoWithoutTheirFellows() {
    Program p(kLoop);
    Module& m = *p.module;
    BlockId body = m.entry(m.regionOf(p.all(OpKind::StablehloWhile)[0], 1));
    OpId tanh = p.all(OpKind::StablehloTanh)[0];
    m.setOperand(m.operandUse(m.terminator(body), 0), m.result(tanh));
    Offset source = m.value(m.arg(body, 1)).source;
    eraseArguments(m, body, {true, false});
    QCOMPARE(m.block(body).argCount, 1U);
    QCOMPARE(m.operand(tanh, 0), m.arg(body, 0));
    QCOMPARE(m.value(m.arg(body, 0)).source, source);
  }

  void edgesBelongToWhatTheyBridge() {
    Program p(kLoop);
    QVERIFY(p.run("sdy-add-data-flow-edges"));
    const Module& m = *p.module;
    OpId loop = p.all(OpKind::StablehloWhile)[0];
    auto edges = p.all(OpKind::SdyDataFlowEdge);
    QCOMPARE(edges.size(), 2U);
    for (std::uint32_t i = 0; i < 2; ++i) {
      QCOMPARE(m.operand(edges[i], 0), m.result(loop, i));
      QCOMPARE(m.op(edges[i]).source, m.op(loop).source);
    }
    QVERIFY2(p.run("sdy-add-data-flow-edges"), "edges that are there already stay alone");
    QCOMPARE(p.all(OpKind::SdyDataFlowEdge).size(), 2U);
  }

  void everyUserHasItsOwnConstant() {
    Program p(R"(func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %two = stablehlo.add %one, %one : tensor<8xf32>
  %b = stablehlo.multiply %a, %two : tensor<8xf32>
  %c = stablehlo.subtract %b, %two : tensor<8xf32>
  return %c : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-constant-or-scalar-splitter"));
    QCOMPARE(p.all(OpKind::SdyConstant).size(), 2U);
    QCOMPARE(p.lines("stablehlo.add"),
             (QStringList{"%2 = stablehlo.add %0, %0 : tensor<8xf32>", "%3 = stablehlo.add %1, %1 : tensor<8xf32>"}));
    auto constants = p.all(OpKind::SdyConstant);
    QCOMPARE(p.module->op(constants[1]).source, p.module->op(constants[0]).source);
  }

  void equalMeshesBecomeOne() {
    Program p(R"(sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["x"=2]>
func.func @main(%v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}]>},
                %w: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["y"=4]>, [{"y"}]>}) -> tensor<8xf32> {
  return %v : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-lift-inlined-meshes"));
    QStringList meshes = p.lines("sdy.mesh");
    QCOMPARE(meshes.size(), 2);
    QVERIFY(meshes[0].startsWith("sdy.mesh @a = <[\"x\"=2]>"));
    QVERIFY(meshes[1].startsWith("sdy.mesh @mesh = <[\"y\"=4]>"));
    QVERIFY(p.lines("func.func")[0].contains("<@a, [{\"x\"}]>"));
  }

  void callsBecomeComputations() {
    Program p(R"(func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-flatten-call-graph"));
    QVERIFY(p.lines("func.func private")[1].contains("@f_0("));
    QVERIFY(p.run("sdy-import-func-calls"));
    QCOMPARE(p.lines("sdy.named_computation<\"f\">").size(), 2);
    QVERIFY(p.all(OpKind::FuncCall).empty());
    QCOMPARE(p.all(OpKind::FuncFunc).size(), 1U);
  }

  // The reference recurses without end on this one.
  void recursionStays() {
    Program p(R"(func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-flatten-call-graph"));
    QVERIFY(p.run("sdy-import-func-calls"));
    QVERIFY(!p.all(OpKind::FuncCall).empty());
    QVERIFY(p.run("sdy-add-func-data-flow-edges"));
  }

  void groupsThatShareAValueAreOne() {
    Program p(R"(func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %a group_id=7 : tensor<8xf32>
  sdy.sharding_group %b group_id=9 : tensor<8xf32>
  sdy.sharding_group %b group_id=7 : tensor<8xf32>
  sdy.sharding_group %c group_id=3 : tensor<8xf32>
  return %a : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-sharding-group-import"));
    QCOMPARE(p.lines("sdy.sharding_group"),
             (QStringList{"sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>", "sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>",
                          "sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>"}));
  }

  void lastConstraintOfAChainHoldsFurtherDown() {
    Program p(R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %v = stablehlo.tanh %a : tensor<8xf32>
  %c = sdy.sharding_constraint %v <@mesh, [{"x"}]> : tensor<8xf32>
  %d = sdy.sharding_constraint %c <@mesh, [{}]> : tensor<8xf32>
  %w = stablehlo.negate %v : tensor<8xf32>
  return %w : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-apply-sharding-constraints"));
    QCOMPARE(p.lines("negate"), QStringList{"%3 = stablehlo.negate %2 : tensor<8xf32>"});
    QVERIFY(p.lines("tanh")[0].contains("[<@mesh, [{\"x\"}]>]"));
  }

  // Only edges inside a function share a sharding among values; where values pass a call the edge takes it as any operation does.
  void constraintShardsTheEdgeOfAFunction() {
    Program p(R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = sdy.func_data_flow_edge %a : tensor<8xf32>
  %c = sdy.sharding_constraint %e <@mesh, [{"x"}]> : tensor<8xf32>
  %w = stablehlo.negate %e : tensor<8xf32>
  return %w : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-apply-sharding-constraints"));
    QVERIFY(p.lines("func_data_flow_edge")[0].contains("[<@mesh, [{\"x\"}]>]"));
    QCOMPARE(p.lines("negate"), QStringList{"%2 = stablehlo.negate %0 : tensor<8xf32>"});
  }

  void constraintLeavesWhatIsOpen() {
    Program p(R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %v = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : tensor<8xf32>
  %c = sdy.sharding_constraint %v <@mesh, [{"x"}]> : tensor<8xf32>
  return %c : tensor<8xf32>
})");
    QVERIFY(p.run("sdy-apply-sharding-constraints"));
    QVERIFY(p.lines("tanh")[0].contains("[<@mesh, [{?}]>]"));
  }

  void computationsWithoutValuesAreRefused() {
    Program p(R"(sdy.mesh @mesh = <["x"=2]>
func.func @main() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"x"} () {
    stablehlo.custom_call @f() {has_side_effect = true} : () -> ()
    sdy.return
  } : () -> ()
  return
})");
    QVERIFY(!p.run("sdy-manual-axes-cleanup"));
    QCOMPARE(p.diagnostics.all().back().at.line, 3U);
  }

  void rowsThatCountThemselvesAreBatches() {
    Program p(R"(func.func @main(%a: tensor<4x8xf32>, %o: tensor<4x1xi32>) -> tensor<4xf32> {
  %rows = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %at = stablehlo.concatenate %rows, %o, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%a, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1],
    index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})");
    QVERIFY(p.run("sdy-explicit-gather-scatter-batching"));
    QVERIFY(p.lines("gather")[0].contains("operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1]"));
    QVERIFY2(p.all(OpKind::StablehloConcatenate).empty(), "what counted the rows is gone");
  }
};

QTEST_APPLESS_MAIN(ImportPassesTest)
#include "tst_import_passes.moc"
