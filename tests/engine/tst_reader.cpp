#include <QTest>

#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

struct Read {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Diagnostics diagnostics;
  std::unique_ptr<Module> module;

  explicit Read(std::string text, ReadOptions options = {.verify = false}) {
    module = readModule(SourceBuffer::fromText("in.mlir", std::move(text)), context, options, diagnostics);
  }
  /// `line:column: message` of the first error.
  [[nodiscard]] QString error() const {
    if (diagnostics.all().empty()) return {};
    const Diagnostic& d = diagnostics.all().front();
    return QString("%1:%2: %3").arg(d.at.line).arg(d.at.column).arg(QString::fromStdString(d.message));
  }
};

QString attributeText(const char* text) {
  Context c;
  Diagnostics d;
  AttrId attr = readAttribute(SourceBuffer::fromText("a", text), c, d);
  return attr ? QString::fromStdString(printAttribute(c, attr))
              : QString::fromStdString(d.all().empty() ? "" : "error: " + d.all().front().message);
}

}  // namespace

class ReaderTest : public QObject {
  Q_OBJECT
 private slots:
  void attributes_data();
  void attributes();
  void manyDigitsAreRoundedOnce();
  void types_data();
  void types();
  void errors_data();
  void errors();
  void placesOfNames();
  void locationAliasesMayFollow();
  void usesBeforeDefinitions();
  void repeatedSentences();
  void repeatedSentencesThatDiffer_data();
  void repeatedSentencesThatDiffer();
  void unknownDialectsAreKept();
  void deepNestingIsRefused();
  void bigConstantsAreViews();
};

void ReaderTest::attributes_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("printed");
  auto same = [](const char* text) { QTest::newRow(text) << text << text; };
  auto becomes = [](const char* text, const char* printed) { QTest::newRow(text) << text << printed; };
  same("true");
  same("-4 : i8");
  same("123456789012345678901234567890 : i128");
  becomes("5", "5 : i64");
  becomes("255 : i8", "-1 : i8");
  becomes("0x7F800000 : f32", "0x7F800000 : f32");
  becomes("0.1 : f8E4M3FN", "1.015630e-01 : f8E4M3FN");
  becomes("1000.0 : f8E4M3FN", "0x7F : f8E4M3FN");
  same("array<i64: 1, -2, 3>");
  same("array<i1: true, false>");
  same("@a::@b");
  same("[1 : i32, \"x\", unit]");
  becomes("dense<[1, 1]> : tensor<2xi32>", "dense<1> : tensor<2xi32>");
  becomes("dense<\"0x0100000002000000\"> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>");
  same("dense<[[(1.000000e+00,2.000000e+00)], [(3.000000e+00,4.000000e+00)]]> : tensor<2x1xcomplex<f32>>");
  same("dense<[-8, 7]> : tensor<2xi4>");
  same("dense<> : tensor<0xf32>");
  same("sparse<[[0, 1]], 5> : tensor<2x2xi32>");
  same("strided<[?, 1], offset: 3>");
  becomes("affine_map<(i, j)[n] -> (2 + i, j * 1 + n - n, (i + 4) mod 4)>", "affine_map<(d0, d1)[s0] -> (d0 + 2, d1 + s0 - s0, d0 mod 4)>");
  becomes("affine_set<(i) : (i - 1 >= 0, i == 3)>", "affine_set<(d0) : (d0 - 1 >= 0, d0 - 3 == 0)>");
  becomes("loc(fused[\"a\", \"b\", \"a\", unknown])", "loc(fused[\"a\", \"b\"])");
  becomes("dense<[1.0]> : tensor<2xf32>", "error: inferred shape of elements literal ([1]) does not match type ([2])");
  // Rounded once: by way of a double these would come out one further.
  becomes("1.00000017881393432617187499 : f32", "1.00000012 : f32");
  becomes("1.00048828125000000000000001 : f16", "1.000980e+00 : f16");
  becomes("dense<1.00390625000000000000000001> : tensor<2xbf16>", "dense<1.007810e+00> : tensor<2xbf16>");
  becomes("0.1 : f80", "1.000000e-01 : f80");
  becomes("3.14159265358979323846264338327950288 : f128", "3.1415926535897932384626433832795028 : f128");
  becomes("1.0e400 : f80", "1.000000e+400 : f80");
  becomes("-1.0e5000 : f128", "0xFFFF0000000000000000000000000000 : f128");
  becomes("1.0e-5000 : f80", "0.000000e+00 : f80");
  same("array<i128: 123456789012345678901234567890, -1>");
  same("array<f80: 1.000000e-01, -2.500000e+00>");
  becomes("-1.0 : f8E8M0FNU", "error: negative floating point literal for a type with no signed representation");
  becomes("dense<[true, true]> : tensor<2xui1>", "dense<true> : tensor<2xui1>");
  same("array<ui1: true, false>");
  // What is not known is written in one way, with its type.
  becomes("#other<kind>", "#other.kind");
  becomes("#other<a.b<[c]>> : i32", "#other.a.b<[c]> : i32");
  same("#other<1a>");
  same("#other<a<b>c>");
  becomes("#builtin.x", "error: dialect 'builtin' provides no attribute parsing hook");
  becomes("!chlo.x", "error: dialect 'chlo' provides no type parsing hook");
  becomes("memref<2x3xf32, affine_map<(i, j) -> (i, j)>, 0>", "memref<2x3xf32>");
  becomes("memref<2x3xf32, affine_map<(i) -> (i)>>", "error: memref layout mismatch between rank and affine map: 2 != 1");
  becomes("memref<2x3xf32, strided<[1]>>", "error: expected the number of strides to match the rank");
  becomes("sparse<[[0, 1], [0, 2]], 5> : tensor<2x2xi32>",
          "error: sparse index #1 is not contained within the value shape, with index=[0, 2], and type='tensor<2x2xi32>'");
  becomes("loc(\"\":1:2)", "loc(\"-\":1:2)");
  same("loc(\"\":1:2 to :4)");
  becomes("loc(\"a\":7)", "loc(\"a\":7:0)");
  becomes("loc(\"a\":1:2 to 3)", "error: expected either integer or `:` post `to` in FileLineColRange");
  becomes("256 : i8", "error: integer constant out of range for attribute");
}

