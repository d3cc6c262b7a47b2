#include <fmt/format.h>
#include <QDir>
#include <QFile>

#include <QTest>

#include <array>
#include <map>

#include "engine/mlir/mlir.h"
#include "engine/outline/outline.h"
#include "engine/outline/repetition.h"
#include "engine/outline/value_name.h"
#include "tests/random/random_program.h"

using namespace shardlens;

namespace {

struct Program {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  std::unique_ptr<Module> module;
  std::shared_ptr<const Outline> outline;
};

Program load(const QString& file) {
  Program p;
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) return p;
  Diagnostics diagnostics;
  ReadOptions options;
  options.allowUnknownDialects = true;
  options.verify = false;
  auto source = SourceBuffer::fromText(file.toStdString(), in.readAll().toStdString());
  p.module = readModule(source, p.context, options, diagnostics);
  if (p.module) p.outline = makeOutline(*p.module);
  return p;
}

Program read(const char* text) {
  Program p;
  Diagnostics diagnostics;
  p.module = readModule(SourceBuffer::fromText("t.mlir", text), p.context, {}, diagnostics);
  if (p.module) p.outline = makeOutline(*p.module);
  return p;
}

std::string print(const Outline& o, BoxId id, int depth = 0) {
  std::string text(static_cast<std::size_t>(depth) * 2, ' ');
  text += std::string(boxKindName(o.box(id).kind)) + " " + o.box(id).name + "\n";
  for (BoxId child : o.childrenOf(id)) text += print(o, child, depth + 1);
  return text;
}

/// Whether the dataflow between the children of `box` has a cycle.
bool hasCycle(const Module& module, const Outline& outline, BoxId box) {
  LevelEdges level = levelEdges(module, outline, box);
  auto list = outline.childrenOf(box);
  std::map<std::uint32_t, std::vector<std::uint32_t>> next;
  std::map<std::uint32_t, int> waiting;
  for (BoxId b : list) waiting[b.value] = 0;
  for (const BoxEdge& e : level.edges) {
    if (e.from == e.to) continue;
    next[e.from.value].push_back(e.to.value);
    ++waiting[e.to.value];
  }
  std::vector<std::uint32_t> ready;
  for (auto [b, n] : waiting) {
    if (n == 0) ready.push_back(b);
  }
  std::size_t seen = 0;
  while (!ready.empty()) {
    std::uint32_t at = ready.back();
    ready.pop_back();
    ++seen;
    for (std::uint32_t to : next[at]) {
      if (--waiting[to] == 0) ready.push_back(to);
    }
  }
  return seen != waiting.size();
}

}  // namespace

class OutlineTest : public QObject {
  Q_OBJECT
 private slots:
  void repetitionFindsTheShortestPeriod();
  void scopesBecomeBoxes();
  void usedTwiceScopesAreSplit();
  void constantsMadeOfOthersMakeNoCircle();
  void loopsSayHowOftenTheyRun();
  void callsCountWhatTheyCall();
  void oneNameOfSeveralResultsIsNumbered();
  void withoutNamesLayersAreFoundByRepetition();
  void callSitesJoinBothNames();
  void differentiatedNamesTellPhasesWithoutScopes();
  void layersAreFoundInNamesWithoutScopes();
  void theNumberThatDiffersCounts();
  void headStandsBesideTheLastLayer();
  void cutScopesStayInPlace();
  void callsKeepTheirScope();
  void ownNormBelongsToItsParameter();
  void parametersNameTheirLayer();
  void loopsKeepTheirOnlyScope();
  void inputsAreNoConstants();
  void pathsLeadBack_data();
  void pathsLeadBack();
  void bars_data();
  void bars();
};

void OutlineTest::repetitionFindsTheShortestPeriod() {
  std::vector<std::uint64_t> word = {9, 9};
  for (int layer = 0; layer < 7; ++layer) word.insert(word.end(), {1, 2, 1, 3});
  word.push_back(8);
  Repetition found = longestRepetition(word);
  QCOMPARE(found.begin, std::size_t{2});
  QCOMPARE(found.period, std::size_t{4});
  QCOMPARE(found.count, std::size_t{7});
}

