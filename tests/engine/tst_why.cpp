#include <fmt/format.h>

#include <QTest>

#include <set>

#include "tests/engine/planned_program.h"
#include "tests/random/random_program.h"

using namespace shardlens;
using shardlens::random::randomProgram;

class WhyTest : public QObject {
  Q_OBJECT
 private slots:
  void withoutItsAnnotationsAnAxisIsGone_data();
  void withoutItsAnnotationsAnAxisIsGone();
  void followsAnAxisBack();
  void partsGoTheirOwnWays();
  void namesAllThatGiveAnAxis();
  void aConstraintGoesWithWhatItConstrains();
  void namesAllOfALongRow();
  void groupsGiveToTheirMembers();

 private:
  void checkSupport(const Planned& planned, ValueId value, const WhyAxis& why, const std::string& where);
};

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

// Without the constraint its input stands there, which has the axis from elsewhere.
void WhyTest::aConstraintGoesWithWhatItConstrains() {
  Planned p(
      mesh("  %0 = stablehlo.tanh %a : tensor<8xf32>\n  %1 = sdy.sharding_constraint %0 <@mesh, [{\"x\"}]> : tensor<8xf32>\n"
           "  return %1 : tensor<8xf32>\n",
           "%a: tensor<8xf32>" + sharded("{\"x\"}"), "tensor<8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  WhySupport support = whySupport(*p.index, p.value("1"), 0, axisNamed(p, "x"));
  QVERIFY(support.complete);
  QCOMPARE(support.own, std::size_t{1});
  QCOMPARE(support.annotations.size(), std::size_t{2});
}

// Each annotation steps in for the one behind it: they are not tried one by one.
void WhyTest::namesAllOfALongRow() {
  std::string body, before = "%a";
  for (int i = 0; i < 40; ++i) {
    body += fmt::format("  %{} = stablehlo.tanh {} {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{\"x\", ?}}]>]>}} : tensor<8xf32>\n",
                        i, before);
    before = fmt::format("%{}", i);
  }
  Planned p(mesh(body + "  return " + before + " : tensor<8xf32>\n", "%a: tensor<8xf32>", "tensor<8xf32>"));
  QVERIFY2(p.index, p.problems().c_str());
  WhySupport support = whySupport(*p.index, p.value("39"), 0, axisNamed(p, "x"));
  QVERIFY(support.complete);
  QCOMPARE(support.own, std::size_t{1});
  QCOMPARE(support.annotations.size(), std::size_t{40});
  QVERIFY(support.runs <= 8);
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

QTEST_APPLESS_MAIN(WhyTest)
#include "tst_why.moc"