void ReaderTest::attributes() {
  QFETCH(QString, text);
  QFETCH(QString, printed);
  QCOMPARE(attributeText(text.toUtf8().constData()), printed);
}

// More digits than any number needs take no longer than those that it needs.
void ReaderTest::manyDigitsAreRoundedOnce() {
  const std::string zeros(100000, '0');
  QCOMPARE(attributeText(("1.00390625" + zeros + " : bf16").c_str()), "1.000000e+00 : bf16");
  QCOMPARE(attributeText(("1.00390625" + zeros + "1 : bf16").c_str()), "1.007810e+00 : bf16");
  QCOMPARE(attributeText(("1" + zeros + ".0e-100000 : f128").c_str()), "1.000000e+00 : f128");
}

void ReaderTest::types_data() {
  QTest::addColumn<QString>("text");
  auto same = [](const char* text) { QTest::newRow(text) << text; };
  same("tensor<?x0x4xf32>");
  same("tensor<*xcomplex<f64>>");
  same("vector<4x[8]xf32>");
  same("memref<4x8xf32, strided<[1, 4]>, 3>");
  same("memref<*xf32, 3 : i32>");
  same("(i32, tuple<>) -> (f32, none)");
  same("!quant.uniform<i8<-8:7>:f32, 5.000000e-01:3>");
  same("!quant.uniform<u8:f32:1, {5.000000e-01,2.500000e-01:7}>");
  same("!quant.uniform<i8:f32:{0:1, 1:2}, {{5.000000e-01, 2.500000e-01:7}, {1.000000e+00, 2.000000e+00}}>");
  same("!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>");
  same("tensor<2x!other.kind<[a, {b}]>>");
}

void ReaderTest::types() {
  QFETCH(QString, text);
  Context c;
  Diagnostics d;
  TypeId type = readType(SourceBuffer::fromText("t", text.toStdString()), c, d);
  QVERIFY(type.valid());
  QCOMPARE(QString::fromStdString(printType(c, type)), text);
}

void ReaderTest::errors_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("error");
  auto row = [](const char* name, const char* text, const char* error) { QTest::newRow(name) << text << error; };
  row("missing thing at the end of the line before", "func.func @f(%x: i32\n  ) -> i32 {\n  return %x : i32\n}\n\n%y",
      "6:2: expected '=' after SSA name");
  row("end of the text in a list of results", "func.func @f() {\n  %x ,\n", "2:7: expected valid ssa identifier");
  row("before a comment", "func.func @f(%x: i32 // here\n  return %x : i32\n}", "1:21: expected ')'");
  row("undeclared value", "func.func @f() {\n  return %x : i32\n}", "2:10: use of undeclared SSA value name");
  row("redefinition", "func.func @f(%x: i32) {\n  %x = \"stablehlo.abs\"(%x) : (i32) -> i32\n}", "2:3: redefinition of SSA value '%x'");
  row("result count", "%a:2 = \"stablehlo.create_token\"() : () -> !stablehlo.token",
      "1:1: operation defines 1 results but was provided 2 to bind");
  row("unknown dialect", "\"other.op\"() : () -> ()",
      "1:11: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the "
      "MLIR tool used");
  row("alias twice", "#a = 1\n#a = 2", "2:1: redefinition of attribute alias id 'a'");
  row("open string", "module attributes {a = \"x\n\"} {}", "1:26: expected '\"' in string literal");
  row("block twice", "func.func @f() {\n^a:\n  return\n^a:\n  return\n}", "4:1: redefinition of block '^a'");
  row("block nowhere", "func.func @f() {\n  cf.br ^b\n}", "2:9: reference to an undefined block");
}