void OutlineTest::scopesBecomeBoxes() {
  Program p = read(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %x : tensor<4xf32> loc("jit(f)/embed/tanh")
    %1 = stablehlo.abs %0 : tensor<4xf32> loc("jit(f)/embed/abs")
    %2 = stablehlo.tanh %1 : tensor<4xf32> loc("jit(f)/layer_0/tanh")
    %3 = stablehlo.abs %2 : tensor<4xf32> loc("jit(f)/layer_0/abs")
    %4 = stablehlo.tanh %3 : tensor<4xf32> loc("jit(f)/layer_1/tanh")
    %5 = stablehlo.abs %4 : tensor<4xf32> loc("jit(f)/layer_1/abs")
    return %5 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  QCOMPARE(QString::fromStdString(print(*p.outline, p.outline->root)), QString(R"(function main
  scope embed
    argument arg0
    op tanh
    op abs
  run layer x 2
    layer layer_0
      op tanh
      op abs
    layer layer_1
      op tanh
      op abs
  op return
)"));
  QVERIFY(p.outline->box(p.outline->childrenOf(p.outline->root)[1]).equalMembers);
}

void OutlineTest::usedTwiceScopesAreSplit() {
  Program p = read(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %x : tensor<4xf32> loc("jit(f)/norm/tanh")
    %1 = stablehlo.abs %0 : tensor<4xf32> loc("jit(f)/norm/abs")
    %2 = stablehlo.sine %1 : tensor<4xf32> loc("jit(f)/attention/sine")
    %3 = stablehlo.sine %2 : tensor<4xf32> loc("jit(f)/attention/sine")
    %4 = stablehlo.tanh %3 : tensor<4xf32> loc("jit(f)/norm/tanh")
    %5 = stablehlo.abs %4 : tensor<4xf32> loc("jit(f)/norm/abs")
    return %5 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  QVERIFY(!hasCycle(*p.module, *p.outline, p.outline->root));
  auto children = p.outline->childrenOf(p.outline->root);
  QCOMPARE(children.size(), std::size_t{4});
  QCOMPARE(p.outline->box(children[0]).name, std::string("norm"));
  QCOMPARE(p.outline->box(children[2]).name, std::string("norm"));
}

// %c serves the attention first, but what is made of it stands before that, with %e.
void OutlineTest::constantsMadeOfOthersMakeNoCircle() {
  Program p = read(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %e = stablehlo.constant dense<1.0> : tensor<4xf32> loc("jit(f)/constant")
    %c = stablehlo.constant dense<2.0> : tensor<4xf32> loc("jit(f)/constant")
    %d = stablehlo.negate %c : tensor<4xf32> loc("jit(f)/negate")
    %0 = stablehlo.add %x, %e : tensor<4xf32> loc("jit(f)/add")
    %1 = stablehlo.add %0, %c : tensor<4xf32> loc("jit(f)/attention/add")
    %2 = stablehlo.multiply %1, %e : tensor<4xf32> loc("jit(f)/attention/multiply")
    %3 = stablehlo.multiply %2, %d : tensor<4xf32> loc("jit(f)/multiply")
    return %3 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  std::string tree = print(*p.outline, p.outline->root);
  QVERIFY2(tree.find("role 3 constants") != std::string::npos && tree.find("scope attention") != std::string::npos, tree.c_str());
  QVERIFY2(!hasCycle(*p.module, *p.outline, p.outline->root), tree.c_str());
}

void OutlineTest::loopsSayHowOftenTheyRun() {
  Program p = read(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %n = stablehlo.constant dense<32> : tensor<i32>
      %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.tanh %y : tensor<4xf32>
      stablehlo.return %j, %z : tensor<i32>, tensor<4xf32>
    }
    return %0#1 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  QVERIFY2(print(*p.outline, p.outline->root).find("loop loop x 32\n    role condition") != std::string::npos,
           print(*p.outline, p.outline->root).c_str());
}

void OutlineTest::callsCountWhatTheyCall() {
  Program p = read(R"(func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @inner(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.tanh %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.sine %x : tensor<4xf32>
    %1 = stablehlo.cosine %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  const Outline& o = *p.outline;
  std::map<std::string, std::uint32_t> counts;
  for (const Box& box : o.boxes)
    if (box.kind == BoxKind::Call || box.kind == BoxKind::Function) counts[std::string(boxKindName(box.kind)) + " " + box.name] = box.ops;
  // The return is an operation, too.
  QCOMPARE(counts["function inner"], 3U);
  QCOMPARE(counts["function outer"], 5U);
  QCOMPARE(counts["call outer"], 5U);
  QCOMPARE(counts["function main"], 9U);
}

void OutlineTest::oneNameOfSeveralResultsIsNumbered() {
  Program p = read(R"(func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<4xf32>
    %a, %b = stablehlo.optimization_barrier %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
    return %a, %b : tensor<4xf32>, tensor<4xf32>
  })");
  QVERIFY(p.module);
  std::vector<std::string> names;
  for (std::uint32_t v = 0; v < p.module->valueCount(); ++v) names.push_back(nameAsUsed(*p.module, ValueId(v)));
  std::ranges::sort(names);
  QCOMPARE(names, (std::vector<std::string>{"%0#0", "%0#1", "%a", "%b", "%x", "%y"}));
}

void OutlineTest::withoutNamesLayersAreFoundByRepetition() {
  std::string text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n";
  std::string last = "%x";
  for (int layer = 0; layer < 30; ++layer) {
    for (const char* op : {"tanh", "abs", "sine", "cosine"}) {
      std::string name = fmt::format("%v{}{}", layer, op);
      text += fmt::format("{} = stablehlo.{} {} : tensor<4xf32>\n", name, op, last);
      last = name;
    }
  }
  text += "return " + last + " : tensor<4xf32>\n}";
  Program p = read(text.c_str());
  QVERIFY(p.outline);
  bool found = false;
  for (BoxId child : p.outline->childrenOf(p.outline->root))
    found |= p.outline->box(child).name == "layer x 30" && p.outline->box(child).equalMembers;
  QVERIFY2(found, print(*p.outline, p.outline->root).c_str());
  QVERIFY(!p.outline->note.empty());
}

// What is inlined (a recomputed layer) has the caller's name at the call site and a name of its own.
void OutlineTest::callSitesJoinBothNames() {
  std::string text = "func.func @main(%p0: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {\n";
  text += "%y0 = stablehlo.add %x, %x : tensor<4xf32>\n";
  auto add = [&](const std::string& result, const char* op, const std::string& operand, const std::string& scope) {
    text += fmt::format("%{0} = stablehlo.{1} %{2} : tensor<4xf32> loc(\"{1}\"({3}))\n", result, op, operand, scope);
  };
  auto named = [](const std::string& name) { return fmt::format("\"{}\"(\"m.py\":1:1)", name); };
  for (int i = 0; i < 2; ++i) {
    std::string scope = named(fmt::format("jit(f)/jvp(layer_{})", i));
    add(fmt::format("t{}", i), "tanh", fmt::format("y{}", i), scope);
    add(fmt::format("y{}", i + 1), "abs", fmt::format("t{}", i), scope);
  }
  std::string last = "y2";
  for (int i = 1; i >= 0; --i) {
    std::string caller = named(fmt::format("jit(f)/transpose(jvp(layer_{0}))/jvp(layer_{0})", i));
    for (const char* op : {"tanh", "cosine", "sine", "negate"}) {
      bool again = *op == 't' || *op == 'c';
      std::string callee = named(again ? "checkpoint/rematted_computation/mlp" : "checkpoint/mlp");
      std::string result = fmt::format("r{}{}", i, op);
      add(result, op, last, fmt::format("callsite({} at {})", callee, caller));
      last = result;
    }
  }
  text += "%n = stablehlo.subtract %p0, %" + last + " : tensor<4xf32> loc(\"jit(f)/sub\")\nreturn %n : tensor<4xf32>\n}";
  Program p = read(text.c_str());
  QVERIFY(p.outline);
  std::string shown = print(*p.outline, p.outline->root);
  QVERIFY2(shown.find(R"(  phase backward
    run layer x 2
      layer layer_1
        scope recompute
          op tanh
          op cosine
        scope mlp
          op sine
          op negate
)") != std::string::npos,
           shown.c_str());
}

// `jvp()` and `transpose(jvp())` tell forward and backward where no scope has a name.
void OutlineTest::differentiatedNamesTellPhasesWithoutScopes() {
  Program p = read(R"(func.func @main(%p: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.multiply %p, %x : tensor<4xf32> loc("jit(f)/jvp()/mul")
    %1 = stablehlo.tanh %0 : tensor<4xf32> loc("jit(f)/jvp()/tanh")
    %2 = stablehlo.sine %1 : tensor<4xf32> loc("jit(f)/transpose(jvp())/sine")
    %3 = stablehlo.multiply %2, %x : tensor<4xf32> loc("jit(f)/transpose(jvp())/mul")
    %4 = stablehlo.subtract %p, %3 : tensor<4xf32> loc("jit(f)/sub")
    return %4 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  std::vector<std::string> names;
  for (BoxId child : p.outline->childrenOf(p.outline->root)) names.push_back(p.outline->box(child).name);
  QCOMPARE(names, (std::vector<std::string>{"forward", "backward", "subtract", "return"}));
}

void OutlineTest::layersAreFoundInNamesWithoutScopes() {
  std::string text = "func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n";
  std::string last = "%x";
  for (int layer = 0; layer < 6; ++layer) {
    std::string v = fmt::format("%v{}", layer);
    text += fmt::format(
        "{}a = stablehlo.dot_general {}, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> "
        "loc(\"jit(f)/dot_general\")\n",
        v, last);
    text += fmt::format("{0}b = stablehlo.tanh {0}a : tensor<4x4xf32> loc(\"jit(f)/tanh\")\n", v);
    text += fmt::format("{0}c = stablehlo.abs {0}b : tensor<4x4xf32> loc(\"jit(f)/abs\")\n", v);
    text += fmt::format("{0}d = stablehlo.add {0}c, {1} : tensor<4x4xf32> loc(\"jit(f)/add\")\n", v, last);
    last = v + "d";
  }
  text += "return " + last + " : tensor<4x4xf32>\n}";
  Program p = read(text.c_str());
  QVERIFY(p.outline);
  bool found = false;
  for (BoxId child : p.outline->childrenOf(p.outline->root)) found |= p.outline->box(child).name == "layer x 6";
  QVERIFY2(found, print(*p.outline, p.outline->root).c_str());
  QVERIFY(p.outline->note.empty());
}

/// A program of `tanh`, `abs` in each of these scopes, one after the other.
std::string chainOf(const std::vector<std::string>& scopes) {
  std::string text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n";
  std::string last = "%x";
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    text += fmt::format("%t{0} = stablehlo.tanh {1} : tensor<4xf32> loc(\"jit(f)/{2}/tanh\")\n", i, last, scopes[i]);
    text += fmt::format("%a{0} = stablehlo.abs %t{0} : tensor<4xf32> loc(\"jit(f)/{1}/abs\")\n", i, scopes[i]);
    last = fmt::format("%a{}", i);
  }
  return text + "return " + last + " : tensor<4xf32>\n}";
}

void OutlineTest::theNumberThatDiffersCounts() {
  Program p =
      read(chainOf({"stage1_block0", "stage1_block1", "stage2_block0", "stage2_block1", "stage2_block2", "conv2d_0", "conv2d_1"}).c_str());
  QVERIFY(p.outline);
  std::vector<std::string> names;
  for (BoxId child : p.outline->childrenOf(p.outline->root)) names.push_back(p.outline->box(child).name);
  QCOMPARE(names, (std::vector<std::string>{"stage1_block x 2", "stage2_block x 3", "conv2d x 2", "return"}));
  // Stages with nothing but blocks inside stay, so that each tells its blocks from the others'.
  p = read(chainOf({"stage0/block0", "stage0/block1", "stage1/block0", "stage1/block1"}).c_str());
  QVERIFY(p.outline);
  BoxId run = p.outline->childrenOf(p.outline->root)[0];
  QCOMPARE(p.outline->box(run).name, std::string("stage x 2"));
  QCOMPARE(p.outline->box(p.outline->childrenOf(run)[1]).name, std::string("stage1"));
}

// What follows the last layer outside all scopes is no part of it, but what every layer has there is.
void OutlineTest::headStandsBesideTheLastLayer() {
  std::string text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n";
  std::string last = "%x";
  for (int i = 0; i < 3; ++i) {
    text += fmt::format("%t{0} = stablehlo.tanh {1} : tensor<4xf32> loc(\"jit(f)/layer_{0}/tanh\")\n", i, last);
    text += fmt::format("%s{0} = stablehlo.sine %t{0} : tensor<4xf32> loc(\"jit(f)/layer_{0}/sine\")\n", i);
    text += fmt::format("%a{0} = stablehlo.add %s{0}, {1} : tensor<4xf32> loc(\"jit(f)/add\")\n", i, last);
    last = fmt::format("%a{}", i);
  }
  text += "%e = stablehlo.exponential %a2 : tensor<4xf32> loc(\"jit(f)/exp\")\n";
  text += "%n = stablehlo.negate %e : tensor<4xf32> loc(\"jit(f)/neg\")\nreturn %n : tensor<4xf32>\n}";
  Program p = read(text.c_str());
  QVERIFY(p.outline);
  auto children = p.outline->childrenOf(p.outline->root);
  QVERIFY2(children.size() == 4, print(*p.outline, p.outline->root).c_str());
  QCOMPARE(p.outline->box(children[0]).name, std::string("layer x 3"));
  QVERIFY(p.outline->box(children[0]).equalMembers);
  QCOMPARE(p.outline->box(children[1]).name, std::string("exponential"));
}

// `clip` is called in every layer, so it has to be cut: weights that wait for nothing stay in their layer all the same.
void OutlineTest::cutScopesStayInPlace() {
  std::string text = "func.func @main(%x: tensor<4xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {\n";
  std::string last = "%x";
  for (int i = 0; i < 3; ++i) {
    text += fmt::format("%w{0} = stablehlo.exponential %p : tensor<4xf32> loc(\"jit(f)/exp\")\n", i);
    text += fmt::format("%a{0} = stablehlo.tanh {1} : tensor<4xf32> loc(\"jit(f)/jit(clip)/tanh\")\n", i, last);
    text += fmt::format("%b{0} = stablehlo.abs %a{0} : tensor<4xf32> loc(\"jit(f)/jit(clip)/abs\")\n", i);
    text += fmt::format("%m{0} = stablehlo.multiply %b{0}, %w{0} : tensor<4xf32> loc(\"jit(f)/mul\")\n", i);
    last = fmt::format("%m{}", i);
  }
  Program p = read((text + "return " + last + " : tensor<4xf32>\n}").c_str());
  QVERIFY(p.outline);
  QVERIFY(!hasCycle(*p.module, *p.outline, p.outline->root));
  std::string shown;
  for (BoxId child : p.outline->childrenOf(p.outline->root)) shown += p.outline->box(child).name + " ";
  std::string layer = "exponential clip multiply ";
  QVERIFY2(shown.find(layer + layer + layer) != std::string::npos, shown.c_str());
}

void OutlineTest::callsKeepTheirScope() {
  std::string text =
      "func.func private @sum(%x: tensor<4xf32>) -> tensor<4xf32> {\n%0 = stablehlo.abs %x : tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}\n";
  text += "func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n";
  std::string last = "%x";
  for (int i = 0; i < 2; ++i) {
    text += fmt::format("%c{0} = call @sum({1}) : (tensor<4xf32>) -> tensor<4xf32> loc(\"jit(f)/layer_{0}\")\n", i, last);
    text += fmt::format("%t{0} = stablehlo.tanh %c{0} : tensor<4xf32> loc(\"jit(f)/layer_{0}/tanh\")\n", i);
    last = fmt::format("%t{}", i);
  }
  Program p = read((text + "return " + last + " : tensor<4xf32>\n}").c_str());
  QVERIFY(p.outline);
  auto children = p.outline->childrenOf(p.outline->root);
  QVERIFY2(children.size() == 2, print(*p.outline, p.outline->root).c_str());
  QCOMPARE(p.outline->box(children[0]).name, std::string("layer x 2"));
}

/// A train step of two parameters called `names`; each gradient is divided by its own length.
std::string stepWithOwnNorms(const std::array<const char*, 2>& names) {
  std::string text = fmt::format(
      "func.func public @main(%p0: tensor<4xf32> loc(\"{}\"), %p1: tensor<4xf32> loc(\"{}\"), %x: tensor<4xf32> loc(\"x\")) -> "
      "(tensor<4xf32>, tensor<4xf32>) {{\n",
      names[0], names[1]);
  text += R"(%z = stablehlo.constant dense<0.0> : tensor<f32>
    %f0 = stablehlo.multiply %x, %p0 : tensor<4xf32> loc("jit(f)/jvp()/mul")
    %f1 = stablehlo.multiply %f0, %p1 : tensor<4xf32> loc("jit(f)/jvp()/mul")
    %g1 = stablehlo.multiply %f1, %f0 : tensor<4xf32> loc("jit(f)/transpose(jvp())/mul")
    %g0 = stablehlo.multiply %f1, %x : tensor<4xf32> loc("jit(f)/transpose(jvp())/mul")
)";
  for (int i = 0; i < 2; ++i) {
    text += fmt::format(R"(%q{0} = stablehlo.multiply %g{0}, %g{0} : tensor<4xf32> loc("jit(f)/mul")
    %s{0} = stablehlo.reduce(%q{0} init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("jit(f)/reduce_sum")
    %r{0} = stablehlo.sqrt %s{0} : tensor<f32> loc("jit(f)/sqrt")
    %b{0} = stablehlo.broadcast_in_dim %r{0}, dims = [] : (tensor<f32>) -> tensor<4xf32> loc("jit(f)/div")
    %d{0} = stablehlo.divide %g{0}, %b{0} : tensor<4xf32> loc("jit(f)/div")
    %n{0} = stablehlo.subtract %p{0}, %d{0} : tensor<4xf32> loc("jit(f)/sub")
)",
                        i);
  }
  return text + "return %n0, %n1 : tensor<4xf32>, tensor<4xf32>\n}";
}

void OutlineTest::ownNormBelongsToItsParameter() {
  Program p = read(stepWithOwnNorms({"p['wide']", "p['narrow']"}).c_str());
  QVERIFY(p.outline);
  std::string shown = print(*p.outline, p.outline->root);
  QVERIFY2(shown.find("gradient norm") == std::string::npos, shown.c_str());
  QVERIFY2(shown.find("phase update\n    scope wide\n") != std::string::npos, shown.c_str());
}

void OutlineTest::parametersNameTheirLayer() {
  for (auto names : {std::array{"p['layers'][0]['w1']", "p['layers'][1]['w1']"}, std::array{"p['layers_0'].w1", "p['layers_1'].w1"}}) {
    Program p = read(stepWithOwnNorms(names).c_str());
    QVERIFY(p.outline);
    std::string shown = print(*p.outline, p.outline->root);
    QVERIFY2(shown.find("phase update\n    run layers x 2\n") != std::string::npos, shown.c_str());
  }
}

void OutlineTest::loopsKeepTheirOnlyScope() {
  Program p = read(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %n = stablehlo.constant dense<9> : tensor<i32>
      %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> loc("jit(f)/while/cond/lt")
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32> loc("jit(f)/while/body/add")
      %s = stablehlo.sine %y : tensor<4xf32> loc("jit(f)/while/body/sin")
      %t = stablehlo.tanh %s : tensor<4xf32> loc("jit(f)/while/body/verify/tanh")
      %u = stablehlo.abs %t : tensor<4xf32> loc("jit(f)/while/body/verify/abs")
      stablehlo.return %j, %u : tensor<i32>, tensor<4xf32>
    } loc("jit(f):")
    return %0#1 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  std::string shown = print(*p.outline, p.outline->root);
  QVERIFY2(shown.find("scope verify\n      op tanh\n      op abs\n") != std::string::npos, shown.c_str());
  QVERIFY2(p.outline->note.empty(), p.outline->note.c_str());  // names stand in the loop alone
}

void OutlineTest::inputsAreNoConstants() {
  Program p = read(R"(func.func public @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xf32> {
    %a = stablehlo.constant dense<1.0> : tensor<4xf32>
    %b = stablehlo.constant dense<2.0> : tensor<4xf32>
    %0 = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xf32> loc("jit(f)/convert")
    %1 = stablehlo.convert %y : (tensor<4xi8>) -> tensor<4xf32> loc("jit(f)/convert")
    %2 = stablehlo.clamp %a, %0, %b : tensor<4xf32> loc("jit(f)/clamp")
    %3 = stablehlo.multiply %2, %1 : tensor<4xf32> loc("jit(f)/mul")
    return %3 : tensor<4xf32>
  })");
  QVERIFY(p.outline);
  std::string shown = print(*p.outline, p.outline->root);
  QVERIFY2(shown.find("role 2 constants\n    op constant\n    op constant\n  role 2 rearranged inputs\n") != std::string::npos,
           shown.c_str());
}

void OutlineTest::pathsLeadBack_data() {
  QTest::addColumn<QString>("text");
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    QTest::addRow("seed %d", static_cast<int>(seed)) << QString::fromStdString(random::randomProgram(seed, {}));
  QTest::newRow("names return in neighbouring regions")
      << QStringLiteral(R"(func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %2 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }
    %1 = "stablehlo.reduce_window"(%a, %b) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %2 = "stablehlo.reduce"(%a, %x) ({
      ^bb0(%z: tensor<f32>, %w: tensor<f32>):
        %3 = stablehlo.multiply %z, %w : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {window_dimensions = array<i64: 4>} : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
    return %0 : tensor<f32>
  })");
  QTest::newRow("odd function names") << QStringLiteral(R"(func.func private @"a/b:1"(%0: tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.tanh %0 : tensor<4xf32> loc("x:2/y%z/tanh:3")
    return %1 : tensor<4xf32>
  }
  func.func @"main#2"(%0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = call @"a/b:1"(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2:2 = stablehlo.optimization_barrier %1, %1 : tensor<4xf32>, tensor<4xf32>
    return %2#0, %2#1 : tensor<4xf32>, tensor<4xf32>
  })");
}

void OutlineTest::pathsLeadBack() {
  QFETCH(QString, text);
  Program p = read(text.toUtf8().constData());
  QVERIFY(p.outline);
  for (std::uint32_t v = 0; v < p.module->valueCount(); ++v) {
    std::string path = valuePath(*p.module, *p.outline, ValueId(v));
    ValueId found = findValue(*p.module, *p.outline, path);
    QVERIFY2(found == ValueId(v), qPrintable(QStringLiteral("%1: %2 is not %3").arg(QString::fromStdString(path)).arg(found.value).arg(v)));
  }
}

void OutlineTest::bars_data() {
  QTest::addColumn<QString>("file");
  for (const QString& folder :
       {QStringLiteral(SHARDLENS_TEST_BUILD "/conformance/examples"), QStringLiteral(SHARDLENS_TEST_BUILD "/conformance/examples/large")}) {
    for (const QFileInfo& file : QDir(folder).entryInfoList({"*.mlir"}, QDir::Files, QDir::Name))
      QTest::newRow(qPrintable(file.baseName())) << file.filePath();
  }
}

// The first level has at most 25 boxes, no level over 60 (members of runs excepted), no cycles, and hardly anything is named by place
// alone.
void OutlineTest::bars() {
  QFETCH(QString, file);
  Program p = load(file);
  QVERIFY(p.outline);
  const Outline& o = *p.outline;
  QVERIFY2(o.childrenOf(o.root).size() <= 25, print(o, o.root).substr(0, 3000).c_str());
  std::uint64_t inSlices = 0, all = 0;
  for (std::uint32_t i = 0; i < o.boxes.size(); ++i) {
    const Box& box = o.boxes[i];
    if (box.kind == BoxKind::Slice) inSlices += box.ops;
    if (box.kind == BoxKind::Op) all += box.ops;
    if (box.kind == BoxKind::Call || box.childCount == 0) continue;
    if (box.kind != BoxKind::Run) QVERIFY2(box.childCount <= 60, (o.path(BoxId(i)) + ": " + std::to_string(box.childCount)).c_str());
    if (box.childCount <= 400) QVERIFY2(!hasCycle(*p.module, o, BoxId(i)), o.path(BoxId(i)).c_str());
  }
  QVERIFY(inSlices * 20 <= all);
}

QTEST_APPLESS_MAIN(OutlineTest)
#include "tst_outline.moc"
