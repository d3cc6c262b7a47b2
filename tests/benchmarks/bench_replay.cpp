// Times stepping and jumping through what propagation did to a program of 50,000 operations, or to SHARDLENS_BENCH_FILE.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <random>

#include "engine/mlir/mlir.h"
#include "engine/plan/replay.h"
#include "engine/plan/step_facts.h"
#include "engine/support/load_source.h"

using namespace shardlens;

namespace {

/// Residual layers of two matrix products each, until there are `ops` operations.
std::string layers(int ops) {
  const std::string x = "tensor<64x128xf32>", w = "tensor<128x128xf32>";
  std::string text = "sdy.mesh @mesh = <[\"data\"=4, \"model\"=8]>\nfunc.func public @main(%x: " + x +
                     " {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}, %up: " + w +
                     " {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"model\"}]>}, %down: " + w + ") -> " + x + " {\n";
  std::string last = "%x";
  for (int i = 0; i + 4 <= ops; i += 4) {
    auto name = [&](int k) { return "%v" + std::to_string(i + k); };
    auto dot = [&](const std::string& to, const std::string& a, const std::string& b) {
      text +=
          "  " + to + " = stablehlo.dot_general " + a + ", " + b + ", contracting_dims = [1] x [0] : (" + x + ", " + w + ") -> " + x + "\n";
    };
    dot(name(0), last, "%up");
    text += "  " + name(1) + " = stablehlo.tanh " + name(0) + " : " + x + "\n";
    dot(name(2), name(1), "%down");
    text += "  " + name(3) + " = stablehlo.add " + name(2) + ", " + last + " : " + x + "\n";
    last = name(3);
  }
  return text + "  return " + last + " : " + x + "\n}\n";
}

std::shared_ptr<Module> program() {
  const char* file = std::getenv("SHARDLENS_BENCH_FILE");
  Diagnostics diagnostics;
  SourcePtr source = file ? loadSource(file, LoadMode::Own, diagnostics) : SourceBuffer::fromText("layers.mlir", layers(50000));
  ReadOptions options;
  options.verify = false;
  return readModule(source, std::make_shared<Context>(), options, diagnostics);
}

PlanPtr plan() {
  static PlanPtr made = [] {
    Diagnostics diagnostics;
    return makePlan(program(), {}, diagnostics);
  }();
  return made;
}

std::shared_ptr<const Moments> moments() {
  static auto made = std::make_shared<const Moments>(plan());
  return made;
}

void makeThePlan(benchmark::State& state) {
  auto module = program();
  Diagnostics diagnostics;
  for (auto _ : state) benchmark::DoNotOptimize(makePlan(module, {}, diagnostics));
}

void listMoments(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(std::make_shared<const Moments>(plan()));
  state.counters["steps"] = static_cast<double>(plan()->trace.steps.size());
  state.counters["standoffs"] = static_cast<double>(plan()->trace.standoffs.size());
}

void learnFacts(benchmark::State& state) {
  std::size_t conflicts = 0;
  for (auto _ : state) {
    StepFacts facts(*moments());
    conflicts = facts.conflicts().size();
  }
  state.counters["conflicts"] = static_cast<double>(conflicts);
}

void stepBack(benchmark::State& state) {
  Replay replay(moments());
  for (auto _ : state)
    if (!replay.back()) replay.jump(moments()->size());
}

void stepForward(benchmark::State& state) {
  Replay replay(moments());
  for (auto _ : state)
    if (!replay.forward()) replay.jump(0);
}

void jumpAnywhere(benchmark::State& state) {
  Replay replay(moments());
  std::mt19937 random(1);
  for (auto _ : state) replay.jump(random() % (moments()->size() + 1));
}

void jumpFromEndToStart(benchmark::State& state) {
  Replay replay(moments());
  for (auto _ : state) {
    replay.jump(0);
    state.PauseTiming();
    replay.jump(moments()->size());
    state.ResumeTiming();
  }
}

BENCHMARK(makeThePlan)->Unit(benchmark::kMillisecond);
BENCHMARK(listMoments)->Unit(benchmark::kMillisecond);
BENCHMARK(learnFacts)->Unit(benchmark::kMillisecond);
BENCHMARK(stepBack)->Unit(benchmark::kMicrosecond);
BENCHMARK(stepForward)->Unit(benchmark::kMicrosecond);
BENCHMARK(jumpAnywhere)->Unit(benchmark::kMillisecond);
BENCHMARK(jumpFromEndToStart)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
