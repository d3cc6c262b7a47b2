// Where in a module shardings are written, and how they are found there.
#include <QTest>

#include "engine/sharding/sharding.h"

using namespace shardlens;

namespace {

/// A module with one function of two arguments and two results, and operations that a test puts into it.
struct Program {
  Program() : c(std::make_shared<Context>()), m(c) {
    std::int64_t shape[] = {8, 8};
    type = c->tensor(shape, c->floating(FloatKind::F32));
    TypeId pair[] = {type, type};
    AttrId function = c->typeAttr(c->function(pair, pair));
    OpId root = m.create({.kind = OpKind::BuiltinModule, .regions = 1});
    m.setRoot(root);
    func = m.create({.kind = OpKind::FuncFunc, .attrs = c->dict({{c->str("function_type"), function}}), .regions = 1});
    m.append(block(root, 0), func);
    body = block(func, 2);
  }
  BlockId block(OpId op, unsigned arguments, std::uint32_t region = 0) {
    BlockId made = m.createBlock();
    m.appendBlock(m.regionOf(op, region), made);
    for (unsigned i = 0; i < arguments; ++i) m.addArgument(made, type);
    return made;
  }
  OpId op(OpKind kind, std::vector<ValueId> operands, unsigned results, std::uint16_t regions = 0) {
    std::vector<TypeId> types(results, type);
    OpId made = m.create({.kind = kind, .operands = operands, .results = types, .regions = regions});
    m.append(body, made);
    return made;
  }
  AttrId sharding(std::string_view axis) {
    TensorSharding s;
    s.mesh = c->attr({.kind = AttrKind::SymbolRef, .text = "mesh"});
    s.dims = {{{AxisRef{c->str(axis)}}, true, std::nullopt}, {}};
    return encodeSharding(*c, s);
  }
  std::shared_ptr<Context> c;
  Module m;
  TypeId type;
  OpId func;
  BlockId body;
};

}  // namespace

class ShardingPlacesTest : public QObject {
  Q_OBJECT
 private slots:
  void shardingsStandWhereTheTextHasThem();
  void resultsOfManyValuesKeepTheirNeighbours();
  void regionArgumentsShareTheLoopsSharding();
  void manualAxesStayAtTheBorder();
};

void ShardingPlacesTest::shardingsStandWhereTheTextHasThem() {
  Program p;
  ValueId argument = p.m.arg(p.body, 1);
  QVERIFY(!shardingOf(p.m, argument));
  setSharding(p.m, argument, p.sharding("a"));
  QCOMPARE(shardingOf(p.m, argument), p.sharding("a"));
  QVERIFY(!shardingOf(p.m, p.m.arg(p.body, 0)));
  setSharding(p.m, argument, {});
  QVERIFY(!p.m.attribute(p.func, "arg_attrs"));
  setFuncResultSharding(p.m, p.func, 1, p.sharding("b"));
  QCOMPARE(funcResultSharding(p.m, p.func, 1), p.sharding("b"));
  OpId reshard = p.op(OpKind::SdyReshard, {argument}, 1);
  setSharding(p.m, p.m.result(reshard), p.sharding("a"));
  QCOMPARE(p.m.attribute(reshard, "sharding"), p.sharding("a"));
}

void ShardingPlacesTest::resultsOfManyValuesKeepTheirNeighbours() {
  Program p;
  OpId call = p.op(OpKind::FuncCall, {}, 2);
  setSharding(p.m, p.m.result(call, 1), p.sharding("a"));
  QCOMPARE(shardingOf(p.m, p.m.result(call, 1)), p.sharding("a"));
  QCOMPARE(shardingOf(p.m, p.m.result(call, 0)),
           replicatedSharding(*p.c, 2, p.c->attr({.kind = AttrKind::SymbolRef, .text = "mesh"}), false));
  setSharding(p.m, p.m.result(call, 1), {});
  QVERIFY(!p.m.attribute(call, "sdy.sharding"));
}

void ShardingPlacesTest::regionArgumentsShareTheLoopsSharding() {
  Program p;
  OpId loop = p.op(OpKind::StablehloWhile, {p.m.arg(p.body, 0)}, 1, 2);
  ValueId inside = p.m.arg(p.block(loop, 1, 1), 0);
  setSharding(p.m, inside, p.sharding("a"));
  QCOMPARE(shardingOf(p.m, p.m.result(loop)), p.sharding("a"));
  OpId edge = p.op(OpKind::SdyDataFlowEdge, {p.m.result(loop)}, 1);
  QCOMPARE(shardableValue(p.m, inside), p.m.result(edge));
  OpId reduce = p.op(OpKind::StablehloReduce, {p.m.arg(p.body, 0), p.m.arg(p.body, 1)}, 1, 1);
  QVERIFY(!shardableValue(p.m, p.m.arg(p.block(reduce, 2), 0)));
}

void ShardingPlacesTest::manualAxesStayAtTheBorder() {
  Program p;
  std::vector<StrId> manual{p.c->str("a")};
  TensorSharding border;
  border.mesh = p.c->attr({.kind = AttrKind::SymbolRef, .text = "mesh"});
  border.dims = {{{AxisRef{p.c->str("a")}, AxisRef{p.c->str("b")}}, false, std::nullopt}};
  TensorSharding inside = withoutManualAxes(border, manual);
  QVERIFY(inside.dims[0].axes == std::vector<AxisRef>{AxisRef{p.c->str("b")}});
  QVERIFY(withFreeAxesOf(border, inside, manual) == border);
  inside.dims[0].axes = {AxisRef{p.c->str("c")}};
  QVERIFY(withFreeAxesOf(border, inside, manual).dims[0].axes == (std::vector<AxisRef>{AxisRef{p.c->str("a")}, AxisRef{p.c->str("c")}}));
}

QTEST_APPLESS_MAIN(ShardingPlacesTest)
#include "tst_sharding_places.moc"
