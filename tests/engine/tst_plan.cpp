#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/plan/plan.h"

using namespace shardlens;

class PlanTest : public QObject {
  Q_OBJECT
 private slots:
  void startAndChangesGiveTheEnd();
  void priorityIsOpenedBetweenSteps();
};

static constexpr const char* kProgram = R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}p1]>}) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}
)";

static PlanPtr planOf(const char* text) {
  Diagnostics diagnostics;
  std::shared_ptr<Module> module = readModule(SourceBuffer::fromText("a.mlir", text), std::make_shared<Context>(), {}, diagnostics);
  return module ? makePlan(module, {}, diagnostics) : nullptr;
}

static std::string text(const Plan& plan, AttrId sharding) {
  return sharding ? printAttribute(plan.opened->context(), sharding) : std::string("none");
}

void PlanTest::startAndChangesGiveTheEnd() {
  PlanPtr plan = planOf(kProgram);
  QVERIFY(plan && plan->complete);
  QVERIFY(!plan->trace.steps.empty());
  std::vector<AttrId> state = plan->start;
  for (const ShardingChange& change : plan->trace.changes) {
    if (!change.value) continue;
    QCOMPARE(text(*plan, state[change.value.value]), text(*plan, change.before));
    state[change.value.value] = change.after;
  }
  for (std::uint32_t v = 0; v < plan->imported->valueCount(); ++v)
    if (ValueId slot = (*plan->slotOf)[v]) QCOMPARE(text(*plan, state[slot.value]), text(*plan, plan->result.of(ValueId(v))));
}

void PlanTest::priorityIsOpenedBetweenSteps() {
  PlanPtr plan = planOf(kProgram);
  QVERIFY(plan && plan->complete);
  std::size_t ofSteps = 0;
  for (const Step& step : plan->trace.steps) ofSteps += step.changeCount;
  QCOMPARE(plan->trace.changes.size(), ofSteps + 1);
  QCOMPARE(plan->trace.steps.front().userPriority, 0);
  QCOMPARE(plan->trace.steps.back().userPriority, 1);
}

QTEST_APPLESS_MAIN(PlanTest)
#include "tst_plan.moc"
