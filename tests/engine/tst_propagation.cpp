#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/propagation/propagation.h"
#include "engine/propagation/propagator.h"
#include "engine/propagation/step_table.h"
#include "engine/rules/rules.h"
#include "engine/sharding/sharding.h"

using namespace shardlens;

namespace {

struct Program {
  explicit Program(const QString& text) {
    module = readModule(SourceBuffer::fromText("test", text.toStdString()), context, {}, diagnostics);
    if (!module) qFatal("%s", diagnostics.all().front().message.c_str());
  }
  [[nodiscard]] OpId func() const { return module->op(module->block(module->entry(module->regionOf(module->root()))).firstOp).next; }
  [[nodiscard]] BlockId body() const { return module->entry(module->regionOf(func())); }
  [[nodiscard]] OpId opAt(int index) const {
    OpId op = module->block(body()).firstOp;
    while (index-- > 0) op = module->op(op).next;
    return op;
  }
  [[nodiscard]] QString text(AttrId sharding) const {
    if (!sharding) return "-";
    QString all = QString::fromStdString(printAttribute(*context, sharding));
    return all.mid(all.indexOf('['), all.lastIndexOf(']') - all.indexOf('[') + 1);
  }
  AttrId sharding(const char* text) { return readAttribute(SourceBuffer::fromText("edit", text), *context, diagnostics); }

  std::shared_ptr<Context> context = std::make_shared<Context>();
  Diagnostics diagnostics;
  std::unique_ptr<Module> module;
};

constexpr const char* kTwoLayers = R"(sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %w: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot %a, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16xf32>
  %2 = stablehlo.negate %a : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
})";

// `count` layers of a matrix product, an addition and a nonlinearity.
QString layers(int count) {
  QString text =
      "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\nfunc.func @main(%v0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {?}]>}";
  for (int i = 0; i < count; ++i) text += QString(", %w%1: tensor<16x16xf32>, %b%1: tensor<8x16xf32>").arg(i);
  text += ") -> tensor<8x16xf32> {\n";
  for (int i = 0; i < count; ++i) {
    text += QString(
                "  %p%1 = stablehlo.dot %v%1, %w%1 : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>\n"
                "  %s%1 = stablehlo.add %p%1, %b%1 : tensor<8x16xf32>\n  %v%2 = stablehlo.tanh %s%1 : tensor<8x16xf32>\n")
                .arg(i)
                .arg(i + 1);
  }
  return text + QString("  return %v%1 : tensor<8x16xf32>\n}").arg(count);
}

}  // namespace

class PropagationTest : public QObject {
  Q_OBJECT
 private slots:
  void spreadsAndErasesTheDead() {
    Program p(kTwoLayers);
    QVERIFY(propagateBasic(*p.module, {}, p.diagnostics));
    QCOMPARE(p.text(shardingOf(*p.module, p.module->result(p.opAt(0)))), "[{\"x\", ?}, {?}]");
    QCOMPARE(p.text(shardingOf(*p.module, p.module->result(p.opAt(1)))), "[{\"x\", ?}, {?}]");
    QCOMPARE(p.text(funcResultSharding(*p.module, p.func(), 0)), "[{\"x\", ?}, {?}]");
    QVERIFY2(p.module->op(p.opAt(2)).kind == OpKind::FuncReturn, "nobody uses the negation");
  }

  void planLeavesTheModuleAlone() {
    Program p(kTwoLayers);
    std::string before = printModule(*p.module);
    Propagator propagator(*p.module);
    ShardingPlan plan = propagator.run({}, {}, p.diagnostics);
    QVERIFY(plan.complete);
    QCOMPARE(p.text(plan.of(p.module->result(p.opAt(1)))), "[{\"x\", ?}, {?}]");
    QCOMPARE(plan.dead.size(), std::size_t(1));
    QCOMPARE(printModule(*p.module), before);
  }

  void planWithAnEdit() {
    Program p(kTwoLayers);
    Propagator propagator(*p.module);
    ShardingOverride edit{p.module->arg(p.body(), 0), p.sharding("#sdy.sharding<@mesh, [{?}, {\"y\"}]>")};
    ShardingPlan plan = propagator.run({&edit, 1}, {}, p.diagnostics);
    QCOMPARE(p.text(plan.of(p.module->arg(p.body(), 1))), "[{\"y\", ?}, {?}]");
    QCOMPARE(p.text(plan.of(p.module->result(p.opAt(0)))), "-");
    edit.sharding = {};
    QCOMPARE(p.text(propagator.run({&edit, 1}, {}, p.diagnostics).of(p.module->result(p.opAt(0)))), "-");
  }

  // From the end of the trace back to its begin every change undoes exactly the one before.
  void traceIsMadeOfDeltas() {
    Program p(layers(3));
    Propagator propagator(*p.module);
    Trace trace;
    ShardingPlan plan = propagator.run({}, {}, p.diagnostics, &trace);
    QVERIFY(trace.steps.size() >= 9);
    std::vector<AttrId> now = plan.shardings;
    for (auto change = trace.changes.rbegin(); change != trace.changes.rend(); ++change) {
      if (!change->value) continue;
      QVERIFY(now[change->value.value] == change->after);
      now[change->value.value] = change->before;
    }
    for (std::uint32_t v = 0; v < now.size(); ++v) QVERIFY(now[v] == shardingOf(*p.module, ValueId(v)));
    for (const AxisSource& source : trace.table->sources(trace.steps[0].pure)) QVERIFY(source.tensor != source.source);
  }

  void equalLayersShareEverything() {
    auto measure = [](int count) {
      Program p(layers(count));
      RuleBook book(*p.module, false);
      walk(*p.module, p.module->root(), [&](OpId op) { book.ruleOf(op); });
      std::size_t types = p.context->typeCount();
      Trace trace;
      Propagator propagator(*p.module);
      propagator.run({}, {}, p.diagnostics, &trace);
      return std::tuple(types, book.made(), trace.table->size(), p.context->attrCount());
    };
    auto few = measure(8), many = measure(80);
    QCOMPARE(std::get<1>(many), std::get<1>(few));
    QCOMPARE(std::get<2>(many), std::get<2>(few));
    // The function's type differs in its number of arguments, and with it its attributes.
    QCOMPARE(std::get<0>(many), std::get<0>(few));
    QCOMPARE(std::get<3>(many), std::get<3>(few));
  }

  // The reference uses freed memory here: the operation with the priority is dead.
  void survivesADeadPriority() {
    Program p(R"(sdy.mesh @mesh = <["a"=2, "c"=2]>
func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c"}p3, {}]>]>} : tensor<8x8xf32>
  return %x : tensor<8x8xf32>
})");
    PropagationOptions options;
    options.userPriorities = options.opPriorities = true;
    options.strategy = FactorStrategy::Aggressive;
    QVERIFY(propagate(*p.module, options, p.diagnostics));
    QVERIFY(p.module->op(p.opAt(0)).kind == OpKind::FuncReturn);
  }

  void refusesDynamicShapes() {
    Program p(
        "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = stablehlo.tanh %x : tensor<?xf32>\n  return %0 : tensor<?xf32>\n}");
    QVERIFY(!propagateBasic(*p.module, {}, p.diagnostics));
    QVERIFY(QString::fromStdString(p.diagnostics.all().back().message).contains("static shape"));
  }
};

QTEST_APPLESS_MAIN(PropagationTest)
#include "tst_propagation.moc"
