#include <QTest>

#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

// The meshes and function around what a row is about: `%x` is a tensor sharded on `a`, `%y` one without a sharding.
const QString kHead = R"(sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32>) {
)";

QString inFunction(const QString& line) { return kHead + line + "\n  return\n}\n"; }

struct Read {
  explicit Read(const QString& text) {
    module = readModule(SourceBuffer::fromText("test.mlir", text.toStdString()), std::make_shared<Context>(), {}, diagnostics);
  }
  [[nodiscard]] QString message() const {
    return diagnostics.all().empty() ? QString() : QString::fromStdString(diagnostics.all()[0].message);
  }
  Diagnostics diagnostics;
  std::unique_ptr<Module> module;
};

// The printed line that holds `part`, without indent.
QString lineWith(const QString& text, const QString& part) {
  for (const QString& line : text.split('\n')) {
    if (line.contains(part)) return line.trimmed();
  }
  return "no line with " + part;
}

void row(const char* name, const char* text, const char* expected = nullptr) {
  QTest::newRow(name) << text << (expected ? expected : text);
}

}  // namespace

class SdyTextTest : public QObject {
  Q_OBJECT
 private slots:
  void attributes_data();
  void attributes();
  void operations_data();
  void operations();
  void meshes_data();
  void meshes();
  void refused_data();
  void refused();
  void equalShardingsAreOneAttribute();
};

// Attributes print as they were read, or as the second text says.
void SdyTextTest::attributes_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  row("open and closed", R"(#sdy.sharding<@mesh, [{"a", ?}, {}, {?}]>)");
  row("priorities", R"(#sdy.sharding<@mesh, [{"a"}p0, {?}p12]>)");
  row("sub-axes", R"(#sdy.sharding<@mesh, [{"a":(1)2, "b"}, {"a":(2)4}]>)");
  row("inlined mesh", R"(#sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>)");
  row("lists in either order", R"(#sdy.sharding<@mesh, [{}], unreduced={"b"}, replicated={"a"}>)",
      R"(#sdy.sharding<@mesh, [{}], replicated={"a"}, unreduced={"b"}>)");
  row("kinds of unreduced", R"(#sdy.sharding<@mesh, [], unreduced=max{"a"}>)");
  row("the sum is not written", R"(#sdy.sharding<@mesh, [], unreduced=sum{"a"}>)", R"(#sdy.sharding<@mesh, [], unreduced={"a"}>)");
  row("old spelling of unreduced", R"(#sdy.sharding<@mesh, [], unreduced{"a"}>)", R"(#sdy.sharding<@mesh, [], unreduced={"a"}>)");
  row("per value", R"(#sdy.sharding_per_value<[<@mesh, []>, <@"odd mesh", [{}]>]>)");
  row("no values", "#sdy.sharding_per_value<[]>");
  row("rule", "#sdy.op_sharding_rule<([i, kl], [k, j])->([ij]) {i=2, j=4, k=8, l=1}>");
  row("rule's factor kinds",
      "#sdy.op_sharding_rule<([i, j, k])->([i, k]) {i=2, j=4, k=8} reduction={j} need_replication={i} permutation={k} "
      "blocked_propagation={i, k}, custom>");
  row("scalar rule", "#sdy.op_sharding_rule<([], [])->([])>");
  row("manual axes", R"(#sdy<manual_axes{"a", "b"}>)");
  row("axis lists", R"(#sdy<list_of_axis_ref_lists[{"a", "b":(1)2}, {}]>)");
  row("all-to-all", R"(#sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>)");
  row("edges",
      R"(#sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0, operand-1]}]}, {step-2 = [{"b":(1)2 = result-0 -> [operand-0]}]}]>)");
}

void SdyTextTest::attributes() {
  QFETCH(QString, text);
  QFETCH(QString, expected);
  Read read("module attributes {x.y = " + text + "} {}");
  QVERIFY2(read.module, qPrintable(read.message()));
  QCOMPARE(lineWith(QString::fromStdString(printModule(*read.module)), "x.y"), "module attributes {x.y = " + expected + "} {");
}

void SdyTextTest::operations_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  row("constraint", R"(%0 = sdy.sharding_constraint %y <@mesh, [{}, {"b"}]> : tensor<8x8xf32>)");
  row("reshard", R"(%0 = sdy.reshard %x <@mesh, [{}, {"b"}]> {note} : tensor<8x8xf32>)");
  row("group", "sdy.sharding_group %y group_id=7 : tensor<8x8xf32>");
  row("barrier", "%0 = sdy.propagation_barrier %y allowed_direction=BACKWARD : tensor<8x8xf32>");
  row("quoted direction", R"(%0 = sdy.propagation_barrier %y allowed_direction="NONE" : tensor<8x8xf32>)",
      "%0 = sdy.propagation_barrier %y allowed_direction=NONE : tensor<8x8xf32>");
  row("constant", "%0 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>");
  row("edge", "%0 = sdy.data_flow_edge %y : tensor<8x8xf32>");
  row("edge with a sharding", R"(%0 = sdy.data_flow_edge %y sharding=<@mesh, [{?}, {?}]> : tensor<8x8xf32>)");
  row("function edge", "%0 = sdy.func_data_flow_edge %y : tensor<8x8xf32>");
  row("all-gather", R"(%0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>)");
  row("all-slice", R"(%0 = sdy.all_slice [{}, {"b"}] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>)");
  row("all-to-all", R"(%0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>)");
  row("permute", R"(%0 = sdy.collective_permute %x out_sharding=<@mesh, [{"c"}, {}]> : tensor<8x8xf32>)");
  row("all-reduce", R"(%0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>)");
  row("all-reduce of maxima", R"(%0 = sdy.all_reduce max {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>)");
  row("the sum is not written", R"(%0 = sdy.all_reduce sum {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>)",
      R"(%0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>)");
  row("reduce-scatter", R"(%0 = sdy.reduce_scatter [{}, {"b"}] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>)");
  row("to unreduced", R"(%0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<8x8xf32>)");
  row("replicated to unreduced",
      R"(%0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>)");
}

