#include <QTest>

#include "engine/sharding/sharding.h"

using namespace shardlens;

namespace {

// Meshes and axes are written short: axis `a` of the test mesh has 8 devices, `b` 4, `c` 3*2*2 = 12; `a:2x4` is the sub-axis (2)4.
struct World {
  World() { mesh.axes = {{c.str("a"), 8}, {c.str("b"), 4}, {c.str("c"), 12}}; }

  AxisRef axis(std::string_view text) {
    AxisRef made{c.str(text.substr(0, text.find(':')))};
    if (auto colon = text.find(':'); colon != std::string_view::npos) {
      auto by = text.find('x');
      made.preSize = std::stoll(std::string(text.substr(colon + 1, by - colon - 1)));
      made.size = std::stoll(std::string(text.substr(by + 1)));
    }
    return made;
  }
  std::vector<AxisRef> axes(const QString& list) {
    std::vector<AxisRef> made;
    for (const QString& name : list.split(' ', Qt::SkipEmptyParts)) made.push_back(axis(name.toStdString()));
    return made;
  }
  QString text(const AxisRef& a) {
    QString name = QString::fromStdString(std::string(c.str(a.name)));
    return a.isFull() ? name : QString("%1:%2x%3").arg(name).arg(a.preSize).arg(a.size);
  }
  QString text(const std::optional<AxisRef>& a) { return a ? text(*a) : QString("-"); }
  QString text(const std::vector<AxisRef>& list) {
    QStringList names;
    for (const AxisRef& a : list) names << text(a);
    return names.join(' ');
  }

  Context c;
  Mesh mesh;
};

void column(const char* name) { QTest::addColumn<QString>(name); }

}  // namespace

class ShardingTest : public QObject {
  Q_OBJECT
 private slots:
  void relations_data();
  void relations();
  void parts_data();
  void parts();
  void lists_data();
  void lists();
  void encodingsAreInverse();
  void equalShardingsHaveEqualIds();
  void ruleRoundTrip();
  void factorSymbols();
  void localShapes();
  void slicesCoverTheTensor();
};

// Which of overlaps, contains, prefixOf, suffixOf, canCoexist hold, as `o c p s x`.
void ShardingTest::relations_data() {
  for (const char* name : {"a", "b", "expected"}) column(name);
  QTest::newRow("same full axis") << "a"
                                  << "a"
                                  << "o c p s x";
  QTest::newRow("other axis") << "a"
                              << "b"
                              << "x";
  QTest::newRow("full and middle part") << "a"
                                        << "a:2x2"
                                        << "o c x";
  QTest::newRow("full and first part") << "a"
                                       << "a:1x2"
                                       << "o c x";
  QTest::newRow("first part and full") << "a:1x2"
                                       << "a"
                                       << "o p x";
  QTest::newRow("last part and full") << "a:2x4"
                                      << "a"
                                      << "o s x";
  QTest::newRow("equal parts") << "a:2x2"
                               << "a:2x2"
                               << "o c p s x";
  QTest::newRow("prefix") << "a:2x2"
                          << "a:2x4"
                          << "o p x";
  QTest::newRow("suffix") << "a:4x2"
                          << "a:2x4"
                          << "o s x";
  QTest::newRow("crossing") << "a:1x4"
                            << "a:2x4"
                            << "o x";
  QTest::newRow("neighbours") << "a:1x4"
                              << "a:4x2"
                              << "x";
  QTest::newRow("gap") << "a:1x2"
                       << "a:4x2"
                       << "x";
  QTest::newRow("sizes that do not fit") << "c:1x2"
                                         << "c:1x3"
                                         << "o p";
  QTest::newRow("gap that does not fit") << "c:1x2"
                                         << "c:3x2"
                                         << "";
  QTest::newRow("crossing that does not fit") << "c:1x3"
                                              << "c:2x3"
                                              << "o";
}

