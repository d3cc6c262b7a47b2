#include <QTest>

#include "engine/mlir/mlir.h"
#include "engine/outline/outline.h"
#include "engine/plan/why.h"
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
  for (int first = 0; first < 400; first += 40) QTest::addRow("seeds from %d", first) << first;
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

QTEST_APPLESS_MAIN(WhyTest)
#include "tst_why.moc"
