#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/plan/compare.h"

using namespace shardlens;

class CompareTest : public QObject {
  Q_OBJECT
 private slots:
  void strategiesDifferWhereTensorsDisagree();
  void equalWaysDoNotDiffer();
  void stopsWhenCancelled();
};

// The operands of the addition want different axes on its first dimension: only the aggressive strategy takes a side.
static constexpr const char* kProgram = R"(sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
)";

static std::shared_ptr<Module> program() {
  Diagnostics diagnostics;
  return readModule(SourceBuffer::fromText("a.mlir", kProgram), std::make_shared<Context>(), {}, diagnostics);
}

static constexpr PlanOptions kBasic{FactorStrategy::Basic, false, false, false},
    kAggressive{FactorStrategy::Aggressive, false, false, false};

void CompareTest::strategiesDifferWhereTensorsDisagree() {
  Diagnostics diagnostics;
  std::shared_ptr<Module> module = program();
  PlanOptions options[] = {kBasic, kAggressive};
  auto comparison = compareStrategies(module, options, diagnostics);
  QVERIFY(comparison);
  QCOMPARE(comparison->runs.size(), std::size_t{2});
  QVERIFY(comparison->runs[0].plan->options == kBasic);
  QCOMPARE(comparison->runs[0].sharded, std::size_t{2});
  QCOMPARE(comparison->runs[1].sharded, std::size_t{4});
  QCOMPARE(comparison->differing.size(), std::size_t{2});
  for (ValueId value : comparison->differing) {
    QVERIFY(module->definingOp(value).valid());
    QVERIFY(comparison->runs[0].plan->shardingOf(value) != comparison->runs[1].plan->shardingOf(value));
  }
}

void CompareTest::equalWaysDoNotDiffer() {
  Diagnostics diagnostics;
  PlanOptions options[] = {kAggressive, kAggressive, {FactorStrategy::Aggressive, false, true, false}};
  auto comparison = compareStrategies(program(), options, diagnostics);
  QVERIFY(comparison && comparison->differing.empty());
}

void CompareTest::stopsWhenCancelled() {
  Diagnostics diagnostics;
  Progress progress;
  progress.cancel();
  PlanOptions options[] = {kBasic};
  QVERIFY(!compareStrategies(program(), options, diagnostics, &progress));
}

QTEST_APPLESS_MAIN(CompareTest)
#include "tst_compare.moc"