void ShardingTest::relations() {
  World w;
  QFETCH(QString, a);
  QFETCH(QString, b);
  AxisRef x = w.axis(a.toStdString());
  AxisRef y = w.axis(b.toStdString());
  QStringList found;
  if (overlaps(x, y)) found << "o";
  if (contains(x, y)) found << "c";
  if (prefixOf(x, y)) found << "p";
  if (suffixOf(x, y, w.mesh)) found << "s";
  if (canCoexist(x, y)) found << "x";
  QTEST(found.join(' '), "expected");
  QCOMPARE(overlaps(y, x), overlaps(x, y));
  QCOMPARE(canCoexist(y, x), canCoexist(x, y));
  QCOMPARE(strictPrefixOf(x, y), prefixOf(x, y) && x != y);
}

// Common part, prefix and suffix of a without b, greatest common prefix, merged.
void ShardingTest::parts_data() {
  for (const char* name : {"a", "b", "overlap", "prefix", "suffix", "common", "merge"}) column(name);
  QTest::newRow("full, middle") << "a"
                                << "a:2x2"
                                << "a:2x2"
                                << "a:1x2"
                                << "a:4x2"
                                << "-"
                                << "-";
  QTest::newRow("full, first") << "a"
                               << "a:1x4"
                               << "a:1x4"
                               << "-"
                               << "a:4x2"
                               << "a:1x4"
                               << "-";
  QTest::newRow("same") << "a:2x2"
                        << "a:2x2"
                        << "a:2x2"
                        << "-"
                        << "-"
                        << "a:2x2"
                        << "-";
  QTest::newRow("crossing") << "a:1x4"
                            << "a:2x4"
                            << "a:2x2"
                            << "a:1x2"
                            << "-"
                            << "-"
                            << "-";
  QTest::newRow("crossing back") << "a:2x4"
                                 << "a:1x4"
                                 << "a:2x2"
                                 << "-"
                                 << "a:4x2"
                                 << "-"
                                 << "-";
  QTest::newRow("neighbours") << "a:1x2"
                              << "a:2x2"
                              << "-"
                              << "a:1x2"
                              << "a:1x2"
                              << "-"
                              << "a:1x4";
  QTest::newRow("neighbours make the axis") << "a:1x4"
                                            << "a:4x2"
                                            << "-"
                                            << "a:1x4"
                                            << "a:1x4"
                                            << "-"
                                            << "a";
  QTest::newRow("other axis") << "a:1x4"
                              << "b"
                              << "-"
                              << "a:1x4"
                              << "a:1x4"
                              << "-"
                              << "-";
  QTest::newRow("cannot coexist") << "c:1x2"
                                  << "c:1x3"
                                  << "-"
                                  << "-"
                                  << "-"
                                  << "-"
                                  << "-";
}

void ShardingTest::parts() {
  World w;
  QFETCH(QString, a);
  QFETCH(QString, b);
  AxisRef x = w.axis(a.toStdString());
  AxisRef y = w.axis(b.toStdString());
  QTEST(w.text(overlapOf(x, y)), "overlap");
  QTEST(w.text(prefixWithoutOverlap(x, y, w.mesh)), "prefix");
  QTEST(w.text(suffixWithoutOverlap(x, y, w.mesh)), "suffix");
  QTEST(w.text(greatestCommonPrefix(x, y)), "common");
  QTEST(w.text(merged(x, y, w.mesh)), "merge");
}

void ShardingTest::lists_data() {
  for (const char* name : {"axes", "minus", "difference", "sorted"}) column(name);
  QTest::newRow("order of the mesh") << "c b a"
                                     << ""
                                     << "c b a"
                                     << "a b c";
  QTest::newRow("parts merge") << "a:4x2 a:1x4 b"
                               << "b"
                               << "a:4x2 a:1x4"
                               << "a b";
  QTest::newRow("part out of the middle") << "a"
                                          << "a:2x2"
                                          << "a:1x2 a:4x2"
                                          << "a";
  QTest::newRow("two parts out") << "a b"
                                 << "a:1x2 a:4x2"
                                 << "a:2x2 b"
                                 << "a b";
  QTest::newRow("nothing left") << "a:2x2"
                                << "a"
                                << ""
                                << "a:2x2";
}

void ShardingTest::lists() {
  World w;
  QFETCH(QString, axes);
  QFETCH(QString, minus);
  std::vector<AxisRef> list = w.axes(axes);
  QTEST(w.text(difference(list, w.axes(minus), w.mesh)), "difference");
  sortAndMerge(list, w.mesh);
  QTEST(w.text(list), "sorted");
}

