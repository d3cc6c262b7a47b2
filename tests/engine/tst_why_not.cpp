#include <QTest>

#include "engine/plan/why_not.h"
#include "tests/engine/planned_program.h"
#include "tests/random/random_program.h"

using namespace shardlens;
using shardlens::random::randomProgram;

class WhyNotTest : public QObject {
  Q_OBJECT
 private slots:
  void saysWhatStandsInTheWay_data();
  void saysWhatStandsInTheWay();
  void looksThroughGroups();
  void asksForTheRestOfAnAxis();
  void unusedValuesHaveNoRemedy();
  void remediesKeepTheProgramRight();
  void severalChangesTogether();
  void followingARemedyBringsTheAxis();
  void saysWhoWon_data();
  void saysWhoWon();
  void alwaysFindsAnObstacle();
};

void WhyNotTest::saysWhatStandsInTheWay_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("value");
  QTest::addColumn<int>("dim");
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("remedy");  // -1: none but to annotate
  auto row = [](const char* name, const std::string& text, const char* value, int dim, ObstacleKind kind, int remedy) {
    QTest::newRow(name) << QString::fromStdString(text) << QString(value) << dim << static_cast<int>(kind) << remedy;
  };
  auto kOpen = static_cast<int>(Remedy::Kind::Open), kFree = static_cast<int>(Remedy::Kind::Free);
  auto kTakeAway = static_cast<int>(Remedy::Kind::TakeAway);
  std::string tanh = "  %0 = stablehlo.tanh %a : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n", t = "tensor<8x8xf32>";
  row("closed dimension", mesh(tanh, "%a: " + t + sharded("{\"x\"}, {?}"), "(" + t + sharded("{}, {?}") + ")"), "0", 0,
      ObstacleKind::NotReached, -1);
  std::string add = "  %0 = stablehlo.add %a, %b : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n";
  row("closed", mesh(add, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{}, {?}"), t), "b", 0, ObstacleKind::ClosedDim,
      kOpen);
  row("replicated",
      mesh(add,
           "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + " {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], replicated={\"x\"}>}",
           t),
      "b", 0, ObstacleKind::Replicated, kFree);
  row("other dimension", mesh(add, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{?}, {\"x\", ?}"), t), "b", 0,
      ObstacleKind::OtherDim, kTakeAway);
  row("conflict", mesh(add, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{\"y\", ?}, {?}"), t), "b", 0,
      ObstacleKind::Conflict, kTakeAway);
  row("barrier",
      mesh("  %0 = sdy.propagation_barrier %a allowed_direction=BACKWARD : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n",
           "%a: " + t + sharded("{\"x\"}, {?}"), t),
      "0", 0, ObstacleKind::Barrier, -1);
  row("no rule",
      mesh("  %0 = stablehlo.custom_call @unheard_of(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n",
           "%a: " + t + sharded("{\"x\"}, {?}"), t),
      "0", 0, ObstacleKind::NoRule, -1);
  row("reduction",
      mesh("  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
           "  return %0 : tensor<8x8xf32>\n",
           "%a: " + t + sharded("{?}, {\"x\"}") + ", %b: " + t, t),
      "0", 0, ObstacleKind::NotShared, -1);
  row("not divisible",
      mesh("  %0 = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<3x2xf32>\n  return %0 : tensor<3x2xf32>\n",
           "%a: tensor<6xf32>" + sharded("{\"x\"}"), "tensor<3x2xf32>"),
      "0", 0, ObstacleKind::NotDivisible, -1);
  row("other mesh",
      mesh(add, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + " {sdy.sharding = #sdy.sharding<@other, [{?}, {\"z\"}]>}", t), "b", 0,
      ObstacleKind::OtherMesh, -1);
  row("nowhere", mesh(tanh, "%a: " + t + sharded("{\"y\"}, {?}"), t), "0", 1, ObstacleKind::Nowhere, -1);
}

void WhyNotTest::saysWhatStandsInTheWay() {
  QFETCH(QString, text);
  QFETCH(QString, value);
  QFETCH(int, dim);
  QFETCH(int, kind);
  QFETCH(int, remedy);
  Planned p(text.toStdString());
  QVERIFY2(p.index, p.problems().c_str());
  AxisRef x = axisNamed(p, "x");
  ValueId id = p.value(value.toStdString());
  auto place = static_cast<std::size_t>(dim);
  if (kind == static_cast<int>(ObstacleKind::NotReached)) {
    QVERIFY(!placesWith(*p.index, id, place, x).empty());
    return;
  }
  QVERIFY(placesWith(*p.index, id, place, x).empty());
  WhyNot answer = whyNot(*p.index, id, place, x);
  QCOMPARE(static_cast<int>(answer.obstacles.front().kind), kind);
  QVERIFY(!answer.remedies.empty());
  if (remedy >= 0) {
    QCOMPARE(static_cast<int>(answer.remedies.front().kind), remedy);
    QVERIFY(helps(*p.index, answer.remedies.front(), id, place, x));
  }
  if (kind == static_cast<int>(ObstacleKind::OtherMesh)) return;
  QCOMPARE(answer.remedies.back().kind, Remedy::Kind::Annotate);
  QVERIFY(helps(*p.index, answer.remedies.back(), id, place, x));
}

void WhyNotTest::looksThroughGroups() {
  std::string t = "tensor<8x8xf32>";
  Planned p(mesh("  sdy.sharding_group %b group_id=1 : " + t + "\n  sdy.sharding_group %c group_id=1 : " + t +
                     "\n  %0 = stablehlo.add %a, %c : " + t + "\n  %1 = stablehlo.tanh %b : " + t + "\n  return %0, %1 : " + t + ", " + t +
                     "\n",
                 "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{}, {?}") + ", %c: " + t, "(" + t + ", " + t + ")"));
  QVERIFY2(p.index, p.problems().c_str());
  WhyNot answer = whyNot(*p.index, p.value("b"), 0, axisNamed(p, "x"));
  QCOMPARE(answer.obstacles.front().kind, ObstacleKind::ClosedDim);
  QVERIFY(helps(*p.index, answer.remedies.front(), p.value("b"), 0, axisNamed(p, "x")));
}

