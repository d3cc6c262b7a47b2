#include <fmt/format.h>

#include <QTest>

#include <random>

#include "engine/mlir/mlir.h"
#include "engine/plan/replay.h"
#include "engine/plan/step_query.h"
#include "engine/plan/step_text.h"
#include "engine/propagation/step_slots.h"

using namespace shardlens;

class ReplayTest : public QObject {
  Q_OBJECT
 private slots:
  void stateIsThatOfTheRun_data();
  void stateIsThatOfTheRun();
  void forwardAndBackMeet_data() { stateIsThatOfTheRun_data(); }
  void forwardAndBackMeet();
  void changesAreListedByValue_data() { stateIsThatOfTheRun_data(); }
  void changesAreListedByValue();
  void stepsSayWhatTheyDid();
  void conflictsAreFound();
  void openingsAreMomentsOfTheirOwn();
};

/// A program of square tensors: unary, binary and matrix operations over random earlier values, random annotations with priorities.
static std::string randomProgram(unsigned seed) {
  std::mt19937 random(seed);
  auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const std::string type = "tensor<16x16xf32>";
  auto dim = [&](const std::string& axis) {
    std::string open = pick(2) ? (axis.empty() ? "?" : ", ?") : "";
    std::string priority = !axis.empty() && pick(3) == 0 ? "p" + std::to_string(pick(3)) : "";
    return "{" + (axis.empty() ? "" : "\"" + axis + "\"") + open + "}" + priority;
  };
  auto sharding = [&] {
    std::string first = pick(2) ? "a" : "", second = pick(2) ? "b" : "";
    if (pick(2)) std::swap(first, second);
    return "#sdy.sharding<@mesh, [" + dim(first) + ", " + dim(second) + "]>";
  };
  std::string text = "sdy.mesh @mesh = <[\"a\"=2, \"b\"=4]>\nfunc.func public @main(";
  const unsigned arguments = 3;
  for (unsigned i = 0; i < arguments; ++i)
    text += (i ? ", %arg" : "%arg") + std::to_string(i) + ": " + type + (pick(4) ? " {sdy.sharding = " + sharding() + "}" : "");
  text += ") -> " + type + " {\n";
  std::vector<std::string> values;
  for (unsigned i = 0; i < arguments; ++i) values.push_back("%arg" + std::to_string(i));
  unsigned count = 5 + pick(20);
  for (unsigned i = 0; i < count; ++i) {
    auto value = [&] { return values[pick(3) ? values.size() - 1 : pick(static_cast<unsigned>(values.size()))]; };
    std::string name = "%" + std::to_string(i), a = value(), b = values[pick(static_cast<unsigned>(values.size()))];
    text += fmt::format("  {} = stablehlo.", name);
    switch (pick(4)) {
      case 0: text += fmt::format("tanh {} : {}\n", a, type); break;
      case 1: text += fmt::format("add {}, {} : {}\n", a, b, type); break;
      case 2: text += fmt::format("transpose {0}, dims = [1, 0] : ({1}) -> {1}\n", a, type); break;
      default: text += fmt::format("dot_general {0}, {1}, contracting_dims = [1] x [0] : ({2}, {2}) -> {2}\n", a, b, type);
    }
    values.push_back(name);
  }
  return text + "  return " + values.back() + " : " + type + "\n}\n";
}

static std::shared_ptr<const Moments> momentsOf(const std::string& text) {
  Diagnostics diagnostics;
  std::shared_ptr<Module> module = readModule(SourceBuffer::fromText("a.mlir", text), std::make_shared<Context>(), {}, diagnostics);
  PlanPtr plan = module ? makePlan(module, {}, diagnostics) : nullptr;
  return plan && plan->complete ? std::make_shared<Moments>(plan) : nullptr;
}

void ReplayTest::stateIsThatOfTheRun_data() {
  QTest::addColumn<unsigned>("seed");
  for (unsigned seed = 1; seed <= 60; ++seed) QTest::addRow("seed %u", seed) << seed;
}

// The table keeps what each step of the run met: the replay must stand at the same shardings before it, and at the plan's at the end.
void ReplayTest::stateIsThatOfTheRun() {
  QFETCH(unsigned, seed);
  auto moments = momentsOf(randomProgram(seed));
  QVERIFY(moments);
  const Plan& plan = moments->plan();
  Flow flow(*plan.imported);
  Replay replay(moments);
  replay.jump(0);
  for (std::uint32_t v = 0; v < plan.start.size(); ++v)
    if ((*plan.slotOf)[v] == ValueId(v)) QCOMPARE(replay.imported(ValueId(v)).value, plan.start[v].value);
  for (std::size_t i = 0; i < moments->size(); ++i) {
    if (const Step* step = moments->visitAt(i); step && plan.imported->op(step->op).kind != OpKind::FuncFunc) {
      std::vector<ValueId> carriers = slotsOfStep(flow, plan.trace, *step);
      std::vector<AttrId> in = plan.trace.table->in(step->pure);
      QCOMPARE(carriers.size(), in.size());
      for (std::size_t t = 0; t < in.size(); ++t) QCOMPARE(replay.imported(carriers[t]).value, in[t].value);
    }
    QVERIFY(replay.forward());
  }
  QVERIFY(!replay.forward());
  for (std::uint32_t v = 0; v < plan.opened->valueCount(); ++v)
    QCOMPARE(replay.opened(ValueId(v)).value, plan.shardingOf(ValueId(v)).value);
  for (const FuncResultSharding& result : plan.result.funcResults)
    QCOMPARE(replay.funcResult(result.func, result.index).value, result.sharding.value);
}