void ShardingTest::encodingsAreInverse() {
  World w;
  TensorSharding s;
  s.mesh = w.c.attr({.kind = AttrKind::SymbolRef, .text = "mesh"});
  s.dims = {{w.axes("a:1x2 b"), true, 3}, {{}, false, std::nullopt}};
  s.replicated = w.axes("a:2x2");
  s.unreduced = w.axes("c");
  s.reduction = ReductionOp::Max;
  QVERIFY(decodeSharding(w.c, encodeSharding(w.c, s)) == s);
  QVERIFY(decodeMesh(w.c, encodeMesh(w.c, w.mesh)) == w.mesh);
  Mesh one{{}, {3}};
  QVERIFY(one.isMaximal());
  QVERIFY(decodeMesh(w.c, encodeMesh(w.c, one)) == one);
}

void ShardingTest::equalShardingsHaveEqualIds() {
  World w;
  TensorSharding s;
  s.mesh = w.c.attr({.kind = AttrKind::SymbolRef, .text = "mesh"});
  s.dims = {{w.axes("a"), false, std::nullopt}};
  AttrId first = encodeSharding(w.c, s);
  std::size_t count = w.c.attrCount();
  for (int layer = 0; layer < 80; ++layer) QCOMPARE(encodeSharding(w.c, s), first);
  QCOMPARE(w.c.attrCount(), count);
}

void ShardingTest::ruleRoundTrip() {
  Context c;
  ShardingRule rule;
  rule.factorSizes = {8, 16, 4};
  rule.operands = {{{0}, {2}}, {{2}, {1}}};
  rule.results = {{{0}, {1}}};
  rule.reduction = {2};
  rule.blockedPropagation = {0};
  rule.custom = true;
  QVERIFY(decodeRule(c, encodeRule(c, rule)) == rule);
  QCOMPARE(rule.kind(2), FactorKind::Reduction);
  QCOMPARE(rule.kind(0), FactorKind::PassThrough);
}

void ShardingTest::factorSymbols() {
  QCOMPARE(factorSymbol(0), std::string("i"));
  QCOMPARE(factorSymbol(17), std::string("z"));
  QCOMPARE(factorSymbol(18), std::string("z_1"));
}

void ShardingTest::localShapes() {
  World w;
  DimSharding byEight{w.axes("a"), true, std::nullopt};
  QCOMPARE(localSize(16, byEight, w.mesh), 2);
  QCOMPARE(localSize(17, byEight, w.mesh), 3);
  QCOMPARE(localSize(kDynamic, byEight, w.mesh), kDynamic);
  TensorSharding s;
  s.dims = {byEight, {w.axes("b:1x2"), true, std::nullopt}};
  std::int64_t whole[] = {16, 6}, part[] = {2, 3};
  TypeId f32 = w.c.floating(FloatKind::F32);
  QCOMPARE(localType(w.c, w.c.tensor(whole, f32), s, w.mesh), w.c.tensor(part, f32));
}

void ShardingTest::slicesCoverTheTensor() {
  World w;
  TensorSharding s;
  // The major half of `a` shards columns, its minor quarter rows: chips differ by digits of one axis.
  s.dims = {{w.axes("a:2x4"), true, std::nullopt}, {w.axes("a:1x2"), true, std::nullopt}};
  QVERIFY(sliceOfDevice({8, 6}, s, w.mesh, 0) == (std::vector<Slice>{{0, 2}, {0, 3}}));
  std::int64_t chip = 5 * 4 * 12;  // a = 5 = 1 * 4 + 1
  QVERIFY(sliceOfDevice({8, 6}, s, w.mesh, chip) == (std::vector<Slice>{{2, 2}, {3, 3}}));
  s.dims[0].axes = w.axes("a");
  s.dims[1].axes = {};
  QVERIFY(sliceOfDevice({9, 6}, s, w.mesh, 5 * 48) == (std::vector<Slice>{{9, 0}, {0, 6}}));
}

QTEST_APPLESS_MAIN(ShardingTest)
#include "tst_sharding.moc"