void ReaderTest::errors() {
  QFETCH(QString, text);
  QFETCH(QString, error);
  Read read(text.toStdString());
  QVERIFY(!read.module);
  QCOMPARE(read.error(), error);
}

void ReaderTest::placesOfNames() {
  Read read("func.func @f(%x: i32) -> i32 {\n  %y:1 = \"stablehlo.abs\"(%x) : (i32) -> i32\n  return %y : i32\n}");
  QVERIFY2(read.module != nullptr, qPrintable(read.error()));
  const Module& m = *read.module;
  OpId func = m.block(m.entry(m.regionOf(m.root()))).firstOp;
  OpId abs = m.block(m.entry(m.regionOf(func))).firstOp;
  QCOMPARE(m.source()->position(m.start(abs)), (LineColumn{2, 3}));
  QCOMPARE(m.source()->position(m.op(abs).source), (LineColumn{2, 10}));
  QCOMPARE(m.source()->position(m.value(m.operand(abs, 0)).source), (LineColumn{1, 14}));
}

void ReaderTest::locationAliasesMayFollow() {
  Read read("func.func @f() {\n  return loc(#loc7)\n} loc(#here)\n#loc7 = loc(\"a.py\":3:4 to :9)\n#here = loc(\"b\"(#loc7))");
  QVERIFY2(read.module != nullptr, qPrintable(read.error()));
  const Module& m = *read.module;
  OpId func = m.block(m.entry(m.regionOf(m.root()))).firstOp;
  OpId end = m.terminator(m.entry(m.regionOf(func)));
  QCOMPARE(m.context().attr(m.op(end).loc).ints.size(), std::size_t{4});
  QCOMPARE(m.context().attr(m.op(func).loc).subs[0], m.op(end).loc);
  QCOMPARE(Read("#loc7 = loc(unknown)\n#loc7 = loc(\"b\")\n").error(), QString("2:1: redefinition of attribute alias id 'loc7'"));
  QCOMPARE(Read("#loc70000 = loc(\"a\")\n#loc70000 = loc(\"b\")\n").error(), QString("2:1: redefinition of attribute alias id 'loc70000'"));
  QCOMPARE(Read("func.func @f() {\n  return loc(#loc7)\n}").error(), QString("2:14: operation location alias was never defined"));
}

void ReaderTest::usesBeforeDefinitions() {
  Read read("func.func @f() -> i32 {\n  cf.br ^b\n^c:\n  return %a#1 : i32\n^b:\n  %a:2 = \"x.y\"() : () -> (i32, i32)\n  cf.br ^c\n}",
            {.allowUnknownDialects = true, .verify = false});
  QVERIFY2(read.module != nullptr, qPrintable(read.error()));
  const Module& m = *read.module;
  OpId func = m.block(m.entry(m.regionOf(m.root()))).firstOp;
  BlockId last = m.region(m.regionOf(func)).lastBlock;
  OpId definition = m.block(last).firstOp;
  QCOMPARE(m.use(m.value(m.result(definition, 1)).firstUse).owner, m.terminator(m.block(last).prev));
}

// Operations that are said again are not read again; what differs must still be seen.
void ReaderTest::repeatedSentences() {
  Read read(
      "func.func @f(%a: tensor<4xf32>, %z: tensor<f32>) {\n"
      "  %1:2 = stablehlo.optimization_barrier %a, %a : tensor<4xf32>, tensor<4xf32>\n"
      "  %2 = stablehlo.add %1#1, %a : tensor<4xf32> loc(#loc1)\n"
      "  %3 = stablehlo.add %a, %1#0 : tensor<4xf32> loc(#loc2)\n"
      "  %4 = stablehlo.add %1#0, %2 : tensor<4xf32> loc(#loc2)\n"
      "  %5 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> "
      "loc(#loc1)\n"
      "  %6 = stablehlo.reduce(%3 init: %5) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> "
      "loc(#loc2)\n"
      "  return\n}\n#loc1 = loc(\"one\")\n#loc2 = loc(\"two\")\n");
  QVERIFY2(read.module != nullptr, qPrintable(read.error()));
  const Module& m = *read.module;
  OpId barrier = m.block(m.entry(m.regionOf(m.block(m.entry(m.regionOf(m.root()))).firstOp))).firstOp;
  OpId second = m.op(m.op(barrier).next).next, third = m.op(second).next, reduce = m.op(m.op(third).next).next;
  QCOMPARE(m.operand(third, 0), m.result(barrier, 0));
  QCOMPARE(m.operand(third, 1), m.result(m.op(barrier).next));
  QCOMPARE(m.op(third).loc, m.op(second).loc);
  QCOMPARE(m.source()->position(m.op(third).source), (LineColumn{5, 8}));
  QCOMPARE(m.operand(reduce, 1), m.result(m.op(reduce).prev));
  QCOMPARE(m.source()->position(m.op(reduce).source), (LineColumn{7, 24}));
  OpId inner = m.block(m.entry(m.regionOf(reduce))).firstOp;
  QCOMPARE(m.op(inner).kind, OpKind::StablehloAdd);
  QCOMPARE(m.op(inner).loc, m.op(second).loc);
}

