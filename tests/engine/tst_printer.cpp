// What the writer makes of values, names, aliases and literals; texts are the reference's.
#include <QtTest>
#include <bit>

#include "engine/mlir/float_text.h"
#include "engine/mlir/mlir.h"

using namespace shardlens;

namespace {

std::string f32(float value) {
  std::string out;
  std::uint64_t bits = std::bit_cast<std::uint32_t>(value);
  appendFloat(out, FloatKind::F32, {&bits, 1});
  return out;
}

std::string f64(double value) {
  std::string out;
  auto bits = std::bit_cast<std::uint64_t>(value);
  appendFloat(out, FloatKind::F64, {&bits, 1});
  return out;
}

std::string raw(FloatKind kind, std::uint64_t bits) {
  std::string out;
  appendFloat(out, kind, {&bits, 1});
  return out;
}

std::string reprint(const char* text, const PrintOptions& options = {}) {
  Diagnostics diagnostics;
  auto source = SourceBuffer::fromText("<stdin>", text);
  auto module = readModule(source, std::make_shared<Context>(), {}, diagnostics);
  if (module) return printModule(*module, options);
  std::string problems;
  for (const Diagnostic& d : diagnostics.all()) problems += format(d, source.get());
  return problems;
}

}  // namespace

class TstPrinter : public QObject {
  Q_OBJECT

 private slots:
  void floats_data();
  void floats();
  void smallFloats();
  void modules_data();
  void modules();
  void locations();
  void constants();
  void resourcesInTheOrderOfTheirUse();
  void equalSentences();
  void deepProgramsOnASmallStack();
};

void TstPrinter::floats_data() {
  QTest::addColumn<std::string>("got");
  QTest::addColumn<std::string>("want");
  QTest::newRow("zero") << f32(0) << std::string("0.000000e+00");
  QTest::newRow("minus zero") << f64(-0.0) << std::string("-0.000000e+00");
  QTest::newRow("six digits read back") << f32(0.1F) << std::string("1.000000e-01");
  QTest::newRow("nine digits") << f32(3.14159274F) << std::string("3.14159274");
  QTest::newRow("seventeen digits") << f64(0.5999999) << std::string("0.59999990000000003");
  QTest::newRow("digits cut off, not rounded") << f32(0.5999999F) << std::string("0.599999904");
  QTest::newRow("capital exponent") << f64(0.0001234567) << std::string("1.234567E-4");
  QTest::newRow("integers that six digits do not hold") << f64(123456789.0) << std::string("0x419D6F3454000000");
  QTest::newRow("least subnormal") << f64(5e-324) << std::string("4.940660e-324");
  QTest::newRow("infinity") << f32(std::numeric_limits<float>::infinity()) << std::string("0x7F800000");
  QTest::newRow("not a number") << f64(std::numeric_limits<double>::quiet_NaN()) << std::string("0x7FF8000000000000");
}

void TstPrinter::floats() {
  QFETCH(std::string, got);
  QFETCH(std::string, want);
  QCOMPARE(got, want);
}

void TstPrinter::smallFloats() {
  QCOMPARE(raw(FloatKind::BF16, 0x3F80), std::string("1.000000e+00"));
  QCOMPARE(raw(FloatKind::F16, 0x7BFF), std::string("6.550400e+04"));
  QCOMPARE(raw(FloatKind::F8E4M3FN, 0x7E), std::string("4.480000e+02"));
  QCOMPARE(raw(FloatKind::F8E4M3FN, 0x7F), std::string("0x7F"));
  QCOMPARE(raw(FloatKind::F8E4M3FNUZ, 0x80), std::string("0x80"));
  QCOMPARE(raw(FloatKind::F8E5M2, 0x7C), std::string("0x7C"));
  QCOMPARE(raw(FloatKind::F8E8M0FNU, 0x7F), std::string("1.000000e+00"));
  QCOMPARE(raw(FloatKind::F4E2M1FN, 0x7), std::string("6.000000e+00"));
}

void TstPrinter::modules_data() {
  QTest::addColumn<std::string>("in");
  QTest::addColumn<std::string>("out");
  QTest::newRow("constants have names, others numbers, functions begin again") << std::string(R"(module {
  func.func @f(%x: tensor<f32>) -> tensor<f32> {
    %a = stablehlo.constant dense<1.0> : tensor<f32>
    %b = stablehlo.constant dense<2> : tensor<i32>
    %c = stablehlo.constant dense<3.0> : tensor<f32>
    %d = stablehlo.add %a, %c : tensor<f32>
    %e = stablehlo.add %d, %x : tensor<f32>
    return %e : tensor<f32>
  }
  func.func @g() {
    return
  }
})") << std::string(R"(module {
  func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.add %cst, %cst_0 : tensor<f32>
    %1 = stablehlo.add %0, %arg0 : tensor<f32>
    return %1 : tensor<f32>
  }
  func.func @g() {
    return
  }
}

)");
  QTest::newRow("attributes")
      << std::string(
             R"(module @m attributes {a.b, c.d = [1, 2 : i32, 0.5], "x.odd key" = "tab\09", e.f = array<i1: true>, g.h = @x::@y} {})")
      << std::string(
             R"(module @m attributes {a.b, c.d = [1, 2 : i32, 5.000000e-01], e.f = array<i1: true>, g.h = @x::@y, "x.odd key" = "tab\09"} {
}

)");
}

