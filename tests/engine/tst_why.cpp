#include <QTest>

#include <set>

#include "engine/mlir/mlir.h"
#include "engine/outline/outline.h"
#include "engine/plan/why.h"
#include "engine/plan/why_not.h"
#include "tests/random/random_program.h"

using namespace shardlens;
using shardlens::random::randomProgram;

namespace {
struct Planned;
}

class WhyTest : public QObject {
  Q_OBJECT
 private slots:
  void withoutItsAnnotationsAnAxisIsGone_data();
  void withoutItsAnnotationsAnAxisIsGone();
  void followsAnAxisBack();
  void partsGoTheirOwnWays();
  void namesAllThatGiveAnAxis();
  void groupsGiveToTheirMembers();
  void saysWhatStandsInTheWay_data();
  void saysWhatStandsInTheWay();
  void saysWhoWon_data();
  void saysWhoWon();
  void alwaysFindsAnObstacle();

 private:
  void checkSupport(const Planned& planned, ValueId value, const WhyAxis& why, const std::string& where);
};

namespace {

struct Planned {
  explicit Planned(const std::string& text, const PlanOptions& options = {}) {
    module = readModule(SourceBuffer::fromText("a.mlir", text), std::make_shared<Context>(), {}, diagnostics);
    if (!module) return;
    PlanPtr plan = makePlan(module, options, diagnostics);
    outline = makeOutline(*module);
    if (plan && plan->complete) index = std::make_unique<PlanIndex>(plan);
  }
  [[nodiscard]] ValueId value(const std::string& name) const { return findValue(*module, *outline, "%" + name); }
  [[nodiscard]] std::string problems() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.all()) all += format(d, nullptr);
    return all;
  }
  Diagnostics diagnostics;
  std::shared_ptr<Module> module;
  std::shared_ptr<const Outline> outline;
  std::unique_ptr<PlanIndex> index;
};

/// Results and block arguments in the order of the text.
std::vector<ValueId> valuesOf(const Module& m) {
  std::vector<ValueId> all;
  walk(m, m.root(), [&](OpId op) {
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) all.push_back(m.result(op, i));
    for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r)
      for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next)
        for (std::uint32_t a = 0; a < m.block(b).argCount; ++a) all.push_back(m.arg(b, a));
  });
  return all;
}

}  // namespace

void WhyTest::withoutItsAnnotationsAnAxisIsGone_data() {
  QTest::addColumn<int>("first");
  for (int first = 0; first < 160; first += 40) QTest::addRow("seeds from %d", first) << first;
}

void WhyTest::withoutItsAnnotationsAnAxisIsGone() {
  QFETCH(int, first);
  std::size_t asked = 0;
  for (int seed = first; seed < first + 40; ++seed) {
    std::string text = randomProgram(static_cast<std::uint64_t>(seed), {});
    Planned planned(text);
    if (!planned.index) continue;  // a pass refused it
    for (ValueId value : valuesOf(*planned.module)) {
      for (const WhyAxis& why : whySharded(*planned.index, value)) {
        std::string where = "seed " + std::to_string(seed) + " " + valuePath(*planned.module, *planned.outline, value) + " dim " +
                            std::to_string(why.dim) + " " + axisText(planned.module->context(), why.axis) + "\n" + text;
        checkSupport(planned, value, why, where);
        if (QTest::currentTestFailed()) return;
        ++asked;
      }
    }
  }
  QVERIFY(asked > 40);
}

void WhyTest::checkSupport(const Planned& planned, ValueId value, const WhyAxis& why, const std::string& where) {
  QVERIFY2(!why.chains.empty(), where.c_str());
  WhySupport support = whySupport(*planned.index, value, why.dim, why.axis);
  QVERIFY2(support.complete || support.manual, where.c_str());
  for (const WhyChain& chain : why.chains) {
    QVERIFY2(chain.end.written, where.c_str());
    auto own = support.annotations.begin() + static_cast<std::ptrdiff_t>(support.own);
    QVERIFY2(std::find(support.annotations.begin(), own, *chain.end.written) != own, where.c_str());
  }
  if (support.manual) return;
  Module rewritten = *planned.module;
  for (const Written& w : support.annotations) rewrite(rewritten, w, {});
  std::vector<ValueId> before = valuesOf(rewritten);
  auto at = std::find(before.begin(), before.end(), value);
  if (at == before.end()) return;  // a constraint that went with its annotation
  std::string text = printModule(rewritten);
  Planned rest(text);
  QVERIFY2(rest.index, (where + text + rest.problems()).c_str());
  std::vector<ValueId> after = valuesOf(*rest.module);
  QCOMPARE(after.size(), before.size());
  AxisRef axis = why.axis;
  axis.name = rest.module->context().str(planned.module->context().str(axis.name));
  bool gone = placesWith(*rest.index, after[static_cast<std::size_t>(at - before.begin())], why.dim, axis).empty();
  QVERIFY2(gone, (where + text).c_str());
}

namespace {

std::string mesh(const std::string& body, const std::string& arguments, const std::string& results) {
  return "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\nsdy.mesh @other = <[\"z\"=2]>\nfunc.func public @main(" + arguments + ") -> " + results +
         " {\n" + body + "}\n";
}

std::string sharded(const std::string& dims) { return " {sdy.sharding = #sdy.sharding<@mesh, [" + dims + "]>}"; }

AxisRef axisNamed(const Planned& p, const char* name) { return {p.module->context().str(name)}; }

/// `OP FROM->TO`, a link each, then the annotation.
std::string chainText(const Planned& p, const WhyChain& chain) {
  std::string text;
  auto name = [&](const TensorPlace& place) {
    return std::string(nameInText(*p.module, p.index->openedAt(place))) + (place.func ? "(result)" : "");
  };
  for (const WhyLink& l : chain.links)
    text += std::string(p.index->module().name(l.op)) + (l.group ? "[group]" : "") + " " + name(l.from) + "." + std::to_string(l.fromDim) +
            "->" + name(l.to) + "." + std::to_string(l.toDim) + "; ";
  return text + (chain.end.written ? std::string(nameInText(*p.module, chain.end.written->value)) : std::string("?"));
}

}  // namespace