void SdyTextTest::operations() {
  QFETCH(QString, text);
  QFETCH(QString, expected);
  Read read(inFunction(text));
  QVERIFY2(read.module, qPrintable(read.message()));
  QString printed = QString::fromStdString(printModule(*read.module));
  QString part = text.section("sdy.", 1).section(' ', 0, 0);
  expected.replace("%x", "%arg0").replace("%y", "%arg1");
  QCOMPARE(lineWith(printed, "sdy." + part + " "), expected);
  Read again(printed);
  QVERIFY2(again.module, qPrintable(again.message()));
  QCOMPARE(QString::fromStdString(printModule(*again.module)), printed);
}

void SdyTextTest::meshes_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  row("axes", R"(<["x"=4, "y"=2]>)");
  row("empty", "<[]>");
  row("maximal", "<[], device_ids=[3]>");
  row("device order", R"(<["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>)");
  row("usual order is not written", R"(<["x"=2, "y"=2], device_ids=[0, 1, 2, 3]>)", R"(<["x"=2, "y"=2]>)");
}

void SdyTextTest::meshes() {
  QFETCH(QString, text);
  QFETCH(QString, expected);
  Read read("sdy.mesh @m = " + text);
  QVERIFY2(read.module, qPrintable(read.message()));
  QCOMPARE(lineWith(QString::fromStdString(printModule(*read.module)), "sdy.mesh"), "sdy.mesh @m = " + expected);
}

// The first message about a line that is wrong.
void SdyTextTest::refused_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  row("unknown mesh", "sdy.reshard %x <@other, [{}, {}]> : tensor<8x8xf32>", "'sdy.reshard' op unknown mesh: @other");
  row("unknown axis", R"(sdy.reshard %x <@mesh, [{"q"}, {}]> : tensor<8x8xf32>)", "'sdy.reshard' op unknown axis name: \"q\"");
  row("axis twice", R"(sdy.reshard %x <@mesh, [{"a"}, {"a"}]> : tensor<8x8xf32>)", "'sdy.reshard' op duplicate axis ref: \"a\"");
  row("rank", "sdy.reshard %x <@mesh, [{}]> : tensor<8x8xf32>", "'sdy.reshard' op sharding doesn't match tensor rank: 1 != 2");
  row("overlapping parts", R"(sdy.reshard %x <@mesh, [{"b":(1)2}, {"b":(1)2}]> : tensor<8x8xf32>)",
      "'sdy.reshard' op duplicate axis ref: \"b\":(1)2");
  row("part of the whole", R"(sdy.reshard %x <@mesh, [{"b":(1)4}, {}]> : tensor<8x8xf32>)",
      "'sdy.reshard' op sub-axis size is equal to the full axis size: \"b\":(1)4");
  row("absurd part", R"(sdy.reshard %x <@mesh, [{"b":(9223372036854775807)9223372036854775807}, {}]> : tensor<8x8xf32>)",
      "'sdy.reshard' op sub-axis next pre-size 1 doesn't divide the size of the full axis 4: "
      "\"b\":(9223372036854775807)9223372036854775807");
  row("priority word", R"(sdy.reshard %x <@mesh, [{"a"}high, {}]> : tensor<8x8xf32>)",
      "custom op 'sdy.reshard' expecting priority in format 'p<number>', got: high");
  row("gather that does not fit", R"(sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>)",
      "'sdy.all_gather' op can't apply gathering axis \"b\" to operand sharding on dimension 0");
  row("gather without a sharding", R"(sdy.all_gather [{}, {}] %y out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>)",
      "'sdy.all_gather' op collective on operand without sharding");
  row("slice to elsewhere", R"(sdy.all_slice [{}, {"b"}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x8xf32>)",
      "'sdy.all_slice' op result sharding doesn't match expected sharding [\"b\"] on dimension 1");
  row("both directions", "sdy.propagation_barrier %y allowed_direction=BOTH : tensor<8x8xf32>",
      "'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.");
  row("rule's tensor count",
      R"(stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>)",
      "'stablehlo.custom_call' op number of operands and mappings must match: 1 != 2");
}

void SdyTextTest::refused() {
  QFETCH(QString, text);
  Read read(inFunction(text.startsWith("sdy.") || text.startsWith("stablehlo.") ? "%0 = " + text : text));
  QVERIFY(!read.module);
  QTEST(read.message(), "expected");
  QCOMPARE(read.diagnostics.all()[0].at.line, 3U);
}

void SdyTextTest::equalShardingsAreOneAttribute() {
  QString line = R"(%r = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>)";
  QString one = inFunction(line);
  QString many = kHead;
  for (int layer = 0; layer < 80; ++layer) many += QString(line).replace("%r", QString("%r%1").arg(layer)) + "\n";
  Read first(one);
  Read second(many + "  return\n}\n");
  QVERIFY(first.module && second.module);
  QCOMPARE(second.module->context().attrCount(), first.module->context().attrCount());
}

QTEST_APPLESS_MAIN(SdyTextTest)
#include "tst_sdy_text.moc"