void TstPrinter::locations() {
  PrintOptions options;
  options.debugInfo = true;
  const char* text = R"(#inner = loc("net.py":3:1)
module {
  func.func @f(%arg0: tensor<f32> loc("x")) -> tensor<f32> {
    %0 = stablehlo.tanh %arg0 : tensor<f32> loc("layer"(#inner))
    return %0 : tensor<f32> loc(fused[#inner, "r"])
  } loc(unknown)
} loc(#inner)
)";
  // Those that hold others come behind them; arguments' locations cannot be deferred and stand in front.
  QCOMPARE(reprint(text, options), std::string(R"(#loc2 = loc("x")
module {
  func.func @f(%arg0: tensor<f32> loc("x")) -> tensor<f32> {
    %0 = stablehlo.tanh %arg0 : tensor<f32> loc(#loc4)
    return %0 : tensor<f32> loc(#loc5)
  } loc(#loc1)
} loc(#loc)
#loc = loc("net.py":3:1)
#loc1 = loc(unknown)
#loc3 = loc("r")
#loc4 = loc("layer"(#loc))
#loc5 = loc(fused[#loc, #loc3])

)"));
  options.localScope = true;
  QVERIFY(reprint(text, options).find(R"(loc("layer"("net.py":3:1)))") != std::string::npos);
}

void TstPrinter::constants() {
  PrintOptions elided;
  elided.elideElementsIfLarger = 2;
  const char* text = "func.func @f() {\n  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>\n  return\n}\n";
  QVERIFY(reprint(text, elided).find("dense_resource<__elided__> : tensor<3xi8>") != std::string::npos);
  std::string many = "0";
  for (int i = 1; i < 101; ++i) many += "," + std::to_string(i);
  std::string out = reprint(("func.func @f() { %c = stablehlo.constant dense<[" + many + "]> : tensor<101xi8> return }").c_str());
  QVERIFY2(out.find("dense<\"0x000102030405060708090A0B") != std::string::npos, out.c_str());
}

// What nothing refers to stays behind; what tools keep for themselves does not.
void TstPrinter::resourcesInTheOrderOfTheirUse() {
  std::string out = reprint(R"(func.func @f() {
  %0 = stablehlo.constant dense_resource<second> : tensor<1xf32>
  %1 = stablehlo.constant dense_resource<first> : tensor<1xf32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      first: "0x040000000000803F",
      unused: "0x040000000000803F",
      second: "0x0400000000000040"
    }
  },
  external_resources: {
    tool: {
      key: true
    }
  }
#-}
)");
  std::size_t from = out.find("{-#");
  QCOMPARE(out.substr(from, out.find("#-}") - from), std::string(R"({-#
  dialect_resources: {
    builtin: {
      second: "0x0400000000000040",
      first: "0x040000000000803F"
    }
  },
  external_resources: {
    tool: {
      key: true
    }
  }
)"));
}

void TstPrinter::modules() {
  QFETCH(std::string, in);
  QFETCH(std::string, out);
  QCOMPARE(reprint(in.c_str()), out);
  QCOMPARE(reprint(out.c_str()), out);
}

// Operations of one class are written by copying; what is an operation's own must not be copied.
void TstPrinter::equalSentences() {
  const char* text = R"(func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  %1 = stablehlo.multiply %0, %b : tensor<4xf32>
  %2:2 = stablehlo.optimization_barrier %1, %b : tensor<4xf32>, tensor<4xf32>
  %3:2 = stablehlo.optimization_barrier %2#1, %2#0 : tensor<4xf32>, tensor<4xf32>
  %4 = stablehlo.reduce(%3#1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.reduce(%1 init: %4) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %6 = stablehlo.reduce(%1 init: %5) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %7:2 = stablehlo.reduce(%0 init: %z), (%0 init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%u: tensor<f32>, %v: tensor<f32>)  {
    stablehlo.return %x, %u : tensor<f32>, tensor<f32>
  }
  return %6 : tensor<f32>
}
)";
  std::string out = reprint(text);
  for (const char* line : {
           "%0 = stablehlo.multiply %arg0, %arg0 :",
           "%1 = stablehlo.multiply %0, %arg1 :",
           "%3:2 = stablehlo.optimization_barrier %2#1, %2#0 :",
           "%4 = stablehlo.reduce(%3#1 init: %arg2) applies stablehlo.add",
           "%5 = stablehlo.reduce(%1 init: %4) applies stablehlo.add",
           "%6 = stablehlo.reduce(%1 init: %5) applies stablehlo.maximum",
           "%7:2 = stablehlo.reduce(%0 init: %arg2), (%0 init: %arg2) across",
       }) {
    QVERIFY2(out.find(line) != std::string::npos, (std::string(line) + "\n" + out).c_str());
  }
  QCOMPARE(reprint(out.c_str()), out);
}

void TstPrinter::deepProgramsOnASmallStack() {
  constexpr int kDeep = 2000;
#ifdef SHARDLENS_SANITIZED
  constexpr unsigned kStack = 4 << 20;  // frames are several times as large
#else
  constexpr unsigned kStack = 512 << 10;
#endif
  std::string array = "module attributes {x.a = " + std::string(kDeep, '[') + std::string(kDeep, ']') + "} {\n}\n";
  std::string regions, type;
  for (int i = 0; i < kDeep; ++i) regions += "module {\n", type += "tuple<";
  regions += std::string(kDeep, '}');
  type = "func.func private @f(" + type + "i1" + std::string(kDeep, '>') + ")";
  for (const std::string& text : {array, regions, type}) {
    std::string printed, again;
    std::unique_ptr<QThread> thread(QThread::create([&] {
      printed = reprint(text.c_str());
      again = reprint(printed.c_str());
    }));
    thread->setStackSize(kStack);
    thread->start();
    QVERIFY(thread->wait());
    QVERIFY(printed.size() > kDeep);
    QCOMPARE(again, printed);
  }
}

QTEST_APPLESS_MAIN(TstPrinter)
#include "tst_printer.moc"