void ReplayTest::forwardAndBackMeet() {
  QFETCH(unsigned, seed);
  auto moments = momentsOf(randomProgram(seed));
  QVERIFY(moments);
  Replay replay(moments);
  std::vector<std::vector<AttrId>> states{replay.opened()};
  while (replay.back()) states.push_back(replay.opened());
  QCOMPARE(states.size(), moments->size() + 1);
  for (std::size_t i = 0; i <= moments->size(); ++i) {
    QVERIFY(replay.opened() == states[moments->size() - i]);
    replay.forward();
  }
  std::mt19937 random(seed);
  for (int i = 0; i < 40; ++i) {
    std::size_t to = random() % (moments->size() + 1);
    replay.jump(to);
    QCOMPARE(replay.done(), to);
    QVERIFY(replay.opened() == states[moments->size() - to]);
  }
}

void ReplayTest::changesAreListedByValue() {
  QFETCH(unsigned, seed);
  auto moments = momentsOf(randomProgram(seed));
  QVERIFY(moments);
  Replay replay(moments);
  replay.jump(0);
  std::size_t values = moments->plan().opened->valueCount();
  std::vector<std::vector<std::uint32_t>> met(values);
  for (std::uint32_t i = 0; i < moments->size(); ++i) {
    std::vector<AttrId> before = replay.opened();
    replay.forward();
    for (std::size_t v = 0; v < values; ++v)
      if (before[v] != replay.opened()[v]) met[v].push_back(i);
  }
  for (std::uint32_t v = 0; v < values; ++v) {
    auto listed = moments->changing(ValueId(v));
    QCOMPARE(std::vector<std::uint32_t>(listed.begin(), listed.end()), met[v]);
    if (listed.empty()) continue;
    QCOMPARE(nextChange(*moments, ValueId(v), 0).value(), std::size_t{listed.front()});
    QCOMPARE(previousChange(*moments, ValueId(v), moments->size()).value(), std::size_t{listed.back()});
    QVERIFY(!nextChange(*moments, ValueId(v), listed.back() + 1));
    QVERIFY(!previousChange(*moments, ValueId(v), listed.front()));
  }
}

static constexpr const char* kProgram = R"(sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}p1]>}) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
)";

void ReplayTest::stepsSayWhatTheyDid() {
  auto moments = momentsOf(kProgram);
  QVERIFY(moments);
  StepFacts facts(*moments);
  std::size_t dot = 0;
  while (dot < moments->size() && textOf(*moments, facts, dot).op != "stablehlo.dot_general") ++dot;
  QVERIFY(dot < moments->size());
  StepText text = textOf(*moments, facts, dot);
  QCOMPARE(text.gains.size(), std::size_t{1});
  QCOMPARE(text.gains[0].axis, std::string("\"data\""));
  QCOMPARE(text.gains[0].from, std::string("%x"));
  QCOMPARE(text.gains[0].to, std::string("%0"));
  QCOMPARE(text.ways, std::string("forward"));
  QVERIFY(text.inProgram);
  QVERIFY(text.iteration >= 1);
  QVERIFY2(lineOf(*moments, facts, dot).find("\"data\" on factor i from %x to %0, forward") != std::string::npos,
           lineOf(*moments, facts, dot).c_str());
  StepQuery query;
  query.op = "stablehlo.dot_general";
  query.axis = "data";
  QVERIFY(matches(query, *moments, facts, dot));
  query.axis = "model";
  QVERIFY(!matches(query, *moments, facts, dot));
}

void ReplayTest::conflictsAreFound() {
  auto moments = momentsOf(R"(sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8x8xf32>
  %1 = stablehlo.add %0, %y : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
)");
  QVERIFY(moments);
  StepFacts facts(*moments);
  QVERIFY(!facts.conflicts().empty());
  StepText text = textOf(*moments, facts, facts.conflicts().front());
  QCOMPARE(text.conflict, std::string("tensors split factor i along different axes"));
  QVERIFY(moments->at(facts.conflicts().front()).kind == MomentKind::Standoff);
  QCOMPARE(moments->tensors(*moments->visitAt(facts.conflicts().front())).size(), std::size_t{3});
  QVERIFY(facts.conflicts().size() < moments->size());
}

void ReplayTest::openingsAreMomentsOfTheirOwn() {
  auto moments = momentsOf(kProgram);
  QVERIFY(moments);
  QCOMPARE(moments->size(), moments->stepCount() + 1);
  std::size_t opening = 0;
  while (moments->isStep(opening)) ++opening;
  StepFacts facts(*moments);
  QVERIFY(textOf(*moments, facts, opening).op.empty());
  QCOMPARE(moments->stepsAmong(opening + 1), moments->stepsAmong(opening));
  QVERIFY(opening + 1 < moments->size());
  QCOMPARE(moments->visitAt(opening + 1)->userPriority, 1);
  QCOMPARE(moments->ofStep(moments->at(opening + 1).index), opening + 1);
}

QTEST_APPLESS_MAIN(ReplayTest)
#include "tst_replay.moc"