void ReaderTest::repeatedSentencesThatDiffer_data() {
  QTest::addColumn<QString>("again");
  QTest::addColumn<QString>("error");
  QTest::newRow("other type") << "  %2 = stablehlo.abs %n : tensor<4xf32>"
                              << "4:22: use of value '%n' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<8xf32>'";
  QTest::newRow("no such result") << "  %2 = stablehlo.abs %1#1 : tensor<4xf32>"
                                  << "4:22: reference to invalid result number";
  QTest::newRow("unknown") << "  %2 = stablehlo.abs %x : tensor<4xf32>"
                           << "4:22: use of undeclared SSA value name";
  QTest::newRow("goes on") << "  %2 = stablehlo.abs %a : tensor<4xf32>,"
                           << "4:40: expected operation name in quotes";
  QTest::newRow("goes on in the next line") << "  %2 = stablehlo.abs %a : tensor<4xf32>\n  , %a"
                                            << "4:40: expected operation name in quotes";
  QTest::newRow("more results") << "  %2, %3 = stablehlo.abs %a : tensor<4xf32>"
                                << "4:3: operation defines 1 results but was provided 2 to bind";
  QTest::newRow("no location") << "  %2 = stablehlo.abs %a : tensor<4xf32> loc(#nowhere)"
                               << "4:45: operation location alias was never defined";
}

void ReaderTest::repeatedSentencesThatDiffer() {
  QFETCH(QString, again);
  QFETCH(QString, error);
  std::string text =
      "func.func @f(%a: tensor<4xf32>, %n: tensor<8xf32>) {\n  %0 = stablehlo.abs %a : tensor<4xf32>\n"
      "  %1 = stablehlo.abs %0 : tensor<4xf32>\n" +
      again.toStdString() + "\n  return\n}\n";
  QCOMPARE(Read(text).error(), error);
}

void ReaderTest::unknownDialectsAreKept() {
  const char* text = "module {\n  %0 = \"x.y\"() <{p = 1 : i32}> {q = #x.z<[1, <2>]>} : () -> !x.t\n}\n";
  Read read(text, {.allowUnknownDialects = true, .verify = false});
  QVERIFY2(read.module != nullptr, qPrintable(read.error()));
  QCOMPARE(QString::fromStdString(printModule(*read.module)).trimmed(), QString(text).trimmed());
}

void ReaderTest::deepNestingIsRefused() {
  std::string open(200000, '[');
  QCOMPARE(Read("module attributes {a = " + open + "} {}").error(), QString("1:10024: nested deeper than 10000 levels"));
  std::string allowed = "module attributes {a = " + std::string(9000, '[') + std::string(9000, ']') + "} {}";
  QVERIFY(Read(allowed).module != nullptr);
  std::string regions;
  for (int i = 0; i < 20000; ++i) regions += "\"builtin.module\"() ({";
  QVERIFY(Read(regions).error().contains("nested deeper"));
}

void ReaderTest::bigConstantsAreViews() {
  std::string digits(1 << 16, '0');
  digits[77] = '1';
  Read read("\"stablehlo.constant\"() {value = dense<\"0x" + digits + "\"> : tensor<8192xf32>} : () -> tensor<8192xf32>");
  QVERIFY2(read.module != nullptr, qPrintable(read.error()));
  const Module& m = *read.module;
  AttrId value = m.attribute(m.block(m.entry(m.regionOf(m.root()))).firstOp, "value");
  const AttrData& data = m.context().attr(value);
  QCOMPARE(static_cast<DenseForm>(data.sub), DenseForm::HexView);
  std::string_view text = m.source()->text();
  QVERIFY(data.text.data() >= text.data() && data.text.data() < text.data() + text.size());
}

QTEST_APPLESS_MAIN(ReaderTest)
#include "tst_reader.moc"