// A part is there: who else has that part says nothing of the rest.
void WhyNotTest::asksForTheRestOfAnAxis() {
  Planned p(mesh("  %0 = stablehlo.tanh %a : tensor<8xf32>\n  return %0 : tensor<8xf32>\n",
                 "%a: tensor<8xf32>" + sharded("{\"y\":(1)2, ?}"), "tensor<8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  WhyNot answer = whyNot(*p.index, p.value("0"), 0, axisNamed(p, "y"));
  QCOMPARE(answer.obstacles.size(), std::size_t{1});
  QCOMPARE(answer.obstacles.front().kind, ObstacleKind::Nowhere);
  QVERIFY(helps(*p.index, answer.remedies.at(0), p.value("0"), 0, axisNamed(p, "y")));
}

void WhyNotTest::unusedValuesHaveNoRemedy() {
  Planned p(mesh("  %0 = stablehlo.tanh %a : tensor<8xf32>\n  %1 = stablehlo.tanh %0 : tensor<8xf32>\n  return %a : tensor<8xf32>\n",
                 "%a: tensor<8xf32>" + sharded("{\"x\"}"), "tensor<8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  for (const char* name : {"0", "1"}) {
    WhyNot answer = whyNot(*p.index, p.value(name), 0, axisNamed(p, "y"));
    QCOMPARE(answer.obstacles.front().kind, ObstacleKind::Unused);
    QVERIFY(answer.remedies.empty());
  }
}

// The shape inside a manual computation follows from its manual axes: they cannot be moved to bring one elsewhere.
void WhyNotTest::remediesKeepTheProgramRight() {
  Planned p(
      mesh("  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{\"x\"}, {?}]>] out_shardings=[<@mesh, [{\"x\"}, {?}]>] "
           "manual_axes={\"x\"} (%b: tensor<4x8xf32>) {\n    %1 = stablehlo.tanh %b : tensor<4x8xf32>\n    sdy.return %1 : "
           "tensor<4x8xf32>\n  } : (tensor<8x8xf32>) -> tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n",
           "%a: tensor<8x8xf32>", "tensor<8x8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  for (const char* name : {"0", "b", "1"}) {
    WhyNot answer = whyNot(*p.index, p.value(name), 1, axisNamed(p, "x"));
    QCOMPARE(answer.obstacles.front().kind, ObstacleKind::Manual);
    for (const Remedy& remedy : answer.remedies) QVERIFY2(!helps(*p.index, remedy, p.value(name), 1, axisNamed(p, "x")), name);
    QVERIFY(!remedyByTurns(*p.index, p.value(name), 1, axisNamed(p, "x"), 8));
  }
}

// One obstacle stands behind the other: no change is enough alone.
void WhyNotTest::severalChangesTogether() {
  std::string t = "tensor<8x8xf32>", add = " : " + t + "\n";
  Planned p(mesh("  %0 = stablehlo.add %a, %b" + add + "  %1 = stablehlo.add %0, %c" + add + "  return %1" + add,
                 "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{}, {?}") + ", %c: " + t +
                     " {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={\"x\"}>}",
                 t));
  QVERIFY2(p.index, p.problems().c_str());
  AxisRef x = axisNamed(p, "x");
  WhyNot answer = whyNot(*p.index, p.value("c"), 0, x);
  QCOMPARE(answer.obstacles.front().kind, ObstacleKind::Replicated);
  QVERIFY(!helps(*p.index, answer.remedies.front(), p.value("c"), 0, x));
  std::optional<Remedy> together = remedyByTurns(*p.index, p.value("c"), 0, x, 16);
  QVERIFY(together);
  QCOMPARE(together->rewrites.size(), std::size_t{1});
  QVERIFY(helps(*p.index, *together, p.value("c"), 0, x));
}

// What is offered was tried; here it is written down, read back and planned from the text.
void WhyNotTest::followingARemedyBringsTheAxis() {
  std::size_t followed = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Planned p(randomProgram(seed, {}));
    if (!p.index) continue;
    MeshTable meshes(*p.module);
    std::vector<ValueId> values = valuesOf(*p.module);
    for (std::size_t v = seed % 3; v < values.size(); v += 3) {
      AxisRef axis{meshes.entries().front().mesh.axes.empty() ? StrId() : meshes.entries().front().mesh.axes.front().name};
      if (rankOf(p.module->context(), p.module->type(values[v])) < 1 || !axis.name) continue;
      if (!placesWith(*p.index, values[v], 0, axis).empty()) continue;
      std::vector<Remedy> remedies = whyNot(*p.index, values[v], 0, axis).remedies;
      if (auto together = remedyByTurns(*p.index, values[v], 0, axis, 8)) remedies.push_back(*together);
      for (const Remedy& remedy : remedies) {
        if (!helps(*p.index, remedy, values[v], 0, axis)) continue;
        Module changed = *p.module;
        for (const auto& [written, sharding] : remedy.rewrites) rewrite(changed, written, sharding);
        std::string text = printModule(changed);
        Planned after(text);
        QVERIFY2(after.index, (text + after.problems()).c_str());
        AxisRef same{after.module->context().str(p.module->context().str(axis.name))};
        ValueId value = valuesOf(*after.module).at(v);
        std::vector<TensorPlace> places = after.index->placesOf(value);
        QVERIFY2(!places.empty() && !placesWith(*after.index, value, 0, same).empty(), text.c_str());
        ++followed;
      }
    }
  }
  QVERIFY(followed > 100);
}

void WhyNotTest::saysWhoWon_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("dim");
  QTest::addColumn<int>("won");
  QTest::addColumn<bool>("byTurns");  // op priorities, or else the basic strategy before the aggressive one
  auto row = [](const char* name, const std::string& text, int dim, WonBy won, bool byTurns = true) {
    QTest::newRow(name) << QString::fromStdString(text) << dim << static_cast<int>(won) << byTurns;
  };
  std::string t = "tensor<8x8xf32>", end = " : " + t + "\n", per = " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [";
  std::string add = "  %0 = stablehlo.add %a, %b" + end + "  return %0" + end;
  auto dot = [](const std::string& right) {
    return "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x" + right +
           "xf32>) -> tensor<8x" + right + "xf32>\n";
  };
  std::string later = "  %1 = stablehlo.tanh %0" + per + "{\"y\", ?}, {?}]>]>}" + end + "  return %1" + end;
  row("user priority", mesh(add, "%a: " + t + sharded("{\"x\"}p1, {?}") + ", %b: " + t + sharded("{\"y\", ?}, {?}"), t), 0,
      WonBy::UserPriority);
  row("annotation",
      mesh("  %0 = stablehlo.tanh %a" + per + "{\"y\", ?}, {?}]>]>}" + end + "  return %0" + end, "%a: " + t + sharded("{\"x\"}, {?}"), t),
      0, WonBy::Annotation);
  row("operation's turn", mesh(dot("8") + later, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t, t), 0, WonBy::OpPriority);
  row("basic strategy first", mesh(dot("8") + later, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{\"x\"}, {?}"), t), 0,
      WonBy::Strategy, false);
  row("larger tensor",
      mesh(dot("64") + "  return %0 : tensor<8x64xf32>\n",
           "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: tensor<8x64xf32>" + sharded("{?}, {\"x\"}"), "tensor<8x64xf32>"),
      0, WonBy::Size);
  row("more parts", mesh(add, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{?}, {\"x\", \"y\"}"), t), 0, WonBy::Parts);
  row("order of factors",
      mesh(dot("8") + "  return %0" + end, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{?}, {\"x\"}"), t), 1,
      WonBy::Order);
}

void WhyNotTest::saysWhoWon() {
  QFETCH(QString, text);
  QFETCH(int, dim);
  QFETCH(int, won);
  QFETCH(bool, byTurns);
  PlanOptions options;
  options.opPriorities = byTurns;
  if (!byTurns) options.strategy = FactorStrategy::BasicThenAggressive;
  Planned p(text.toStdString(), options);
  QVERIFY2(p.index, p.problems().c_str());
  auto place = static_cast<std::size_t>(dim);
  QVERIFY(placesWith(*p.index, p.value("0"), place, axisNamed(p, "x")).empty());
  WhyNot answer = whyNot(*p.index, p.value("0"), place, axisNamed(p, "x"));
  QCOMPARE(static_cast<int>(answer.obstacles.front().won), won);
  if (won == static_cast<int>(WonBy::Annotation)) return;
  // What came first by its turn comes second with a later user priority.
  auto prefer =
      std::find_if(answer.remedies.begin(), answer.remedies.end(), [](const Remedy& r) { return r.kind == Remedy::Kind::Prefer; });
  QVERIFY(prefer != answer.remedies.end());
  QVERIFY(helps(*p.index, *prefer, p.value("0"), place, axisNamed(p, "x")));
}

void WhyNotTest::alwaysFindsAnObstacle() {
  std::size_t asked = 0, unexplained = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Planned p(randomProgram(seed, {}));
    if (!p.index) continue;
    MeshTable meshes(*p.module);
    for (ValueId value : valuesOf(*p.module)) {
      std::int64_t rank = rankOf(p.module->context(), p.module->type(value));
      for (std::int64_t d = 0; d < rank; ++d) {
        for (const MeshAxis& axis : meshes.entries().front().mesh.axes) {
          auto dim = static_cast<std::size_t>(d);
          if (!placesWith(*p.index, value, dim, {axis.name}).empty()) continue;
          WhyNot answer = whyNot(*p.index, value, dim, {axis.name});
          QVERIFY(!answer.obstacles.empty());
          ++asked;
          for (const Obstacle& o : answer.obstacles) unexplained += o.kind == ObstacleKind::NotReached ? 1 : 0;
        }
      }
    }
  }
  QVERIFY(asked > 500);
  QCOMPARE(unexplained, std::size_t{0});
}

QTEST_APPLESS_MAIN(WhyNotTest)
#include "tst_why_not.moc"
