#include <QTest>

#include "engine/ir/context.h"
#include "engine/ir/module.h"

using namespace shardlens;

class InterningTest : public QObject {
  Q_OBJECT
 private slots:
  void equalTypesHaveEqualIds();
  void dictionariesAreSortedByName();
  void withReplacesAndRemoves();
  void usesAreMetNewestFirst();
};

void InterningTest::equalTypesHaveEqualIds() {
  Context c;
  std::int64_t shape[] = {8, 512, 2048};
  TypeId a = c.tensor(shape, c.floating(FloatKind::BF16));
  auto before = c.typeCount();
  for (int layer = 0; layer < 80; ++layer) QCOMPARE(c.tensor(shape, c.floating(FloatKind::BF16)), a);
  QCOMPARE(c.typeCount(), before);
}

void InterningTest::dictionariesAreSortedByName() {
  Context c;
  AttrId one = c.dict({{c.str("b"), c.i64(2)}, {c.str("a"), c.i64(1)}});
  AttrId two = c.dict({{c.str("a"), c.i64(1)}, {c.str("b"), c.i64(2)}});
  QCOMPARE(one, two);
  QCOMPARE(c.get(one, "b"), c.i64(2));
  QVERIFY(!c.get(one, "c"));
}

void InterningTest::withReplacesAndRemoves() {
  Context c;
  AttrId d = c.with(c.with(c.emptyDict(), "b", c.i64(2)), "a", c.i64(1));
  QCOMPARE(c.get(c.with(d, "b", c.i64(3)), "b"), c.i64(3));
  QCOMPARE(c.with(c.with(d, "b", {}), "a", {}), c.emptyDict());
}

void InterningTest::usesAreMetNewestFirst() {
  auto c = std::make_shared<Context>();
  Module m(c);
  TypeId t = c->floating(FloatKind::F32);
  BlockId block = m.createBlock();
  ValueId x = m.addArgument(block, t);
  ValueId operands[] = {x, x};
  OpId first = m.create({.kind = OpKind::StablehloAdd, .operands = operands, .results = {&t, 1}});
  OpId second = m.create({.kind = OpKind::StablehloTanh, .operands = {operands, 1}, .results = {&t, 1}});
  QCOMPARE(m.use(m.value(x).firstUse).owner, second);
  m.erase(second);
  QCOMPARE(m.use(m.value(x).firstUse).owner, first);
  QCOMPARE(m.operandNumber(m.value(x).firstUse), 1U);
}

QTEST_APPLESS_MAIN(InterningTest)
#include "tst_interning.moc"
