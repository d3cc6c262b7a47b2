#include <QTest>

#include "engine/session/annotation_text.h"

using namespace shardlens;

class AnnotationTextTest : public QObject {
  Q_OBJECT
 private slots:
  void reads_data();
  void reads();
  void refuses_data();
  void refuses();
};

static ShardingScope scope() {
  ShardingScope s;
  s.meshes = {{"mesh", {{"data", 2}, {"model", 8}}}, {"other", {{"x", 4}}}};
  s.shape = {8, 512, 2048};
  return s;
}

void AnnotationTextTest::reads_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("printed");
  auto row = [](const char* name, const char* text, const char* printed) {
    QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(printed);
  };
  row("plain", R"([{"data"}, {}, {"model", ?}])", R"([{"data"}, {}, {"model", ?}])");
  row("whole attribute", R"(#sdy.sharding<@mesh, [{"data"}, {}, {?}]>)", R"([{"data"}, {}, {?}])");
  row("another mesh", R"(@other, [{"x"}, {}, {}])", R"(@other, [{"x"}, {}, {}])");
  row("parts of an axis", R"([{"model":(1)2}, {"model":(2)4}, {}])", R"([{"model":(1)2}, {"model":(2)4}, {}])");
  row("priority", R"([{"data"}p1, {?}p3, {}])", R"([{"data"}p1, {?}p3, {}])");
  row("replicated and unreduced", R"([{}, {}, {}], replicated={"data"}, unreduced=max{"model"})",
      R"([{}, {}, {}], replicated={"data"}, unreduced=max{"model"})");
  row("sharded", "@sharded(axis=0)", R"([{"data"}, {}, {}])");
  row("sharded by name", R"(@sharded(axis=2, mesh="model"))", R"([{}, {}, {"model"}])");
  row("sharded twice", R"(@sharded(axis=0, mesh="data") @sharded(axis=2))", R"([{"data"}, {}, {"model"}])");
  row("replicated", "@replicated", "[{}, {}, {}]");
  row("partial", R"(@partial(mesh="model"))", R"([{}, {}, {}], unreduced={"model"})");
}

void AnnotationTextTest::reads() {
  QFETCH(QString, text);
  QFETCH(QString, printed);
  ReadSharding read = readSharding(text.toStdString(), scope());
  QVERIFY2(read.value, read.problem.c_str());
  QCOMPARE(QString::fromStdString(printSharding(*read.value, scope())), printed);
}

void AnnotationTextTest::refuses_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("says");
  auto row = [](const char* name, const char* text, const char* says) {
    QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(says);
  };
  row("empty", "", "expected \"[\"");
  row("no end", R"([{"data"}, {}, {})", "expected \"]\"");
  row("unknown axis", R"([{"dta"}, {}, {}])", "axis \"dta\" is not in mesh @mesh (its axes: data, model)");
  row("used twice", R"([{"data"}, {"data"}, {}])", "axis \"data\" is used twice: dimension 0 and dimension 1");
  row("rank", R"([{"data"}])", "the sharding has 1 dimension, the tensor 3");
  row("unknown mesh", R"(@m, [{}, {}, {}])", "there is no mesh @m");
  row("not a part", R"([{"model":(1)3}, {}, {}])", "\"model\":(1)3 is not a part of \"model\" = 8");
  row("dimension", "@sharded(axis=3)", "dimension 3 does not exist: the tensor has 3 dimensions");
  row("rest", "[{}, {}, {}] x", "nothing more was expected here");
}

void AnnotationTextTest::refuses() {
  QFETCH(QString, text);
  QFETCH(QString, says);
  ReadSharding read = readSharding(text.toStdString(), scope());
  QVERIFY(!read.value);
  QCOMPARE(QString::fromStdString(read.problem), says);
}

QTEST_APPLESS_MAIN(AnnotationTextTest)
#include "tst_annotation_text.moc"
