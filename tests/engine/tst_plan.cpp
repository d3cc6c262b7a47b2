#include <fmt/format.h>

#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/passes/pipeline.h"
#include "engine/plan/plan.h"
#include "engine/sharding/sharding.h"
#include "tests/random/random_program.h"

using namespace shardlens;

class PlanTest : public QObject {
  Q_OBJECT
 private slots:
  void startAndChangesGiveTheEnd();
  void priorityIsOpenedBetweenSteps();
  void equalsThePassesOnRandomPrograms();
  void reachesThroughCallsAndLoops();
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

void PlanTest::equalsThePassesOnRandomPrograms() {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    PlanPtr plan = planOf(random::randomProgram(seed).c_str());
    QVERIFY(plan);
    if (!plan->complete) continue;
    Module propagated = *plan->imported;
    Pipeline pipeline;
    std::string problem;
    QVERIFY(pipeline.add("sdy-user-priority-propagate", "", &problem));
    Diagnostics diagnostics;
    QVERIFY(pipeline.run(propagated, false, diagnostics));
    walk(propagated, propagated.root(), [&](OpId op) {
      for (std::uint32_t i = 0; i < propagated.op(op).resultCount; ++i, ++compared) {
        ValueId value = propagated.result(op, i);
        if ((*plan->slotOf)[value.value] != value) continue;
        std::string ours = text(*plan, plan->result.of(value)), theirs = text(*plan, shardingOf(propagated, value));
        QVERIFY2(ours == theirs, fmt::format("{}: {} instead of {} at {}", seed, ours, theirs, printOperation(propagated, op)).c_str());
      }
    });
  }
  QVERIFY(compared > 1000);
}

void PlanTest::reachesThroughCallsAndLoops() {
  PlanPtr plan = planOf(R"(sdy.mesh @mesh = <["data"=2]>
func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}, %n: tensor<i32>) -> tensor<8xf32> {
  %0 = call @half(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1:2 = stablehlo.while(%i = %n, %w = %0) : tensor<i32>, tensor<8xf32>
  cond {
    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %u = stablehlo.tanh %w : tensor<8xf32>
    stablehlo.return %i, %u : tensor<i32>, tensor<8xf32>
  }
  return %1#1 : tensor<8xf32>
}
func.func private @half(%a: tensor<8xf32>) -> tensor<8xf32> {
  %b = stablehlo.sqrt %a : tensor<8xf32>
  return %b : tensor<8xf32>
}
)");
  QVERIFY(plan && plan->complete);
  int seen = 0;
  walk(*plan->opened, plan->opened->root(), [&](OpId op) {
    OpKind kind = plan->opened->op(op).kind;
    if (kind != OpKind::StablehloTanh && kind != OpKind::StablehloSqrt && kind != OpKind::FuncCall) return;
    QVERIFY(text(*plan, plan->shardingOf(plan->opened->result(op))).find("data") != std::string::npos);
    ++seen;
  });
  QCOMPARE(seen, 3);
}

QTEST_APPLESS_MAIN(PlanTest)
#include "tst_plan.moc"