void WhyTest::followsAnAxisBack() {
  Planned p(
      mesh("  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>\n"
           "  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>\n"
           "  return %1 : tensor<32x8xf32>\n",
           "%a: tensor<8x16xf32>" + sharded("{\"x\"}, {}") + ", %b: tensor<16x32xf32>", "tensor<32x8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  std::vector<WhyAxis> all = whySharded(*p.index, p.value("1"));
  QCOMPARE(all.size(), std::size_t{1});
  QCOMPARE(all[0].dim, std::size_t{1});
  QCOMPARE(all[0].chains.size(), std::size_t{1});
  QCOMPARE(chainText(p, all[0].chains[0]), "stablehlo.transpose 0.0->1.1; stablehlo.dot_general a.0->0.0; a");
}

void WhyTest::partsGoTheirOwnWays() {
  Planned p(mesh("  %0 = stablehlo.reshape %a : (tensor<2x16xf32>) -> tensor<32xf32>\n  return %0 : tensor<32xf32>\n",
                 "%a: tensor<2x16xf32>" + sharded("{\"y\":(1)2}, {\"y\":(2)2}"), "tensor<32xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  std::vector<WhyAxis> all = whySharded(*p.index, p.value("0"));
  QCOMPARE(all.size(), std::size_t{1});
  QVERIFY(all[0].axis.isFull());
  QCOMPARE(all[0].chains.size(), std::size_t{2});
  std::set<std::string> ways{chainText(p, all[0].chains[0]), chainText(p, all[0].chains[1])};
  QVERIFY(ways.contains("stablehlo.reshape a.0->0.0; a"));
  QVERIFY(ways.contains("stablehlo.reshape a.1->0.0; a"));
}

void WhyTest::namesAllThatGiveAnAxis() {
  Planned p(mesh(
      "  %0 = stablehlo.add %a, %b : tensor<8xf32>\n  %1 = stablehlo.tanh %0 : tensor<8xf32>\n  return %1 : tensor<8xf32>\n",
      "%a: tensor<8xf32>" + sharded("{\"x\"}") + ", %b: tensor<8xf32>" + sharded("{\"x\", ?}") + ", %c: tensor<8xf32>" + sharded("{\"x\"}"),
      "(tensor<8xf32>" + sharded("{\"x\"}") + ")"));
  QVERIFY2(p.index, p.problems().c_str());
  WhySupport support = whySupport(*p.index, p.value("0"), 0, axisNamed(p, "x"));
  QVERIFY(support.complete);
  QCOMPARE(support.annotations.size(), std::size_t{3});
  for (const Written& w : support.annotations)
    if (w.value) QVERIFY(nameInText(*p.module, w.value) != "c");
}

void WhyTest::groupsGiveToTheirMembers() {
  Planned p(
      mesh("  %0 = stablehlo.tanh %a : tensor<8xf32>\n  sdy.sharding_group %0 group_id=1 : tensor<8xf32>\n"
           "  sdy.sharding_group %b group_id=1 : tensor<8xf32>\n  return %0 : tensor<8xf32>\n",
           "%a: tensor<8xf32>" + sharded("{\"x\"}") + ", %b: tensor<8xf32>", "tensor<8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  std::vector<WhyAxis> all = whySharded(*p.index, p.value("b"));
  QCOMPARE(all.size(), std::size_t{1});
  QCOMPARE(chainText(p, all[0].chains.at(0)), "stablehlo.tanh[group] 0.0->b.0; stablehlo.tanh a.0->0.0; a");
}

void WhyTest::saysWhatStandsInTheWay_data() {
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

void WhyTest::saysWhatStandsInTheWay() {
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

void WhyTest::saysWhoWon_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("value");
  QTest::addColumn<int>("won");
  auto row = [](const char* name, const std::string& text, const char* value, WonBy won) {
    QTest::newRow(name) << QString::fromStdString(text) << QString(value) << static_cast<int>(won);
  };
  std::string add = "  %0 = stablehlo.add %a, %b : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n", t = "tensor<8x8xf32>";
  row("user priority", mesh(add, "%a: " + t + sharded("{\"x\"}p1, {?}") + ", %b: " + t + sharded("{\"y\", ?}, {?}"), t), "0",
      WonBy::UserPriority);
  row("annotation", mesh(add, "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: " + t + sharded("{\"y\", ?}, {?}"), t), "b", WonBy::Annotation);
  row("larger tensor",
      mesh("  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>\n"
           "  return %0 : tensor<8x64xf32>\n",
           "%a: " + t + sharded("{\"x\"}, {?}") + ", %b: tensor<8x64xf32>" + sharded("{?}, {\"x\"}"), "tensor<8x64xf32>"),
      "0", WonBy::Size);
}

void WhyTest::saysWhoWon() {
  QFETCH(QString, text);
  QFETCH(QString, value);
  QFETCH(int, won);
  Planned p(text.toStdString());
  QVERIFY2(p.index, p.problems().c_str());
  WhyNot answer = whyNot(*p.index, p.value(value.toStdString()), 0, axisNamed(p, "x"));
  QCOMPARE(static_cast<int>(answer.obstacles.front().won), won);
}

void WhyTest::alwaysFindsAnObstacle() {
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

QTEST_APPLESS_MAIN(WhyTest)
#include "tst_why.moc"
